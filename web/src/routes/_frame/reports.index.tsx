import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/reports/')({
  beforeLoad: () => {
    throw redirect({ to: '/reports/licenses', replace: true })
  },
})
