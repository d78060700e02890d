import {
  IconBook2,
  IconBriefcase2,
  IconCalendar,
  IconCalendarRepeat,
  IconCertificate,
  IconChartBar,
  IconComponents,
  IconExternalLink,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconPackage,
  IconPalette,
  IconReceipt,
  IconSettings,
  IconShoppingCart,
  IconSitemap,
  IconStack2,
  IconTags,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { administers, useMe, useTenant } from '../me.ts'
import { type Entry, menu, type OfferedEntry, offered } from '../menu.ts'
import styles from './MenuEntries.module.css'

const icons: Record<Entry['name'], TablerIcon> = {
  dashboard: IconLayoutDashboard,
  products: IconPackage,
  pricelists: IconTags,
  accounts: IconSitemap,
  deals: IconBriefcase2,
  'sell-in': IconShoppingCart,
  stocks: IconStack2,
  'sell-out': IconReceipt,
  licenses: IconKey,
  renewals: IconCalendarRepeat,
  certifications: IconCertificate,
  audit: IconHistory,
  'reports-licenses': IconChartBar,
  'reports-month': IconCalendar,
  'brand-assets': IconPalette,
  'knowledge-base': IconBook2,
  'help-desk': IconLifebuoy,
  settings: IconSettings,
  installation: IconComponents,
  ds: IconComponents,
}

export function useOfferedEntries(): OfferedEntry[] {
  const me = useMe()
  const { account, permissions, isOperator } = me
  return offered(menu, useTenant(), { level: account.level, permissions, administers: administers(me), isOperator })
}

interface MenuEntriesProps {
  /** Shows only the icons; the names become tooltips. */
  collapsed?: boolean
  onChoose?: () => void
}

/** The menu entries that the reader may see, in their groups. */
export function MenuEntries({ collapsed = false, onChoose }: MenuEntriesProps) {
  const { t } = useTranslation()
  const entries = useOfferedEntries()
  const groups = [undefined, 'reports', 'marketing', 'support', 'portal', 'development'] as const
  return (
    <nav aria-label={t('menu.label')} data-collapsed={collapsed || undefined}>
      {groups.map((group) => {
        const members = entries.filter((entry) => entry.group === group)
        if (members.length === 0) return null
        return (
          <div key={group ?? 'main'} className={styles.group}>
            {group && <p className={styles.heading}>{t(`menu.groups.${group}`)}</p>}
            <Stack as="ul" gap="0.125rem">
              {members.map((entry) => (
                <li key={entry.name}>
                  <EntryLink entry={entry} collapsed={collapsed} onChoose={onChoose} />
                </li>
              ))}
            </Stack>
          </div>
        )
      })}
    </nav>
  )
}

interface EntryLinkProps {
  entry: OfferedEntry
  collapsed: boolean
  onChoose: (() => void) | undefined
}

function EntryLink({ entry, collapsed, onChoose }: EntryLinkProps) {
  const { t } = useTranslation()
  const Icon = icons[entry.name]
  const label = t(`menu.${entry.name}`)
  const inside = (
    <>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={styles.word}>{label}</span>
    </>
  )
  const hint = collapsed ? label : undefined
  if (entry.path === undefined) {
    return (
      <a
        className={styles.entry}
        href={entry.href}
        target="_blank"
        rel="noopener noreferrer"
        title={hint}
        onClick={onChoose}
      >
        {inside}
        <IconExternalLink size={14} stroke={1.6} aria-hidden className={styles.outside} />
        <VisuallyHidden>, {t('menu.newWindow')}</VisuallyHidden>
      </a>
    )
  }
  return (
    <Link
      className={styles.entry}
      // The cast is needed because the menu is data; an end-to-end test checks that every path has a screen.
      to={entry.path as '/dashboard'}
      activeOptions={{ exact: false, includeSearch: false }}
      preload="intent"
      title={hint}
      onClick={onChoose}
    >
      {inside}
    </Link>
  )
}
