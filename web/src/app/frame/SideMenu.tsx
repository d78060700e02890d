import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../ui/layout.tsx'
import styles from './MenuEntries.module.css'
import { MenuEntries } from './MenuEntries.tsx'

/** The menu beside the content on wide screens; collapsed, it shows only icons. */
export function SideMenu({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const { t } = useTranslation()
  const Chevrons = collapsed ? IconChevronsRight : IconChevronsLeft
  const label = t(collapsed ? 'menu.expand' : 'menu.collapse')
  return (
    <Stack className={styles.side} data-collapsed={collapsed || undefined}>
      <MenuEntries collapsed={collapsed} />
      <button type="button" className={styles.collapse} onClick={onCollapse} aria-expanded={!collapsed} title={label}>
        <Chevrons size={18} stroke={1.6} aria-hidden />
        <span className={styles.word}>{label}</span>
      </button>
    </Stack>
  )
}
