import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/profile/create-user')({ staticData: { later: 'users' } })
