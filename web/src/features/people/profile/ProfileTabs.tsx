import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabLinks } from '../../../ui/TabLinks.tsx'

/** The two sides of one's own place in the network: oneself, and one's company. They stand below the title of a `Page`. */
export function ProfileTabs() {
  const { t } = useTranslation('profile')
  const current = useLocation({ select: ({ pathname }) => pathname })
  return (
    <TabLinks
      label={t('tabs.label')}
      current={current}
      tabs={[
        { href: '/profile', label: t('tabs.profile') },
        { href: '/profile/account', label: t('tabs.company') },
      ]}
    />
  )
}
