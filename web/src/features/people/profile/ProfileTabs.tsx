import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../app/me.ts'
import { TabLinks } from '../../../ui/TabLinks.tsx'

/** The tabs for one's own profile and one's company, shown below the title of a `Page`. */
export function ProfileTabs() {
  const { t } = useTranslation()
  const decides = useCan('Orders', 'u')
  const current = useLocation({ select: ({ pathname }) => pathname })
  return (
    <TabLinks
      label={t('ownProfile.tabs.label')}
      current={current}
      tabs={[
        { href: '/profile', label: t('ownProfile.tabs.profile') },
        { href: '/profile/account', label: t('ownProfile.tabs.company') },
        ...(decides ? [{ href: '/profile/approvals', label: t('ownProfile.tabs.approvals') }] : []),
      ]}
    />
  )
}
