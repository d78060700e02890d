import { createFileRoute, redirect } from '@tanstack/react-router'

/** Rendered by `-PublicApp.tsx`. A signed-in user is redirected; `app/App.tsx` decides where sign-in leads. */
export const Route = createFileRoute('/auth/signin')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
