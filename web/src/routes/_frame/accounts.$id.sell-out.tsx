import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/sell-out')({ staticData: { later: 'accounts' } })
