import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { AuditEvent } from '@trellis/contract/audit'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { type List, withFilter } from '../../ui/list.ts'
import { SearchInput } from '../../ui/SearchInput.tsx'

interface AuditFiltersProps {
  list: List<AuditEvent>
}

const hrefOf = (filters: Record<string, readonly string[]>) =>
  `/audit?${Object.entries(filters)
    .flatMap(([field, values]) => values.map((value) => `${field}=${value}`))
    .join('&')}`

/** What auditors look for most, each a link to the filtered list. */
const shortcuts = {
  prices: hrefOf({
    action: [
      'price_list.product_changed',
      'price_list.products_set',
      'price_list.product_added',
      'price_list.product_removed',
      'price_list.created',
      'price_list.removed',
      'product.updated',
    ],
  }),
  rights: hrefOf({ entity: ['user', 'role'] }),
  portal: hrefOf({ entity: ['tenant', 'deal_settings', 'group'] }),
} as const

/** Narrows the log: by record, by the product whose prices were changed, by days, and to what a link chose. */
export function AuditFilters({ list }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const typed = (field: string) => list.state.filters[field]?.[0] ?? ''
  const search = (field: string) => (text: string) =>
    list.change(withFilter(list.state, field, text === '' ? [] : [text]))
  return (
    <Stack gap="sm">
      <FilterBar list={list} dates={t('time')}>
        <div style={{ flex: '1 1 19rem', maxWidth: '24rem' }}>
          <SearchInput label={t('find')} value={typed('entityName')} onChange={search('entityName')} />
        </div>
        <div style={{ flex: '1 1 19rem', maxWidth: '24rem' }}>
          <SearchInput label={t('findPrice')} value={typed('product')} onChange={search('product')} />
        </div>
      </FilterBar>
      <Row as="nav" gap="xs" aria-label={t('shortcuts')}>
        {(['prices', 'rights', 'portal'] as const).map((name) => (
          <LinkButton key={name} variant="default" size="xs" href={shortcuts[name]}>
            {t(name)}
          </LinkButton>
        ))}
      </Row>
      <Linked list={list} />
    </Stack>
  )
}

/** The filters that a link set, each with a way to remove it. */
function Linked({ list }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const [first] = list.rows
  const { entityId, actorId, requestId } = list.state.filters
  const linked = [
    entityId?.[0] && { field: 'entityId', words: t('onlyRecord', { name: first?.entityName ?? entityId[0] }) },
    actorId?.[0] && { field: 'actorId', words: t('onlyPerson', { name: first?.actor?.name ?? actorId[0] }) },
    requestId?.[0] && { field: 'requestId', words: t('onlyRequest', { name: requestId[0] }) },
  ].filter((each) => typeof each === 'object')
  if (linked.length === 0) return null
  return (
    <Row gap="xs">
      {linked.map(({ field, words }) => (
        <Button
          key={field}
          variant="light"
          size="xs"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('removeFilter', { filter: words })}
          onClick={() => list.change(withFilter(list.state, field, []))}
        >
          {words}
        </Button>
      ))}
    </Row>
  )
}
