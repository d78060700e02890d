import { ActionIcon, Button } from '@mantine/core'
import { IconColumns3, IconFilter, IconKeyboard, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import table from '../DataTable.module.css'
import type { Selection } from '../DataTable.tsx'
import { setKeyHelp } from '../keys.ts'
import { Row } from '../layout.tsx'
import { type LinkedFilter, type List, withFilter } from '../list.ts'
import { NativeSelect } from '../NativeSelect.tsx'
import { Popup, usePopup } from '../Popup.tsx'
import { SearchInput } from '../SearchInput.tsx'
import { ExportTool } from './ExportTool.tsx'
import { ColumnChoice, FilterForm, KeyHelp } from './forms.ts'
import styles from './Toolbar.module.css'
import { Views } from './Views.tsx'

interface ToolbarProps<Item> {
  list: List<Item>
  columns: readonly Column<Item>[]
  shown: readonly Column<Item>[]
  toggle(id: string, shown: boolean): void
  exportAs: string | undefined
  narrow: boolean
  selection: Selection<Item> | undefined
  linked: readonly LinkedFilter[]
  find: string | undefined
  children: ReactNode
}

/** Everything above the rows: filters, the table's tools, and the active filters. */
export function Toolbar<Item>(props: ToolbarProps<Item>) {
  const { list, columns, shown, toggle, exportAs, narrow, selection, linked, find, children } = props
  const { t } = useTranslation('ui')
  const hideable = columns.filter((column, index) => index > 0 && column.hideable !== false)
  const chosen = selection?.selected.size ?? 0
  // A list that failed, or that is empty without filters, needs no column choice and no export.
  const isBare = list.status === 'error' || (list.status === 'ready' && list.count === 0)
  const hasNarrowTools = narrow && !isBare && columns.some(({ sort, filter }) => sort || filter)
  const mayHaveTools = hideable.length > 0 || exportAs !== undefined
  const hasTools = !isBare && mayHaveTools
  // Beside the views the tools keep their place, so that these do not move when the list turns out to be empty.
  const keepsTools = mayHaveTools && (!isBare || list.views !== undefined)
  const tool = { gap: '0.375rem', style: { visibility: isBare ? 'hidden' : undefined } } as const
  return (
    <>
      {(children || list.searchedBy || list.views || hasTools || hasNarrowTools) && (
        <Row justify="between" className={styles.toolbar}>
          <Row className={styles.filters}>
            {list.searchedBy && <Find list={list} field={list.searchedBy} label={find ?? t('search.placeholder')} />}
            {children}
          </Row>
          <Row gap="0.375rem" className={styles.tools}>
            {list.views && <Views views={list.views} shown={shown.map(({ id }) => id)} />}
            {hasNarrowTools && <NarrowTools list={list} columns={columns} />}
            {keepsTools && (
              <Row {...tool}>
                {!narrow && hideable.length > 0 && <ColumnChooser hideable={hideable} shown={shown} toggle={toggle} />}
                {exportAs && (
                  <ExportTool
                    list={list}
                    shown={shown}
                    name={exportAs}
                    narrow={narrow}
                    selected={selection?.selected}
                  />
                )}
              </Row>
            )}
          </Row>
        </Row>
      )}
      <Applied list={list} columns={columns} linked={linked} />
      {list.staleSort && (
        <Row justify="between" className={table.bar} role="status">
          {t('table.staleSort')}
          <button type="button" className={table.plain} onClick={() => list.change({})}>
            {t('close')}
          </button>
        </Row>
      )}
      {selection && chosen > 0 && (
        <Row gap="md" className={table.bar} style={{ background: 'var(--ui-brand-soft)', fontWeight: 550 }}>
          <span>{t('table.selected', { count: chosen })}</span>
          {selection.actions}
          <Button variant="subtle" color="gray" size="xs" onClick={() => selection.onChange(new Set())}>
            {t('table.clearSelection')}
          </Button>
          {!narrow && (
            <ActionIcon
              size="md"
              aria-label={t('keys.title')}
              title={t('keys.title')}
              onPointerEnter={KeyHelp.fetch}
              onClick={() => setKeyHelp(true)}
            >
              <IconKeyboard size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </Row>
      )}
    </>
  )
}

/** The search field of the list: words in any order. */
function Find<Item>({ list, field, label }: { list: List<Item>; field: string; label: string }) {
  return (
    <SearchInput
      label={label}
      value={list.state.filters[field]?.[0] ?? ''}
      onChange={(text) => list.change(withFilter(list.state, field, text === '' ? [] : [text]))}
      hasKey
    />
  )
}

interface ColumnChooserProps<Item> extends Pick<ToolbarProps<Item>, 'shown' | 'toggle'> {
  hideable: readonly Column<Item>[]
}

function ColumnChooser<Item>({ hideable, shown, toggle }: ColumnChooserProps<Item>) {
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
function Applied<Item>({ list, columns, linked }: Pick<ToolbarProps<Item>, 'list' | 'columns' | 'linked'>) {
  const { t } = useTranslation('ui')
  const ofColumns = columns.flatMap(({ header, filter }): LinkedFilter[] => {
    if (filter === undefined) return []
    const values = list.state.filters[filter.field] ?? []
    return values.map((value) => ({
      words: `${header}: ${filter.options?.find((option) => option.value === value)?.label ?? value}`,
      without: withFilter(
        list.state,
        filter.field,
        values.filter((other) => other !== value),
      ),
    }))
  })
  const applied = [...ofColumns, ...linked]
  if (applied.length === 0) return null
  return (
    <Row as="ul" gap="0.375rem" className={styles.pills} aria-label={t('table.applied')}>
      {applied.map(({ words, without }) => (
        <li key={words} className={styles.pill}>
          {words}
          <button
            type="button"
            className={styles.pillButton}
            aria-label={t('table.removeFilter', { filter: words })}
            onClick={() => list.change(without)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      {applied.length > 1 && list.count > 0 && (
        <li>
          <button
            type="button"
            className={table.plain}
            onClick={() => list.change({ filters: {}, ...(linked.length > 0 && { ranges: undefined }), page: 1 })}
          >
            {t('table.clearFilters')}
          </button>
        </li>
      )}
    </Row>
  )
}

/** Sorting and filters for cards, which have no column headers. */
function NarrowTools<Item>({ list, columns }: { list: List<Item>; columns: readonly Column<Item>[] }) {
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
        <NativeSelect
          aria-label={t('table.sort')}
          value={sort ? `${sort.field} ${sort.direction}` : ''}
          onChange={(chosen) => {
            const [by, direction] = chosen.split(' ')
            list.change({ sort: by ? { field: by, direction: direction === 'desc' ? 'desc' : 'asc' } : null, page: 1 })
          }}
        >
          <option value="">{t('table.sort')}</option>
          {sortable.flatMap((column) => [
            <option key={`${column.id} asc`} value={`${column.sort} asc`}>{`${column.header} ↑`}</option>,
            <option key={`${column.id} desc`} value={`${column.sort} desc`}>{`${column.header} ↓`}</option>,
          ])}
        </NativeSelect>
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
              <NativeSelect
                tall
                style={{ width: '100%', marginBottom: '0.75rem' }}
                aria-label={t('table.filterColumn')}
                value={open.filter.field}
                onChange={setField}
              >
                {filterable.map(({ header, filter }) => (
                  <option key={filter.field} value={filter.field}>
                    {header}
                  </option>
                ))}
              </NativeSelect>
            )}
            <FilterForm key={open.filter.field} {...open} list={list} onDone={popup.close} />
          </Popup>
        </>
      )}
    </>
  )
}
