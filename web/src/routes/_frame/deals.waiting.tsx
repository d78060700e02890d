import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { QueuePage } from '../../features/deals/QueuePage.tsx'

export const Route = createFileRoute('/_frame/deals/waiting')({
  validateSearch: (search: Record<string, unknown>): { kind?: string; nearest?: string } =>
    Object.fromEntries(
      ['kind', 'nearest'].flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ),
  beforeLoad: ({ context }) => mustHold(context, 'Deals', 'r', '/dashboard'),
  loader: () => loadTexts('deals'),
  component: QueuePage,
})
