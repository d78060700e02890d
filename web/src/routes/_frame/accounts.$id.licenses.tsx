import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/licenses')({ staticData: { later: 'accounts' } })
