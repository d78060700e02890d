import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { ForecastPage } from '../../features/deals/ForecastPage.tsx'

export const Route = createFileRoute('/_frame/deals/forecast')({
  validateSearch: ({ mine }: Record<string, unknown>): { mine?: 'true' } => (mine === 'true' ? { mine } : {}),
  beforeLoad: ({ context }) => mustHold(context, 'Deals', 'r', '/dashboard'),
  loader: () => loadTexts('deals'),
  component: ForecastPage,
})
