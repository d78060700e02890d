import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/environments/$id')({ staticData: { later: 'environments' } })
