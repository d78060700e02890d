import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/environments/create')({ staticData: { later: 'environments' } })
