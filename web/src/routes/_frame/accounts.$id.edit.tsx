import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/accounts/$id/edit')({ staticData: { later: 'accounts' } })
