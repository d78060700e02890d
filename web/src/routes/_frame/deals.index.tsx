import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/deals/')({ staticData: { later: 'deals' } })
