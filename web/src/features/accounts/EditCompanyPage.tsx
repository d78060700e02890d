import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { EditAccountPage } from './EditAccountPage.tsx'

/** The screen /profile/account-edit. */
export function EditCompanyPage() {
  const { t } = useTranslation('accounts')
  const { account } = useMe()
  return (
    <EditAccountPage
      accountId={account.accountId}
      title={t('editCompany')}
      back={{ href: '/profile/account', label: t('toCompany') }}
    />
  )
}
