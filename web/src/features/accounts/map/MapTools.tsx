import { Select, Switch } from '@mantine/core'
import { IconArrowsMaximize, IconFoldDown, IconFoldUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { type ComponentType, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/Button.tsx'
import { DateInput } from '../../../ui/DateInput.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { TreeSelect } from '../../../ui/TreeSelect.tsx'
import type { TreeNode } from '../../../ui/tree.ts'
import styles from './map.module.css'
import { type MapFilters, type MapPeriod, mapPeriods } from './period.ts'
import type { MapNode } from './tree.ts'

interface MapFilterBarProps {
  root: MapNode | null
  filters: MapFilters
  change: (patch: Partial<MapFilters>) => void
  find: (id: string) => void
}

/** The filters of the map: period, expired licenses, and the search for an account. */
export function MapFilterBar({ root, filters, change, find }: MapFilterBarProps) {
  const { t } = useTranslation('networkMap')
  const roots = useMemo((): TreeNode[] => (root === null ? [] : [branchOf(root)]), [root])
  return (
    <search className={styles.filters} aria-label={t('filters')}>
      <Select
        label={t('period')}
        data={mapPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={filters.period}
        allowDeselect={false}
        onChange={(period) => change({ period: period as MapPeriod })}
      />
      {filters.period === 'custom' && (
        <>
          <DateInput
            label={t('from')}
            value={filters.from}
            clearable={false}
            maximum={filters.to}
            onChange={(from) => change({ from: from ?? filters.to })}
          />
          <DateInput
            label={t('to')}
            value={filters.to}
            clearable={false}
            {...(filters.from === null ? {} : { minimum: filters.from })}
            onChange={(to) => to !== null && change({ to })}
          />
        </>
      )}
      <TreeSelect
        label={t('find')}
        placeholder={t('findPlaceholder')}
        roots={roots}
        value={null}
        onChange={(id) => id !== null && find(id)}
      />
      <Switch
        className={styles.switch ?? ''}
        label={t('onlyExpired')}
        checked={filters.onlyExpired}
        disabled={root?.expiredLicenses === null}
        onChange={({ currentTarget }) => change({ onlyExpired: currentTarget.checked })}
      />
    </search>
  )
}

const branchOf = ({ id, name, code, children }: MapNode): TreeNode => ({
  id,
  name,
  hint: code,
  children: children.map(branchOf),
})

interface MapButtonsProps {
  zoom: (factor: number) => void
  fit: () => void
  openAll: () => void
  closeAll: () => void
}

/** Buttons for zoom and expanding, for users without keyboard or mouse wheel. */
export function MapButtons({ zoom, fit, openAll, closeAll }: MapButtonsProps) {
  const { t } = useTranslation('networkMap')
  const buttons: [string, ComponentType<{ size: number }>, () => void][] = [
    [t('larger'), IconPlus, () => zoom(1.4)],
    [t('smaller'), IconMinus, () => zoom(1 / 1.4)],
    [t('fit'), IconArrowsMaximize, fit],
    [t('openAll'), IconFoldDown, openAll],
    [t('closeAll'), IconFoldUp, closeAll],
  ]
  return (
    <div className={styles.buttons} role="toolbar" aria-label={t('view')}>
      {buttons.map(([label, Icon, act]) => (
        <Tooltip key={label} label={label}>
          <IconButton variant="default" aria-label={label} onClick={act}>
            <Icon size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      ))}
    </div>
  )
}
