import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { movementReasons, stock } from '@trellis/contract/stock'
import { useTranslation } from 'react-i18next'
import type { ListSearch } from '../../app/listUrl.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useStockLevels } from '../../app/stockLevels.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { FoldOutline } from '../../ui/Fold.tsx'
import { later } from '../../ui/later.tsx'
import { Fact, Facts } from '../../ui/layout.tsx'
import { type List, withFilter } from '../../ui/list.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { ledgerHref, ledgerQuery, ledgerSearch, ledgerState, reasonOf } from './ledger.ts'

/** With the words of it. */
const Foresight = later(() => import('./Foresight.tsx'))

const Route = getRouteApi('/_frame/stocks/movements')

type Movements = AnswerOf<typeof stock.movements>
type Movement = Movements['items'][number]

/** The ledger of an account's stock, of one product or of all, narrowed to a reason and to days. */
export function LedgerPage() {
  return useCan('Stocks', 'r') ? <Ledger /> : <NoPermission />
}

function Ledger() {
  const { t } = useTranslation('stock')
  const search: ListSearch = Route.useSearch()
  const navigate = Route.useNavigate()
  const { account } = useMe()
  const { accountId: own, isRoot } = account
  const accountId = [search.account].flat()[0] ?? own
  const productId = [search.product].flat()[0]
  const levels = useStockLevels(accountId)
  const row = levels.get(productId ?? '')
  // Keeps its place while the name of another account is loading.
  const accountName = accountId === own ? account.accountName : ([...levels.values()][0]?.accountName ?? '\u00a0')
  const columns = useColumns(productId === undefined ? accountId : undefined)
  const mayReadProducts = useCan('Products', 'r')
  const state = ledgerState(search)
  const accountHrefOf = useAccountHref()
  const query = useQuery({
    ...queryOf(stock.movements, { params: { accountId }, query: ledgerQuery(search) }),
    placeholderData: keepPreviousData,
  })
  const list: List<Movement, Movements> = {
    state,
    change: (patch) => void navigate({ search: ledgerSearch(search, patch), resetScroll: false }),
    rows: query.data?.items ?? [],
    count: query.data?.count ?? 0,
    answer: query.data,
    status: query.data !== undefined ? 'ready' : query.isError ? 'error' : 'loading',
    refreshing: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
  }
  const back =
    accountId === own
      ? { href: '/stocks', label: t('back') }
      : { href: `/accounts/${accountId}/stock`, label: t('back') }
  const title = row ? t('movementsOf', { sku: row.sku }) : t('movements')
  if (query.data === undefined && query.isError)
    return (
      <Page title={title} back={back}>
        <Panel>
          <ScreenError error={query.error} title={t('movementsFetchError')} retry={list.retry} back={back} />
        </Panel>
      </Page>
    )
  return (
    <Page
      title={title}
      back={back}
      description={accountName && <EntityLink href={accountHrefOf(accountId)}>{accountName}</EntityLink>}
    >
      {row && (
        <Facts form="inline">
          <Fact label={t('productName')}>
            <EntityLink href={mayReadProducts ? `/products/${row.productId}` : null}>{row.productName}</EntityLink>
          </Fact>
          <Fact label={t('quantity')}>
            <Quantity value={row.quantity} />
          </Fact>
          <Fact label={t('available')}>
            <Quantity value={row.available} />
          </Fact>
          {row.threshold !== null && (
            <Fact label={t('threshold')}>
              <Quantity value={row.threshold} />
            </Fact>
          )}
        </Facts>
      )}
      {!(isRoot && accountId === own) && (
        <Foresight accountId={accountId} productId={productId} waiting={<FoldOutline />} />
      )}
      <DataTable
        list={list}
        columns={columns}
        rowKey={(movement) => movement.movementId}
        label={t('movements')}
        failed={t('movementsFetchError')}
        exportAs={row ? `movements-${row.sku}` : 'movements'}
        filters={{ dates: t('at') }}
        toolbar={<ReasonSelect list={list} />}
        empty={<Empty title={t('noMovements')} />}
      />
    </Page>
  )
}

function ReasonSelect({ list }: { list: List<Movement, Movements> }) {
  const { t } = useTranslation('stock')
  return (
    <NativeSelect
      aria-label={t('reason')}
      value={reasonOf(list.state) ?? ''}
      onChange={({ currentTarget }) =>
        list.change(withFilter(list.state, 'reason', currentTarget.value === '' ? [] : [currentTarget.value]))
      }
      data={[
        { value: '', label: t('anyReason') },
        ...movementReasons.map((reason) => ({ value: reason, label: t(`reasons.${reason}`) })),
      ]}
    />
  )
}

/** With an account, the product is a column too, with a link to its movements. */
function useColumns(allOf: string | undefined): Column<Movement>[] {
  const { t } = useTranslation('stock')
  return [
    {
      id: 'at',
      header: t('at'),
      cell: (movement) => <DateTime value={movement.creationDate} />,
      text: (movement) => movement.creationDate,
    },
    ...(allOf === undefined
      ? []
      : [
          {
            id: 'product',
            header: t('productName'),
            cell: ({ productId, productName, sku }: Movement) => (
              <EntityLink href={ledgerHref({ accountId: allOf, productId })} hint={sku}>
                {productName}
              </EntityLink>
            ),
            text: ({ productName }: Movement) => productName,
          },
        ]),
    {
      id: 'reason',
      header: t('reason'),
      cell: (movement) => t(`reasons.${movement.reason}`),
      text: (movement) => t(`reasons.${movement.reason}`),
    },
    {
      id: 'because',
      header: t('because'),
      cell: (movement) => <EntityLink {...placeOf(movement)} mono />,
      text: (movement) => movement.orderCode ?? movement.serialKey ?? '',
    },
    {
      id: 'quantity',
      header: t('quantity'),
      cell: (movement) => <Quantity value={movement.quantity} />,
      align: 'right',
      text: (movement) => String(movement.quantity),
    },
    {
      id: 'by',
      header: t('by'),
      cell: (movement) => movement.createdBy ?? t('system'),
      text: (movement) => movement.createdBy ?? '',
    },
  ]
}

/** The order or license key that caused a movement. The vendor of a revoked order gets its pieces back. */
function placeOf({ orderId, orderCode, serialKey, reason, quantity }: Movement): {
  href?: string
  children: string | null
} {
  if (orderId !== null) {
    const isVendor = reason === 'sale' || (reason === 'revoke' && quantity > 0)
    return { href: `/${isVendor ? 'sell-out' : 'sell-in'}/${orderId}`, children: orderCode }
  }
  return serialKey === null ? { children: null } : { href: `/licenses/${serialKey}`, children: serialKey }
}
