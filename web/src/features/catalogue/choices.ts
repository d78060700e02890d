import { useQuery } from '@tanstack/react-query'
import { catalogue } from '@trellis/contract/catalogue'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { currenciesQuery } from './currencies.ts'

/** The options of the product form, and which of them could not be loaded. */
export function useProductChoices() {
  const { t } = useTranslation('products')
  const long = { staleTime: 5 * 60_000 }
  const currencies = useQuery(currenciesQuery)
  const types = useQuery(queryOf(catalogue.typesLookup))
  const subscriptions = useQuery({ ...queryOf(tenants.subscriptions, { body: {} }), ...long })
  const places = useQuery({ ...queryOf(tenants.lookup), ...long })
  const asked = [
    { query: currencies, title: t('currenciesFetchError') },
    { query: types, title: t('productsTypesFetchError') },
    { query: subscriptions, title: t('subscriptionsFetchError') },
    { query: places, title: t('productsTenantsFetchError') },
  ]
  return {
    currencies: currencies.data ?? [],
    types: (types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    subscriptions: (subscriptions.data?.items ?? []).map(({ subscriptionId, name }) => ({
      value: subscriptionId,
      label: name,
    })),
    tenants: (places.data ?? []).map(({ tenantId, tenantName }) => ({ value: tenantId, label: tenantName })),
    failures: asked.flatMap(({ query, title }) =>
      query.data === undefined && query.error !== null
        ? [{ title, error: query.error, retry: () => void query.refetch() }]
        : [],
    ),
  }
}
