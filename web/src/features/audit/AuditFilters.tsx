import type { AuditEvent } from '@trellis/contract/audit'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { type LinkedFilter, type List, withFilter } from '../../ui/list.ts'
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

/** The field above the log: a record, an order, a person. */
export function AuditSearch({ list }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  return <SearchInput label={t('find')} {...searching(list, 'entityName')} />
}

const searching = (list: List<AuditEvent>, field: string) => ({
  value: list.state.filters[field]?.[0] ?? '',
  onChange: (text: string) => list.change(withFilter(list.state, field, text === '' ? [] : [text])),
})

/** Narrows the log by the product whose prices were changed, and to what is often looked for. */
export function AuditFilters({ list }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  return (
    <Stack gap="sm">
      <SearchInput label={t('findPrice')} {...searching(list, 'product')} />
      <Row as="nav" gap="xs" aria-label={t('shortcuts')}>
        {(['prices', 'rights', 'portal'] as const).map((name) => (
          <LinkButton key={name} variant="default" size="xs" href={shortcuts[name]}>
            {t(name)}
          </LinkButton>
        ))}
      </Row>
    </Stack>
  )
}

/** The filters that a link has set, and the product, which no column has. */
export function useAuditChips({ state, rows }: List<AuditEvent>): LinkedFilter[] {
  const { t } = useTranslation('audit')
  const [first] = rows
  const { entityId, actorId, requestId, product } = state.filters
  const linked = [
    entityId?.[0] && { field: 'entityId', words: t('onlyRecord', { name: first?.entityName ?? entityId[0] }) },
    actorId?.[0] && { field: 'actorId', words: t('onlyPerson', { name: first?.actor?.name ?? actorId[0] }) },
    requestId?.[0] && { field: 'requestId', words: t('onlyRequest', { name: requestId[0] }) },
    product?.[0] && { field: 'product', words: t('onlyProduct', { name: product[0] }) },
  ].filter((each) => typeof each === 'object')
  return linked.map(({ field, words }) => ({ words, without: withFilter(state, field, []) }))
}
