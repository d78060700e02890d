import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { EditAccountPage } from '../../features/accounts/EditAccountPage.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/edit')({
  loader: () => loadTexts('accounts', 'accountForm'),
  component: Edit,
})

function Edit() {
  const { t } = useTranslation('accounts')
  const { id } = Route.useParams()
  const back = { href: `/accounts/${id}`, label: t('toAccount') }
  return <EditAccountPage key={id} accountId={id} title={t('editAccount')} back={back} />
}
