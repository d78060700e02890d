import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/deals/create')({ staticData: { later: 'deals' } })
