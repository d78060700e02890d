/** The search of the palette: screens by their name, and records on the server by typed text. */
import { useQueries } from '@tanstack/react-query'
import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { userCertificates } from '@trellis/contract/certificates'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import { useTranslation } from 'react-i18next'
import { folded } from '../../ui/tree.ts'
import { useMe } from '../me.ts'
import { queryOf } from '../queries.ts'
import { useOfferedEntries } from './MenuEntries.tsx'

export interface Finding {
  href: string
  label: string
  detail?: string | undefined
}

export interface FindingGroup {
  title: string
  findings: Finding[]
}

/** Minimum length of the search text; a shorter one matches nearly everything. */
export const fewestLetters = 2
/** From this length on keys are also found by device, person and order: the index of their texts needs three letters. */
const fewestForKeys = 3
const most = 5

const page = { limit: most, page: 1 }

/** The screens that the reader may open, and the records that they may create. */
function useScreens(): Finding[] {
  const { t } = useTranslation()
  const { permissions, account } = useMe()
  const entries = useOfferedEntries()
  const registers = account.level <= maximumDealLevel
  const shown = new Set(entries.map((entry) => entry.name))
  const starts = [
    { entry: 'sell-in', module: 'Orders', href: '/sell-in/create', label: t('palette.createSellIn') },
    { entry: 'sell-out', module: 'Orders', href: '/sell-out/create', label: t('palette.createSellOut') },
    { entry: 'deals', module: 'Deals', href: '/deals/create', label: t('palette.createDeal') },
    { entry: 'licenses', module: 'Licenses', href: '/licenses/create', label: t('palette.createLicense') },
  ] as const
  return [
    ...entries.flatMap(({ name, path }) => (path === undefined ? [] : [{ href: path, label: t(`menu.${name}`) }])),
    ...starts.flatMap(({ entry, module, href, label }) =>
      shown.has(entry) && hasPermission(permissions, module, 'c') && (entry !== 'deals' || registers)
        ? [{ href, label }]
        : [],
    ),
  ]
}

/** All results for the typed text. `settled` is false while requests are pending. */
export function useFindings(typed: string): { groups: FindingGroup[]; settled: boolean; failed: boolean } {
  const { t } = useTranslation()
  const { permissions } = useMe()
  const screens = useScreens()
  const entries = useOfferedEntries()
  const sells = entries.some((entry) => entry.name === 'sell-out')
  const hasNetwork = entries.some((entry) => entry.name === 'accounts')
  const hasDeals = entries.some((entry) => entry.name === 'deals')
  const text = typed.trim()
  const asks = text.length >= fewestLetters
  const readsOrders = asks && hasPermission(permissions, 'Orders', 'r')
  const by = <F extends string>(field: F) => ({ body: { ...page, filterBy: [{ field, values: [text] }] } })

  const dealsLike = <F extends 'code' | 'prospect' | 'vatId'>(field: F) => ({
    ...queryOf(deals.search, { body: { ...by(field).body, includeChildren: true } }),
    enabled: asks && hasDeals && hasPermission(permissions, 'Deals', 'r'),
  })
  const accountsLike = { ...by('accountName').body, includeChildren: true }
  const keysLike = { ...by(text.length < fewestForKeys ? 'serialKey' : 'anything').body, includeChildren: true }
  const [products, sellIn, sellOut, keys, network, dealCodes, dealProspects, dealVatIds, certified] = useQueries({
    queries: [
      { ...queryOf(catalogue.search, by('name')), enabled: asks && hasPermission(permissions, 'Products', 'r') },
      { ...queryOf(orders.sellIn, by('orderCode')), enabled: readsOrders },
      { ...queryOf(orders.sellOut, by('orderCode')), enabled: readsOrders && sells },
      { ...queryOf(licenses.search, { body: keysLike }), enabled: asks && hasPermission(permissions, 'Licenses', 'r') },
      {
        ...queryOf(accounts.search, { body: accountsLike }),
        enabled: asks && hasNetwork && hasPermission(permissions, 'Accounts', 'r'),
      },
      dealsLike('code'),
      dealsLike('prospect'),
      dealsLike('vatId'),
      {
        ...queryOf(userCertificates.search, { body: { ...by('anything').body, includeChildren: true } }),
        enabled: asks && hasPermission(permissions, 'Certifications', 'r'),
      },
    ],
  })

  const groups: FindingGroup[] = [
    { title: t('palette.screens'), findings: screens.filter(({ label }) => folded(label).includes(folded(text))) },
    {
      title: t('palette.accounts'),
      findings: (network.data?.items ?? []).map((account) => ({
        href: `/accounts/${account.accountId}`,
        label: account.accountName,
        detail: [account.parents.at(-1)?.name, account.accountCode].filter(Boolean).join(' · '),
      })),
    },
    {
      title: t('palette.deals'),
      findings: [
        ...new Map(
          [dealCodes, dealProspects, dealVatIds]
            .flatMap(({ data }) => data?.items ?? [])
            .map((deal) => [deal.dealId, deal]),
        ).values(),
      ]
        .slice(0, most)
        .map((deal) => ({
          href: `/deals/${deal.dealId}`,
          label: deal.prospect.name,
          detail: `${deal.code} · ${deal.vendor.accountName}`,
        })),
    },
    {
      title: t('palette.sellOut'),
      findings: (sellOut.data?.items ?? []).map((order) => ({
        href: `/sell-out/${order.orderId}`,
        label: order.orderCode,
        detail: order.buyer.accountName,
      })),
    },
    {
      title: t('palette.sellIn'),
      findings: (sellIn.data?.items ?? []).map((order) => ({
        href: `/sell-in/${order.orderId}`,
        label: order.orderCode,
        detail: order.vendor.accountName,
      })),
    },
    {
      title: t('palette.licenses'),
      findings: (keys.data?.items ?? []).map((license) => ({
        href: `/licenses/${encodeURIComponent(license.serialKey)}`,
        label: license.serialKey,
        detail: `${license.product.name} · ${license.ownerAccount.accountName}`,
      })),
    },
    {
      title: t('palette.certifications'),
      findings: (certified.data?.items ?? []).map((held) => ({
        href: `/accounts/${held.accountId}/certifications/${held.userCertificateId}`,
        label: `${held.userFirstName} ${held.userLastName} · ${held.certificateName}`,
        detail: `${held.validationCode} · ${held.accountName}`,
      })),
    },
    {
      title: t('palette.products'),
      findings: (products.data?.items ?? []).map((product) => ({
        href: `/products/${product.productId}`,
        label: product.name,
        detail: product.sku,
      })),
    },
  ]
  const asked = [products, sellIn, sellOut, keys, network, dealCodes, dealProspects, dealVatIds, certified]
  return {
    groups: groups.filter(({ findings }) => findings.length > 0),
    settled: asked.every((query) => !query.isFetching),
    failed: asked.some((query) => query.isError),
  }
}
