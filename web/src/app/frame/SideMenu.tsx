import { CloseButton, Drawer, Tooltip } from '@mantine/core'
import {
  IconBook2,
  IconBriefcase2,
  IconChartBar,
  IconChevronsLeft,
  IconChevronsRight,
  IconComponents,
  IconExternalLink,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconPackage,
  IconPalette,
  IconReceipt,
  IconShoppingCart,
  IconSitemap,
  IconStack2,
  IconTags,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MenuEntry } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { useMe, useTenant } from '../me.ts'
import { menu, type OfferedEntry, offered } from '../menu.ts'
import styles from './SideMenu.module.css'

const icons: Record<MenuEntry, TablerIcon> = {
  dashboard: IconLayoutDashboard,
  products: IconPackage,
  pricelists: IconTags,
  accounts: IconSitemap,
  deals: IconBriefcase2,
  'sell-in': IconShoppingCart,
  stocks: IconStack2,
  'sell-out': IconReceipt,
  licenses: IconKey,
  'reports-licenses': IconChartBar,
  'brand-assets': IconPalette,
  'knowledge-base': IconBook2,
  'help-desk': IconLifebuoy,
  ds: IconComponents,
}

export function useOfferedEntries(): OfferedEntry[] {
  return offered(menu, useTenant(), useMe().account.level)
}

/** Beside the content on wide screens; collapsed, it shows icons only. */
export function SideMenu({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const { t } = useTranslation()
  const Chevrons = collapsed ? IconChevronsRight : IconChevronsLeft
  const label = t(collapsed ? 'menu.expand' : 'menu.collapse')
  return (
    <div className={styles.side} data-collapsed={collapsed || undefined}>
      <Entries collapsed={collapsed} />
      <button type="button" className={styles.collapse} onClick={onCollapse} aria-expanded={!collapsed} title={label}>
        <Chevrons size={18} stroke={1.6} aria-hidden />
        <span className={styles.word}>{label}</span>
      </button>
    </div>
  )
}

/** Over the content on small ones; choosing an entry closes it. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { tenantName } = useTenant()
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="17rem" padding={0}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('menu.label')}>
        <div className={styles.drawerHead}>
          <span className={styles.drawerName}>{tenantName}</span>
          <CloseButton size="lg" onClick={onClose} aria-label={t('menu.close')} />
        </div>
        <div className={styles.drawer}>
          <Entries collapsed={false} onChoose={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Entries({ collapsed, onChoose }: { collapsed: boolean; onChoose?: () => void }) {
  const { t } = useTranslation()
  const entries = useOfferedEntries()
  const groups = [undefined, 'reports', 'marketing', 'support', 'development'] as const
  return (
    <nav aria-label={t('menu.label')} className={styles.menu}>
      {groups.map((group) => {
        const members = entries.filter((entry) => entry.group === group)
        if (members.length === 0) return null
        return (
          <div key={group ?? 'main'} className={styles.group}>
            {group && <p className={styles.heading}>{t(`menu.groups.${group}`)}</p>}
            <ul className={styles.list}>
              {members.map((entry) => (
                <li key={entry.name}>
                  <EntryLink entry={entry} collapsed={collapsed} onChoose={onChoose} />
                </li>
              ))}
            </ul>
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
      <Icon size={20} stroke={1.6} aria-hidden className={styles.icon} />
      <span className={styles.word}>{label}</span>
    </>
  )
  const link =
    entry.path === undefined ? (
      <a className={styles.entry} href={entry.href} target="_blank" rel="noopener noreferrer" onClick={onChoose}>
        {inside}
        <IconExternalLink size={14} stroke={1.6} aria-hidden className={styles.outside} />
        <span className={styles.hidden}>, {t('menu.newWindow')}</span>
      </a>
    ) : (
      <Link
        className={styles.entry}
        // The table is data; that its paths are those of screens is what the end-to-end journey walks.
        to={entry.path as '/dashboard'}
        activeOptions={{ exact: false, includeSearch: false }}
        preload="intent"
        onClick={onChoose}
      >
        {inside}
      </Link>
    )
  return (
    <Tooltip label={label} position="right" disabled={!collapsed} tt="none">
      {link}
    </Tooltip>
  )
}
