import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import { type List, nextSort } from '../list.ts'
import { FilterButton } from './FilterButton.tsx'
import styles from './Rows.module.css'

/** A column header with its sort button and its filter. */
export function ColumnHead<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { t } = useTranslation('ui')
  const { sort } = list.state
  const direction = column.sort && sort?.field === column.sort ? sort.direction : undefined
  const Icon = direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      <span className={styles.headCell}>
        {column.sort ? (
          <button
            type="button"
            className={styles.sort}
            data-active={direction ? true : undefined}
            title={t('table.sortBy', { column: column.header })}
            onClick={() => list.change({ sort: nextSort(sort, column.sort as string), page: 1 })}
          >
            {column.header}
            {direction && <Icon size={14} stroke={2} aria-hidden />}
          </button>
        ) : (
          column.header
        )}
        {column.filter && (
          <span className={styles.funnel}>
            <FilterButton filter={column.filter} header={column.header} list={list} />
          </span>
        )}
      </span>
    </th>
  )
}
