import { IconShoppingCart } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { licenses } from '@trellis/contract/licenses'
import { news, pathOfNews } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { useNewsWords } from '../../app/news/useNewsWords.ts'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/Money.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import styles from './today.module.css'
import { nextOf } from './today.ts'

/** Rows of each block at most; fewer where there are decisions above, so that the room of the queue suffices. */
const rows = { whole: 4, below: 2 }

/**
 * What is the reader's own where little or nothing waits for a decision: pending purchases, keys that end next and that were made
 * last, and what happened.
 * @param whole nothing waits, so this is the whole desk
 */
export default function Own({ whole = false }: { whole?: boolean }) {
  const mayReadOrders = useCan('Orders', 'r')
  const mayReadLicenses = useCan('Licenses', 'r')
  const { account } = useMe()
  const limit = rows[whole ? 'whole' : 'below']
  return (
    // The height of a block is known with its rows, so each waits for those above it.
    <Stack inOrder className={styles.own}>
      {whole && <First />}
      {mayReadOrders && !account.isRoot && <Purchases limit={limit} />}
      {mayReadLicenses && <Ending limit={limit} />}
      {mayReadLicenses && whole && <Made limit={limit} />}
      <Suspense fallback={<Lines count={2} />}>
        <Happened limit={limit} />
      </Suspense>
    </Stack>
  )
}

interface Limited {
  limit: number
}

interface BlockProps<Data> {
  title: string
  href?: string
  options: UseQueryOptions<Data, Error, Data, readonly unknown[]>
  /** The rows; none where there is nothing, which then is not shown. */
  children: (data: Data) => readonly ReactNode[]
}

/** A block of links. One that has nothing to say, or that failed, leaves the others alone. */
function Block<Data>({ title, href, options, children }: BlockProps<Data>) {
  const { data, error } = useQuery(options)
  const items = data === undefined ? [] : children(data)
  if ((data === undefined && error !== null) || (data !== undefined && items.length === 0)) return null
  return (
    <section aria-label={title}>
      <Text as="h2" kind="strong" className={styles.ownHead}>
        {href ? <InternalLink href={href}>{title}</InternalLink> : title}
      </Text>
      {data === undefined ? <Lines count={2} /> : <ul className={styles.list}>{items}</ul>}
    </section>
  )
}

/** On the first day of an account, which has not bought anything yet, what comes next; else where to look. */
function First() {
  const { t } = useTranslation('today')
  const me = useMe()
  const mayOrder = useCan('Orders', 'c') && !me.account.isRoot
  const next = nextOf(me)
  const bought = useQuery({
    ...queryOf(orders.sellIn, { body: { page: 1, limit: 1 } }),
    enabled: mayOrder && next !== null,
  })
  if (bought.data?.count === 0)
    return (
      <Empty
        title={t('first')}
        icon={IconShoppingCart}
        action={<LinkButton href="/sell-in/create">{t('order')}</LinkButton>}
      >
        {t('firstText')}
      </Empty>
    )
  return (
    next && (
      <p>
        <LinkButton variant="default" size="xs" href={next.href}>
          {t(next.text)}
        </LinkButton>
      </p>
    )
  )
}

function Purchases({ limit }: Limited) {
  const { t } = useTranslation('today')
  return (
    <Block
      title={t('own.purchases')}
      href="/sell-in?status=pending"
      options={queryOf(orders.sellIn, { body: { limit, filterBy: [{ field: 'status', values: ['pending'] }] } })}
    >
      {({ items }) =>
        items.map(({ orderId, orderCode, vendor, orderTotal, currencyCode, creationDate }) => (
          <li key={orderId}>
            <InternalLink href={`/sell-in/${orderId}`}>{orderCode}</InternalLink>
            <span>{vendor.accountName}</span>
            <DateTime value={creationDate} dateOnly />
            <Money amount={orderTotal} currency={currencyCode} />
          </li>
        ))
      }
    </Block>
  )
}

function Ending({ limit }: Limited) {
  const { t } = useTranslation('today')
  return (
    <Block
      title={t('own.ending')}
      href="/renewals"
      options={queryOf(renewals.search, {
        body: {
          limit,
          includeChildren: true,
          sortBy: [{ field: 'dueDate', direction: 'asc' }],
          filterBy: [{ field: 'window', values: ['30', '60', '90'] }],
        },
      })}
    >
      {({ items }) =>
        items.map(({ licenseId, serialKey, ownerAccount, dueDate, value, currencyCode }) => (
          <li key={licenseId}>
            <InternalLink href={`/licenses/${encodeURIComponent(serialKey)}`}>{`…${serialKey.slice(-5)}`}</InternalLink>
            <span>{ownerAccount.accountName}</span>
            {/* It ends with a UTC day, as on the key. */}
            <DateTime value={dueDate.slice(0, 10)} />
            {value === null ? <span /> : <Money amount={value} currency={currencyCode} />}
          </li>
        ))
      }
    </Block>
  )
}

function Made({ limit }: Limited) {
  const { t } = useTranslation('today')
  return (
    <Block title={t('own.made')} href="/licenses" options={queryOf(licenses.search, { body: { limit } })}>
      {({ items }) =>
        items.map(({ serialKey, product, creationDate }) => (
          <li key={serialKey}>
            <InternalLink href={`/licenses/${encodeURIComponent(serialKey)}`}>{`…${serialKey.slice(-5)}`}</InternalLink>
            <span>{product.name}</span>
            <DateTime value={creationDate} dateOnly />
            <span />
          </li>
        ))
      }
    </Block>
  )
}

function Happened({ limit }: Limited) {
  const { t } = useTranslation('today')
  const words = useNewsWords()
  return (
    <Block title={t('own.happened')} options={queryOf(news.list, { query: { page: '1', limit: String(limit) } })}>
      {({ items }) =>
        items.map((item) => (
          <li key={item.newsId} data-wide>
            <InternalLink href={pathOfNews(item.kind, item.recordId, item.words)}>{words(item)}</InternalLink>
            <DateTime value={item.creationDate} dateOnly />
          </li>
        ))
      }
    </Block>
  )
}
