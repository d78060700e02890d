import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/profile/')({ staticData: { later: 'profile' } })
