import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../Button.tsx'
import { Popup, usePopup } from '../Popup.tsx'
import { FilterForm, type FilterFormProps } from './forms.ts'

/** The button that opens the filter of one column. */
export function FilterButton({ filter, header, list }: Omit<FilterFormProps, 'onDone'>) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  const isOn = (list.state.filters[filter.field]?.length ?? 0) > 0
  const Icon = isOn ? IconFilterFilled : IconFilter
  const label = t('table.filterBy', { column: header })
  return (
    <>
      <IconButton
        size={24}
        color={isOn ? 'brand' : 'gray'}
        aria-label={label}
        onPointerEnter={FilterForm.fetch}
        onFocus={FilterForm.fetch}
        {...popup.opener}
      >
        <Icon size={14} aria-hidden />
      </IconButton>
      <Popup popup={popup} label={label} width={260}>
        <FilterForm filter={filter} header={header} list={list} onDone={popup.close} />
      </Popup>
    </>
  )
}
