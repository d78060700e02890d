import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateEnvironmentPage } from '../../features/environments/CreateEnvironmentPage.tsx'

export const Route = createFileRoute('/_frame/environments/create')({
  validateSearch: ({ account }: Record<string, unknown>): { account?: string } =>
    typeof account === 'string' ? { account } : {},
  beforeLoad: ({ context }) => mustHold(context, 'Environments', 'c', '/dashboard'),
  loader: () => loadTexts('environments'),
  component: CreateEnvironmentPage,
})
