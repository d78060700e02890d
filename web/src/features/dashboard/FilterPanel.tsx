import { MultiSelect, Select, Switch } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Interval, intervals } from '@trellis/contract/dashboard'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../app/AccountSelect.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Columns } from '../../ui/layout.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
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
  // On a phone only the interval stands above the figures; the button tells how many of the others are set.
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const [isOpen, setOpen] = useState(false)
  const isShown = !isNarrow || isOpen
  const set = Number(filters.products.length > 0) + Number(filters.accountId !== null) + Number(!filters.children)
  return (
    <Columns as="search" boxed min="10.5rem" gap="lg" align="end" style={{ padding: '1rem' }} aria-label={t('filters')}>
      <Select
        label={t('interval')}
        data={intervals.map((value) => ({ value, label: t(`intervals.${value}`) }))}
        value={filters.interval}
        allowDeselect={false}
        onChange={(interval) => change({ interval: interval as Interval })}
      />
      {/* Before what it shows, so that it stays where it was pressed. */}
      {isNarrow && (
        <Button
          variant={set > 0 ? 'light' : 'default'}
          size="xs"
          aria-expanded={isOpen}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {set > 0 ? t('moreFiltersSet', { count: set }) : t('moreFilters')}
        </Button>
      )}
      {(isShown || isCustom) && (
        <>
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
        </>
      )}
      {isShown && mayReadProducts && (
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
      {isShown && mayChoose && (
        <AccountSelect
          label={t('account')}
          required
          value={filters.accountId ?? account.accountId}
          onChange={(accountId) => change({ accountId: accountId === account.accountId ? null : accountId })}
        />
      )}
      {isShown && (
        <Switch
          style={{ alignSelf: 'center' }}
          label={t('common:scope.withBelow')}
          checked={filters.children}
          onChange={({ currentTarget }) => change({ children: currentTarget.checked })}
        />
      )}
    </Columns>
  )
}
