import { MultiSelect, Select, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Interval, intervals } from '@trellis/contract/dashboard'
import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../app/AccountSelect.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { Columns } from '../../ui/layout.tsx'
import type { Filters } from './filters.ts'
import { productsQuery } from './queries.ts'

interface FilterPanelProps {
  filters: Filters
  change: (patch: Partial<Filters>) => void
}

/** The filters of all blocks of the dashboard: period, products, accounts. */
export function FilterPanel({ filters, change }: FilterPanelProps) {
  const { t } = useTranslation(['dashboard', 'common'])
  const { account } = useMe()
  const mayChoose = useCan('Accounts', 'r')
  const mayReadProducts = useCan('Products', 'r')
  const { data: products = [] } = useQuery({
    ...productsQuery(filters),
    placeholderData: keepPreviousData,
    enabled: mayReadProducts,
  })
  const isCustom = filters.interval === 'custom'
  const offered = products.map(({ productId, productName, sku }) => ({
    value: productId,
    label: `${productName} · ${sku}`,
  }))
  return (
    <Columns as="search" boxed min="10.5rem" gap="lg" align="end" style={{ padding: '1rem' }} aria-label={t('filters')}>
      <Select
        label={t('interval')}
        data={intervals.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        value={filters.interval}
        allowDeselect={false}
        onChange={(interval) => change({ interval: interval as Interval })}
      />
      <DateInput
        label={t('from')}
        value={filters.from}
        disabled={!isCustom}
        clearable={false}
        maximum={filters.to}
        onChange={(from) => change({ from: from ?? filters.to })}
      />
      <DateInput
        label={t('to')}
        value={filters.to}
        disabled={!isCustom}
        clearable={false}
        minimum={filters.from ?? undefined}
        onChange={(to) => to !== null && change({ to })}
      />
      {mayReadProducts && (
        <MultiSelect
          role="combobox"
          miw={0}
          label={t('products')}
          placeholder={filters.products.length === 0 ? t('allProducts') : ''}
          data={offered}
          value={filters.products.filter((id) => offered.some(({ value }) => value === id))}
          onChange={(chosen) => change({ products: chosen })}
          searchable
          clearable
          hidePickedOptions
          limit={200}
          nothingFoundMessage={t('noProducts')}
          clearButtonProps={{ 'aria-label': t('clearProducts') }}
        />
      )}
      {mayChoose && (
        <AccountSelect
          label={t('account')}
          required
          value={filters.accountId ?? account.accountId}
          onChange={(accountId) => change({ accountId: accountId === account.accountId ? null : accountId })}
        />
      )}
      <Switch
        style={{ alignSelf: 'center' }}
        label={t('common:scope.withBelow')}
        checked={filters.children}
        onChange={({ currentTarget }) => change({ children: currentTarget.checked })}
      />
    </Columns>
  )
}
