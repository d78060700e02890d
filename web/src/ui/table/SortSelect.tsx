import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import { NativeSelect } from '../NativeSelect.tsx'

interface SortSelectProps<Item> {
  list: List<Item>
  columns: readonly Column<Item>[]
}

/** The order of a list: for cards, which have no column headers, and for fields that stand in another one's column. */
export function SortSelect<Item>({ list, columns }: SortSelectProps<Item>) {
  const { t } = useTranslation('ui')
  const { sort } = list.state
  return (
    <NativeSelect
      aria-label={t('table.sort')}
      value={sort ? `${sort.field} ${sort.direction}` : ''}
      onChange={(chosen) => {
        const [by, direction] = chosen.split(' ')
        list.change({ sort: by ? { field: by, direction: direction === 'desc' ? 'desc' : 'asc' } : null, page: 1 })
      }}
    >
      <option value="">{t('table.sort')}</option>
      {columns.flatMap((column) => [
        <option key={`${column.id} asc`} value={`${column.sort} asc`}>{`${column.header} ↑`}</option>,
        <option key={`${column.id} desc`} value={`${column.sort} desc`}>{`${column.header} ↓`}</option>,
      ])}
    </NativeSelect>
  )
}
