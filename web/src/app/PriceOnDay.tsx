import { useQuery } from '@tanstack/react-query'
import { type PriceOnDay as Answer, type PaidLine, type PastPrice, pastPrices } from '@trellis/contract/past-prices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { clockIn, dayIn } from '../ui/days.ts'
import { EntityLink } from '../ui/EntityLink.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { formatCalendarDay, formatNumber } from '../ui/format.ts'
import { Row, Stack, Text } from '../ui/layout.tsx'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { Lines } from '../ui/Skeletons.tsx'
import { Breaks } from './Breaks.tsx'
import { useCan, useMe, useTenant } from './me.ts'
import { queryOf } from './queries.ts'

interface PriceOnDayProps {
  productId: string
  accountId?: string | undefined
}

/** Asks for a day, and shows what the account paid on it and why (rules R18). */
export function PriceOnDay({ productId, accountId }: PriceOnDayProps) {
  const { t } = useTranslation('prices')
  const { timeZone } = useTenant()
  const [asking, setAsking] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  if (!asking) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'start', marginInlineStart: -8 }}
        onClick={() => setAsking(true)}
      >
        {t('onDay.ask')}
      </Button>
    )
  }
  return (
    <Stack gap="md" style={{ paddingTop: '0.75rem', borderTop: '1px solid var(--ui-line)' }}>
      <DateInput
        label={t('onDay.day')}
        value={day}
        onChange={setDay}
        maximum={dayIn(timeZone, new Date())}
        // Whoever pressed the button goes on here.
        autoFocus
      />
      {day !== null && <Found productId={productId} accountId={accountId} day={day} />}
    </Stack>
  )
}

function Found({ productId, accountId, day }: PriceOnDayProps & { day: string }) {
  const { t } = useTranslation('prices')
  const query = { productId, day, ...(accountId !== undefined && { accountId }) }
  const { data, error, refetch } = useQuery(queryOf(pastPrices.onDay, { query }))
  if (data === undefined) {
    return (
      <div style={{ minHeight: '6rem' }}>
        {error === null ? <Lines count={3} /> : <ErrorBlock error={error} shape="line" retry={() => void refetch()} />}
      </div>
    )
  }
  return (
    <Stack gap="md" aria-live="polite">
      <Stack as="ul" gap="md">
        {data.prices.map((price, index) => (
          <Price key={price.since} price={price} since={index > 0 ? price.since : null} of={data} />
        ))}
      </Stack>
      {data.omittedCount > 0 && <Text kind="small">{t('onDay.omitted', { count: data.omittedCount })}</Text>}
      {!data.isProductRecorded && <Text kind="small">{t('onDay.otherTenant')}</Text>}
      {data.orders && <Orders orders={data.orders} of={data} />}
    </Stack>
  )
}

/** What was paid from a moment on: how much, by which list, and who had set it. */
function Price({ price, since, of }: { price: PastPrice; since: string | null; of: Answer }) {
  const { t } = useTranslation('prices')
  const mayRead = useCan('PriceLists', 'r')
  const { reason, priceListId, priceListName } = price
  return (
    <Stack as="li" gap="none">
      <Row gap="xs" align="baseline">
        <strong>
          {reason === null ? <Money amount={price.price} currency={price.currencyCode} precise /> : t('none')}
        </strong>
        {since !== null && (
          <Text kind="small">{t('onDay.since', { time: clockIn(of.timeZone, new Date(since)).time })}</Text>
        )}
      </Row>
      <Breaks
        breaks={price.quantityBreaks}
        currency={price.currencyCode}
        words={(from, amount) => t('breakFrom', { from, price: amount })}
      />
      {reason !== null && <Text kind="small">{t(`onDay.reasons.${reason}`)}</Text>}
      {priceListName !== null ? (
        <Text kind="small">
          {t('list')}:{' '}
          <EntityLink href={mayRead && priceListId !== null ? `/pricelists/${priceListId}` : null}>
            {priceListName}
          </EntityLink>
          {price.inherited &&
            ` · ${price.inheritedFrom ? t('inheritedFrom', { account: price.inheritedFrom.name }) : t('inherited')}`}
        </Text>
      ) : (
        reason === null && <Text kind="small">{t('onDay.msrp')}</Text>
      )}
      {(reason === null || reason === 'not_on_list') && price.setDate !== null && (
        <SetBy price={price} timeZone={of.timeZone} />
      )}
    </Stack>
  )
}

/** Who set the price, when, and by what; of a product that had left the list, who took it off. */
function SetBy({ price, timeZone }: { price: PastPrice; timeZone: string }) {
  const { t } = useTranslation('prices')
  const { language } = useLocale()
  const { setDate, setBy, setHow, planId } = price
  const day = formatCalendarDay(dayIn(timeZone, new Date(setDate ?? '')), language)
  const did = price.reason === null ? 'set' : 'left'
  const words = setBy === null ? t(`onDay.${did}`, { day }) : t(`onDay.${did}By`, { day, by: setBy })
  return (
    <Text kind="small">
      {words}
      {setHow === 'plan' && (
        <>
          {' · '}
          <EntityLink href={planId === null ? null : `/pricelists/plans/${planId}`}>{t('onDay.plan')}</EntityLink>
        </>
      )}
      {setHow === 'import' && ` · ${t('onDay.import')}`}
    </Text>
  )
}

function Orders({ orders, of }: { orders: NonNullable<Answer['orders']>; of: Answer }) {
  const { t } = useTranslation('prices')
  if (orders.count === 0) return <Text kind="small">{t('onDay.noOrders')}</Text>
  return (
    <Stack gap="xs">
      <Text as="h3" kind="quiet">
        {t('onDay.orders')}
      </Text>
      <Stack as="ul" gap="xs">
        {orders.items.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order may have the product in several lines
          <Paid key={index} line={line} of={of} />
        ))}
      </Stack>
      {orders.count > orders.items.length && (
        <Text kind="small">{t('effect.more', { count: orders.count - orders.items.length })}</Text>
      )}
    </Stack>
  )
}

function Paid({ line, of }: { line: PaidLine; of: Answer }) {
  const { t } = useTranslation('prices')
  const { language } = useLocale()
  const { account } = useMe()
  const { because, listPrice, currencyCode, status } = line
  const side = of.accountId === account.accountId ? 'sell-in' : 'sell-out'
  return (
    <Stack as="li" gap="none">
      <Row gap="xs" justify="between" align="baseline">
        <EntityLink mono href={`/${side}/${line.orderId}`}>
          {line.orderCode}
        </EntityLink>
        <span>
          {`${formatNumber(line.quantity, language)} × `}
          <Money amount={line.price} currency={currencyCode} precise />
        </span>
      </Row>
      <Text kind="small">
        {t(`onDay.because.${because}`)}
        {listPrice !== null && because !== 'list' && (
          <>
            {` · ${t('onDay.listPrice')} `}
            <Money amount={listPrice} currency={currencyCode} precise />
          </>
        )}
        {status !== 'approved' && ` · ${t(`onDay.status.${status}`)}`}
      </Text>
    </Stack>
  )
}
