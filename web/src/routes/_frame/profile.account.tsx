import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/profile/account')({ staticData: { later: 'profile' } })
