import { IconKeyboard, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ActionMenu.tsx'
import { Button, IconButton } from '../Button.tsx'
import { type Column, hideableOf } from '../columns.ts'
import table from '../DataTable.module.css'
import type { Selection } from '../DataTable.tsx'
import { setKeyHelp } from '../keys.ts'
import { Row } from '../layout.tsx'
import { type LinkedFilter, type List, withFilter } from '../list.ts'
import { useLocale } from '../locale.tsx'
import { SearchInput } from '../SearchInput.tsx'
import { ExportTool } from './ExportTool.tsx'
import { FilterTool } from './FilterTool.tsx'
import { chipsOf, type ListFilters, withoutChips } from './filters.ts'
import { KeyHelp } from './forms.ts'
import { MoreTool } from './MoreTool.tsx'
import { SortSelect } from './SortSelect.tsx'
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
  filters: ListFilters | undefined
  actions: readonly Action[]
  find: string | undefined
  heading: ReactNode
  create: ReactNode
  children: ReactNode
}

/** The one line above the rows: search, filter, the filters that are set, and the tools of the table. */
export function Toolbar<Item>(props: ToolbarProps<Item>) {
  const { list, columns, shown, toggle, exportAs, narrow, selection, linked, filters, actions, find, children } = props
  const { heading, create } = props
  const { t } = useTranslation('ui')
  // A list that failed, or that is empty without filters, needs no column choice and no export.
  const isBare = list.status === 'error' || (list.status === 'ready' && list.count === 0)
  const sortable = columns.filter(({ sort }) => sort)
  const isFiltered = list.searchedBy !== undefined || filters !== undefined
  const hasTools = hideableOf(columns).length > 0 || exportAs !== undefined
  // Beside the views the tools keep their place, so that these do not move when the list turns out to be empty.
  const hasMore = actions.length > 0 || (hasTools && (!isBare || list.views !== undefined))
  const hasNarrowSort = narrow && (!isBare || list.views !== undefined) && sortable.length > 0
  return (
    <>
      {(heading || children || create || isFiltered || list.views || hasMore || hasNarrowSort) && (
        <Row justify="between" className={styles.toolbar} data-plain={isFiltered ? undefined : true}>
          <Row className={styles.filters}>
            {heading}
            {list.searchedBy && <Find list={list} field={list.searchedBy} label={find ?? t('search.placeholder')} />}
            {isFiltered && <FilterTool list={list} columns={columns} filters={filters} />}
            {children}
            <Applied list={list} columns={columns} linked={linked} filters={filters} />
          </Row>
          <Row gap="0.375rem" nowrap className={styles.tools}>
            {hasNarrowSort && (
              <span style={{ visibility: isBare ? 'hidden' : undefined }}>
                <SortSelect list={list} columns={sortable} />
              </span>
            )}
            {create && <span className={styles.create}>{create}</span>}
            {list.views && <Views views={list.views} shown={shown.map(({ id }) => id)} />}
            {hasMore && (
              <span style={{ visibility: isBare && actions.length === 0 ? 'hidden' : undefined }}>
                <MoreTool
                  list={list}
                  columns={columns}
                  shown={shown}
                  toggle={toggle}
                  name={isBare ? undefined : exportAs}
                  narrow={narrow}
                  selected={selection?.selected}
                  actions={actions}
                />
              </span>
            )}
          </Row>
        </Row>
      )}
      {list.staleSort && (
        <Row justify="between" className={table.bar} role="status">
          {t('table.staleSort')}
          <button type="button" className={table.plain} onClick={() => list.change({})}>
            {t('close')}
          </button>
        </Row>
      )}
      {selection && selection.selected.size > 0 && <Chosen {...props} selection={selection} />}
    </>
  )
}

/** How many rows are selected, and what can be done with them. */
function Chosen<Item>({
  list,
  shown,
  exportAs,
  narrow,
  selection,
}: ToolbarProps<Item> & { selection: Selection<Item> }) {
  const { t } = useTranslation('ui')
  const { selected } = selection
  return (
    <Row gap="md" className={`${table.bar} ${styles.chosen}`}>
      <span>{t('table.selected', { count: selected.size })}</span>
      {selection.actions}
      {exportAs && list.save && list.maximumSaved !== undefined && (
        <ExportTool list={list} shown={shown} name={exportAs} selected={selected} />
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={() => selection.onChange(new Set())}>
        {t('table.clearSelection')}
      </Button>
      {!narrow && (
        <IconButton
          size="md"
          aria-label={t('keys.title')}
          title={t('keys.title')}
          onPointerEnter={KeyHelp.fetch}
          onClick={() => setKeyHelp(true)}
        >
          <IconKeyboard size={18} stroke={1.6} aria-hidden />
        </IconButton>
      )}
    </Row>
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

/** The filters that are set, each with a remove button. */
function Applied<Item>({
  list,
  columns,
  linked,
  filters,
}: Pick<ToolbarProps<Item>, 'list' | 'columns' | 'linked' | 'filters'>) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
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
  const others = chipsOf(list as List<unknown>, filters, { onlyThis: t('table.onlyThis'), language })
  const applied = [...ofColumns, ...linked, ...others]
  if (applied.length === 0) return null
  return (
    <Row as="ul" gap="0.375rem" aria-label={t('table.applied')}>
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
            onClick={() =>
              list.change(withoutChips(list as List<unknown>, linked.length > 0 || filters?.ranges !== undefined))
            }
          >
            {t('table.clearFilters')}
          </button>
        </li>
      )}
    </Row>
  )
}
