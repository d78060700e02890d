import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateCompanyUserPage } from '../../features/people/members/createUser.tsx'

export const Route = createFileRoute('/_frame/profile/create-user')({
  loader: () => loadTexts('users', 'ownAccounts'),
  component: CreateCompanyUserPage,
})
