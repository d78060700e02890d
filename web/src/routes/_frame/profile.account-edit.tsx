import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { EditCompanyPage } from '../../features/accounts/EditCompanyPage.tsx'

export const Route = createFileRoute('/_frame/profile/account-edit')({
  loader: () => loadTexts('accounts', 'accountForm'),
  component: EditCompanyPage,
})
