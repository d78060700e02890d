import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from './ActionMenu.tsx'
import { type Column, useColumnChoice } from './columns.ts'
import styles from './DataTable.module.css'
import { Empty } from './Empty.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'
import { Stack } from './layout.tsx'
import { isNarrowed, type LinkedFilter, type List, type ListState, unfiltered } from './list.ts'
import type { Groups } from './table/body.ts'
import { Cards } from './table/Cards.tsx'
import { useChoosing } from './table/choosing.ts'
import type { ListFilters } from './table/filters.ts'
import { NewRows } from './table/NewRows.tsx'
import { Paging } from './table/Paging.tsx'
import { Rows } from './table/Rows.tsx'
import { Toolbar } from './table/Toolbar.tsx'
import { useRowKeys } from './table/useRowKeys.ts'
import { useMediaQuery } from './useMediaQuery.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { useErrorWords } from './words.tsx'

export interface Selection<Row> {
  /** The keys of the selected rows, on all pages. */
  selected: ReadonlySet<string>
  onChange(selected: ReadonlySet<string>): void
  /** Accessible name of a row's checkbox. */
  rowLabel(row: Row): string
  /** Whether a row can be selected; by default every row. */
  isSelectable?(row: Row): boolean
  /** Buttons for actions on the selected rows. */
  actions?: ReactNode
  /** Single keys that run an action. `row` is the key of the row that has the focus, if it can be selected. */
  actionKeys?: readonly { key: string; label: string; run(row: string | null): void }[]
}

export interface DataTableProps<Row, Answer = unknown> {
  list: List<Row, Answer>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  /** Accessible name of the table; it is also the key under which this browser remembers the columns of a list without `columns`. */
  label: string
  /** Shown when the list has no rows at all. When filters exclude every row, the table shows its own message. */
  empty?: ReactNode
  /** Title shown when the request failed: "Error fetching accounts". */
  failed?: string
  /** Shown below the rows, for totals that do not fit under a column. */
  footer?: ReactNode | ((list: List<Row, Answer>) => ReactNode)
  /**
   * The URL that a click on the row opens. The first column's cell becomes the link, so it must not contain a
   * link itself.
   */
  rowLink?(row: Row): string | null | undefined
  selection?: Selection<Row>
  /** File name of the export; without it the table has no export button. */
  exportAs?: string
  /** Active filters that no column has. */
  linked?: readonly LinkedFilter[]
  /** What the search field above the rows looks in: "Code, reference, buyer or vendor". */
  find?: string
  /** The filters that no column has; they stand behind the button *Filter*. */
  filters?: ListFilters
  /** Rows that belong together stand below a heading of their own; those of a group must follow each other. */
  groups?: Groups<Row>
  /** Entries in the menu of the list, above its own. */
  actions?: readonly Action[]
  /** The heading of a table that shares its page with others, in the line of its tools. */
  heading?: ReactNode
  /** A tool that has to be in sight, behind the filters. */
  toolbar?: ReactNode
  /** The button that makes a new record, where the page has others of its own. */
  create?: ReactNode
  /** False for short lists that are loaded whole: no page numbers and no page size. */
  paging?: boolean
}

/**
 * The only table component: server-side paging, sorting and filters, column choice, totals, row links,
 * selection, export, and its four states.
 */
export function DataTable<Row, Answer>(props: DataTableProps<Row, Answer>) {
  const {
    list,
    columns,
    rowKey,
    label,
    empty,
    failed,
    footer,
    rowLink,
    selection,
    exportAs,
    linked = [],
    filters,
    actions = [],
    groups,
    find,
    heading,
    toolbar,
    create,
    paging = true,
  } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const isNarrow = useMediaQuery('screen and (max-width: 48em)')
  const { shown, toggle } = useColumnChoice(label, columns, list.columns)
  const words = useErrorWords()
  // There is nothing to search or to export in what the reader may not see.
  const isRefused = list.status === 'error' && words(list.error).refused !== undefined
  const isEmpty = list.status === 'ready' && list.rows.length === 0
  const frame = useRef<HTMLDivElement>(null)
  const choosing = useChoosing(list.rows, rowKey, selection)
  useRowKeys(frame, list as List<Row>, choosing)
  const body = { list: list as List<Row>, columns: shown, rowKey, label, rowLink, choosing, groups, id }
  return (
    // A list that is loaded completely does not mark changes by others itself: its rows are compared as texts.
    <Stack ref={frame} gap="none" className={styles.list} data-places={'live' in list ? undefined : true}>
      {list.refreshing && <div className={styles.progress} aria-hidden />}
      <NewRows live={list.live} />
      {!isRefused && (
        <Toolbar
          list={list as List<Row>}
          columns={columns}
          shown={shown}
          toggle={toggle}
          exportAs={exportAs}
          narrow={isNarrow}
          selection={selection}
          linked={linked}
          filters={filters}
          actions={actions}
          find={find}
          heading={heading}
          create={create}
        >
          {toolbar}
        </Toolbar>
      )}
      {list.status === 'error' ? (
        <ErrorBlock error={list.error} title={failed ?? t('table.failed')} retry={list.retry} />
      ) : isEmpty ? (
        <Nothing list={list as List<Row>}>{empty}</Nothing>
      ) : isNarrow ? (
        <Cards {...body} />
      ) : (
        <Rows {...body} />
      )}
      {footer && list.status === 'ready' && !isEmpty && (
        <div className={styles.bar}>{typeof footer === 'function' ? footer(list) : footer}</div>
      )}
      {/* Below an outline it would move when the rows arrive. */}
      {paging && list.status === 'ready' && !isEmpty && (
        <Paging list={list} label={label} hasSelection={selection !== undefined} narrow={isNarrow} />
      )}
      <VisuallyHidden role="status">
        {list.status === 'ready' && !list.refreshing ? t('table.results', { count: list.count }) : ''}
      </VisuallyHidden>
    </Stack>
  )
}

/** An empty list shows the invitation; an empty filter result or a page past the end offers a way back. */
function Nothing<Row>({ list, children }: { list: List<Row>; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const wayBack = (label: string, patch: Partial<ListState>) => (
    <button type="button" className={styles.plain} onClick={() => list.change({ ...patch, page: 1 })}>
      {label}
    </button>
  )
  if (list.count > 0) return <Empty title={t('table.pastTheEnd')} action={wayBack(t('table.toFirstPage'), {})} />
  const behind = list.countBehindPreset
  if (!isNarrowed(list.state) || behind === 0) return children ?? <Empty title={t('table.nothingYet')} />
  if (behind !== undefined)
    return (
      <Empty
        title={t('table.nothingByPreset', { count: behind })}
        action={wayBack(t('table.showAll', { count: behind }), unfiltered)}
      />
    )
  return (
    <Empty title={t('table.nothingFound')} action={wayBack(t('table.clearFilters'), unfiltered)}>
      {t('table.nothingFoundText')}
    </Empty>
  )
}
