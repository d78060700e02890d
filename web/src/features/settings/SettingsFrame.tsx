import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'

type Tab = 'general' | 'roles' | 'groups' | 'directories'

const paths: Record<Tab, string> = {
  general: '/settings',
  roles: '/settings/roles',
  groups: '/settings/groups',
  directories: '/settings/directories',
}

interface SettingsFrameProps {
  tab: Tab
  actions?: ReactNode
  children: ReactNode
}

/** The header of the settings, with a tab for each of their screens. */
export function SettingsFrame({ tab, actions, children }: SettingsFrameProps) {
  const { t } = useTranslation('settings')
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
          tabs={(['general', 'roles', 'groups', 'directories'] as const).map((each) => ({
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
