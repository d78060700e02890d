import { useTranslation } from 'react-i18next'
import { FirstStep, useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { useMe } from '../../app/me.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { EditAccountPage } from './EditAccountPage.tsx'

/** The screen /profile/account-edit. */
export function EditCompanyPage() {
  const { t } = useTranslation('accounts')
  const { account } = useMe()
  const isFirst = useIsFirstStep()
  return (
    <EditAccountPage
      accountId={account.accountId}
      title={t('editCompany')}
      back={{ href: isFirst ? firstStepsHref : '/profile/account', label: t('toCompany') }}
      above={<FirstStep step="company" />}
    />
  )
}
