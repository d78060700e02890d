import { useId, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, useColumnChoice } from './columns.ts'
import styles from './DataTable.module.css'
import { Empty } from './Empty.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'
import { isNarrowed, type List } from './list.ts'
import { Cards } from './table/Cards.tsx'
import { Paging } from './table/Paging.tsx'
import { Rows } from './table/Rows.tsx'
import { Toolbar } from './table/Toolbar.tsx'

export interface Selection<Row> {
  /** The keys of the rows chosen, on whichever page they are. */
  selected: ReadonlySet<string>
  onChange(selected: ReadonlySet<string>): void
  /** Names a row for its checkbox. */
  rowLabel(row: Row): string
  /** What can be done with the rows chosen. */
  actions?: ReactNode
}

export interface DataTableProps<Row, Answer = unknown> {
  list: List<Row, Answer>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  /** Names the table for those who do not see it, and its choice of columns in this browser. */
  label: string
  /** What stands there when nothing exists yet. When filters leave nothing, the table says so itself. */
  empty?: ReactNode
  /** Said when the rows did not come: "Error fetching accounts". */
  failed?: string
  /** Stands below the rows, for what does not fit at the foot of a column. */
  footer?: ReactNode | ((list: List<Row, Answer>) => ReactNode)
  /** Where a click on the row leads; the first column's cell becomes the link and must not hold one of its own. */
  rowLink?(row: Row): string | null | undefined
  selection?: Selection<Row>
  /** The name of the file; with it what is on show can be exported. */
  exportAs?: string
  /** Stands at the head of the table, left of its own tools: a `FilterBar`. */
  toolbar?: ReactNode
  /** Short lists that come whole need neither pages nor sizes. */
  paging?: boolean
}

/** The one table: server paging, sort, filters, columns, sums, row links, selection, export, and its four states. */
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
    toolbar,
    paging = true,
  } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { shown, toggle } = useColumnChoice(label, columns)
  const isEmpty = list.status === 'ready' && list.rows.length === 0
  const body = { list: list as List<Row>, columns: shown, rowKey, label, rowLink, selection, id }
  return (
    <div className={styles.frame}>
      {list.refreshing && <div className={styles.progress} aria-hidden />}
      <Toolbar
        list={list as List<Row>}
        columns={columns}
        shown={shown}
        toggle={toggle}
        exportAs={exportAs}
        narrow={isNarrow}
        selection={selection}
      >
        {toolbar}
      </Toolbar>
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
        <div className={styles.footer}>{typeof footer === 'function' ? footer(list) : footer}</div>
      )}
      {paging && list.status !== 'error' && !isEmpty && <Paging list={list} label={label} />}
      <div role="status" className={styles.announcement}>
        {list.status === 'ready' && !list.refreshing ? t('table.results', { count: list.count }) : ''}
      </div>
    </div>
  )
}

/** Nothing at all is an invitation; nothing behind filters, or past the last page, is a way back. */
function Nothing<Row>({ list, children }: { list: List<Row>; children: ReactNode }) {
  const { t } = useTranslation('ui')
  if (list.count > 0) {
    return (
      <Empty
        title={t('table.pastTheEnd')}
        action={
          <button type="button" className={styles.plain} onClick={() => list.change({ page: 1 })}>
            {t('table.toFirstPage')}
          </button>
        }
      />
    )
  }
  if (!isNarrowed(list.state)) return children ?? <Empty title={t('table.nothingYet')} />
  return (
    <Empty
      title={t('table.nothingFound')}
      action={
        <button
          type="button"
          className={styles.plain}
          onClick={() => list.change({ filters: {}, from: undefined, to: undefined, page: 1 })}
        >
          {t('table.clearFilters')}
        </button>
      }
    >
      {t('table.nothingFoundText')}
    </Empty>
  )
}
