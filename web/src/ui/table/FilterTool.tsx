import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import type { Column } from '../columns.ts'
import { fetchDates } from '../DateRange.tsx'
import type { List } from '../list.ts'
import { Popup, usePopup } from '../Popup.tsx'
import type { ListFilters } from './filters.ts'
import { FilterMenu } from './forms.ts'

interface FilterToolProps<Item> {
  list: List<Item>
  columns: readonly Column<Item>[]
  filters: ListFilters | undefined
}

/** The one button that narrows a list. */
export function FilterTool<Item>({ list, columns, filters }: FilterToolProps<Item>) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  const ofColumns = columns.flatMap(({ header, filter }) => (filter ? [{ header, filter }] : []))
  if (ofColumns.length === 0 && filters === undefined) return null
  const fetch = () => {
    FilterMenu.fetch()
    if (filters?.dates || filters?.ranges) fetchDates()
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onPointerEnter={fetch}
        onFocus={fetch}
        {...popup.opener}
      >
        {t('table.filter')}
      </Button>
      <Popup popup={popup} label={t('filters')} width={320}>
        <FilterMenu list={list as List<unknown>} columns={ofColumns} filters={filters} close={popup.close} />
      </Popup>
    </>
  )
}
