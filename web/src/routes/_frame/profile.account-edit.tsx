import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_frame/profile/account-edit')({ staticData: { later: 'profile' } })
