import { ActionIcon, Button } from '@mantine/core'
import { IconColumns3, IconFilter, IconKeyboard, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import styles from '../DataTable.module.css'
import type { Selection } from '../DataTable.tsx'
import { type List, withFilter } from '../list.ts'
import { Popup, usePopup } from '../Popup.tsx'
import { ExportTool } from './ExportTool.tsx'
import { ColumnChoice, FilterForm, KeyHelp } from './forms.ts'
import type { RowKeys } from './useRowKeys.ts'

interface ToolbarProps<Row> {
  list: List<Row>
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  toggle(id: string, shown: boolean): void
  exportAs: string | undefined
  narrow: boolean
  selection: Selection<Row> | undefined
  keys: RowKeys | undefined
  children: ReactNode
}

/** Everything above the rows: filters, the table's tools, and the active filters. */
export function Toolbar<Row>({
  list,
  columns,
  shown,
  toggle,
  exportAs,
  narrow,
  selection,
  keys,
  children,
}: ToolbarProps<Row>) {
  const { t } = useTranslation('ui')
  const hideable = columns.filter((column, index) => index > 0 && column.hideable !== false)
  const chosen = selection?.selected.size ?? 0
  // A list that failed, or that is empty without filters, needs no column choice and no export.
  const isBare = list.status === 'error' || (list.status === 'ready' && list.count === 0)
  const hasNarrowTools = narrow && !isBare && columns.some(({ sort, filter }) => sort || filter)
  const hasTools = !isBare && (hideable.length > 0 || exportAs !== undefined)
  return (
    <>
      {(children || hasTools || hasNarrowTools) && (
        <div className={styles.toolbar}>
          <div className={styles.toolbarStart}>{children}</div>
          <div className={styles.tools}>
            {hasNarrowTools && <NarrowTools list={list} columns={columns} />}
            {!narrow && hasTools && hideable.length > 0 && (
              <ColumnChooser hideable={hideable} shown={shown} toggle={toggle} />
            )}
            {hasTools && exportAs && <ExportTool list={list} shown={shown} name={exportAs} narrow={narrow} />}
          </div>
        </div>
      )}
      {keys?.helpOpened && <KeyHelp actions={keys.actions} onClose={() => keys.setHelp(false)} />}
      <Applied list={list} columns={columns} />
      {selection && chosen > 0 && (
        <div className={styles.selection}>
          <span>{t('table.selected', { count: chosen })}</span>
          {selection.actions}
          <Button variant="subtle" color="gray" size="xs" onClick={() => selection.onChange(new Set())}>
            {t('table.clearSelection')}
          </Button>
          {!narrow && keys && (
            <ActionIcon
              size="md"
              aria-label={t('keys.title')}
              title={t('keys.title')}
              onPointerEnter={KeyHelp.fetch}
              onClick={() => keys.setHelp(true)}
            >
              <IconKeyboard size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
    </>
  )
}

interface ColumnChooserProps<Row> extends Pick<ToolbarProps<Row>, 'shown' | 'toggle'> {
  hideable: readonly Column<Row>[]
}

function ColumnChooser<Row>({ hideable, shown, toggle }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconColumns3 size={16} aria-hidden />}
        onPointerEnter={ColumnChoice.fetch}
        onFocus={ColumnChoice.fetch}
        {...popup.opener}
      >
        {t('table.columns')}
      </Button>
      <Popup popup={popup} label={t('table.columns')} align="end">
        <ColumnChoice columns={hideable} isShown={(id) => shown.some((column) => column.id === id)} toggle={toggle} />
      </Popup>
    </>
  )
}

/** The active filters, each with a remove button. */
function Applied<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation('ui')
  const applied = columns.flatMap(({ header, filter }) =>
    filter ? (list.state.filters[filter.field] ?? []).map((value) => ({ header, filter, value })) : [],
  )
  if (applied.length === 0) return null
  return (
    <ul className={styles.pills} aria-label={t('table.applied')}>
      {applied.map(({ header, filter, value }) => {
        const words = `${header}: ${filter.options?.find((option) => option.value === value)?.label ?? value}`
        const others = (list.state.filters[filter.field] ?? []).filter((other) => other !== value)
        return (
          <li key={filter.field + value} className={styles.pill}>
            {words}
            <button
              type="button"
              className={styles.pillButton}
              aria-label={t('table.removeFilter', { filter: words })}
              onClick={() => list.change(withFilter(list.state, filter.field, others))}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        )
      })}
      {applied.length > 1 && list.count > 0 && (
        <li>
          <button type="button" className={styles.plain} onClick={() => list.change({ filters: {}, page: 1 })}>
            {t('table.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  )
}

/** Sorting and filters for cards, which have no column headers. */
function NarrowTools<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  const [field, setField] = useState<string | null>(null)
  const sortable = columns.filter((column) => column.sort)
  const filterable = columns.flatMap(({ header, filter }) => (filter ? [{ header, filter }] : []))
  const open = filterable.find(({ filter }) => filter.field === field) ?? filterable[0]
  const { sort } = list.state
  return (
    <>
      {sortable.length > 0 && (
        <select
          className={styles.select}
          aria-label={t('table.sort')}
          value={sort ? `${sort.field} ${sort.direction}` : ''}
          onChange={({ currentTarget }) => {
            const [by, direction] = currentTarget.value.split(' ')
            list.change({ sort: by ? { field: by, direction: direction === 'desc' ? 'desc' : 'asc' } : null, page: 1 })
          }}
        >
          <option value="">{t('table.sort')}</option>
          {sortable.flatMap((column) => [
            <option key={`${column.id} asc`} value={`${column.sort} asc`}>{`${column.header} ↑`}</option>,
            <option key={`${column.id} desc`} value={`${column.sort} desc`}>{`${column.header} ↓`}</option>,
          ])}
        </select>
      )}
      {open && (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFilter size={16} aria-hidden />}
            onPointerEnter={FilterForm.fetch}
            onFocus={FilterForm.fetch}
            {...popup.opener}
          >
            {t('filters')}
          </Button>
          <Popup popup={popup} label={t('filters')} width={280}>
            {filterable.length > 1 && (
              <select
                className={styles.whichFilter}
                aria-label={t('table.filterColumn')}
                value={open.filter.field}
                onChange={({ currentTarget }) => setField(currentTarget.value)}
              >
                {filterable.map(({ header, filter }) => (
                  <option key={filter.field} value={filter.field}>
                    {header}
                  </option>
                ))}
              </select>
            )}
            <FilterForm key={open.filter.field} {...open} list={list} onDone={popup.close} />
          </Popup>
        </>
      )}
    </>
  )
}
