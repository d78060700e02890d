import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { maximumLimit } from '@trellis/contract/search'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'

const allLists = queryOf(priceLists.search, {
  body: { limit: maximumLimit, sortBy: [{ field: 'name' }], includeChildren: true },
})

interface ListSelectProps {
  value: string | null
  onChange: (priceListId: string | null) => void
  /** Why a list cannot be chosen; null when it can, false when it is not offered at all. */
  whyNot: (list: PriceList) => string | null | false
}

/** Chooses a price list by its name and owner. */
export function ListSelect({ value, onChange, whyNot }: ListSelectProps) {
  const { t } = useTranslation('priceLists')
  const { data, error, isPending } = useQuery(allLists)
  if (error !== null && data === undefined) return <ErrorBlock error={error} shape="line" />
  return (
    <Select
      role="combobox"
      label={t('copy.list')}
      withAsterisk
      data-autofocus
      loading={isPending}
      searchable
      value={value}
      onChange={onChange}
      nothingFoundMessage={t('copy.none')}
      data={(data?.items ?? []).flatMap((list) => {
        const why = whyNot(list)
        const label = [list.name, list.accountName, why].filter(Boolean).join(' · ')
        return why === false ? [] : [{ value: list.priceListId, label, disabled: why !== null }]
      })}
    />
  )
}
