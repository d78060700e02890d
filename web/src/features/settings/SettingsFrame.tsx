import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenant } from '../../app/me.ts'
import { Page } from '../../ui/Page.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'

type Tab = 'general' | 'signIn' | 'roles' | 'groups' | 'directories' | 'mails' | 'clock'

const paths: Record<Tab, string> = {
  general: '/settings',
  signIn: '/settings/sign-in',
  roles: '/settings/roles',
  groups: '/settings/groups',
  directories: '/settings/directories',
  mails: '/settings/mails',
  clock: '/settings/clock',
}
const tabs = ['general', 'signIn', 'directories', 'roles', 'groups'] as const

interface SettingsFrameProps {
  tab: Tab
  actions?: ReactNode
  children: ReactNode
}

/** The header of the settings, with a tab for each of their screens. */
export function SettingsFrame({ tab, actions, children }: SettingsFrameProps) {
  const { t } = useTranslation('settings')
  const { environment } = useTenant()
  return (
    <Page
      title={t('title')}
      documentTitle={tab === 'general' ? undefined : `${t(`tabs.${tab}`)} · ${t('title')}`}
      description={t('description')}
      back={{ href: '/profile/account', label: t('toCompany') }}
      {...(tab === 'general' ? { rail: true } : { width: 'narrow' })}
      actions={actions}
      below={
        <TabLinks
          label={t('title')}
          current={paths[tab]}
          tabs={(environment === 'sandbox' ? [...tabs, 'mails' as const, 'clock' as const] : tabs).map((each) => ({
            href: paths[each],
            label: t(`tabs.${each}`),
          }))}
        />
      }
    >
      {children}
    </Page>
  )
}
