import { createFileRoute, redirect } from '@tanstack/react-router'

/** Drawn by `-PublicApp.tsx`. Who is signed in has no business here; where sign-in leads is decided in `app/App.tsx`. */
export const Route = createFileRoute('/auth/signin')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
