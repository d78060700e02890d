import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/reports/licenses')({ staticData: { later: 'reports' } })
