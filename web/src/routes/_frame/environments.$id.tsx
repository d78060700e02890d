import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { EnvironmentPage, environmentQuery } from '../../features/environments/EnvironmentPage.tsx'

export const Route = createFileRoute('/_frame/environments/$id')({
  beforeLoad: ({ context }) => mustHold(context, 'Environments', 'r', '/dashboard'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(environmentQuery(params.id))
    return loadTexts('environments')
  },
  component: EnvironmentPage,
})
