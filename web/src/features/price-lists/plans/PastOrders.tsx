import { useQuery } from '@tanstack/react-query'
import { type PastOrders as Answer, pastOrders } from '@trellis/contract/past-orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../../app/groupNames.ts'
import { useCan } from '../../../app/me.ts'
import { useAccountHref } from '../../../app/network.ts'
import { periodOf } from '../../../app/period.ts'
import { queryOf } from '../../../app/queries.ts'
import { dayIn } from '../../../ui/days.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { FiguresTable } from '../../../ui/FiguresTable.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { formatCalendarDay, formatNumber } from '../../../ui/format.ts'
import { Fact, Facts, Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Money } from '../../../ui/Money.tsx'
import { percentBelow } from '../../../ui/money.ts'
import { NoValue } from '../../../ui/NoValue.tsx'
import { businessNow } from '../../../ui/now.ts'
import { Percentage } from '../../../ui/Percentage.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'

const intervals = ['lastMonth', 'lastQuarter', 'lastYear', 'thisYear'] as const

interface PastOrdersProps {
  priceListId: string
  /** The prices of the day of this plan; without it those of now. */
  planId?: string
}

/** What accounts would have paid for the orders of a period at the prices of a list or a plan (rules R17). */
export function PastOrders(props: PastOrdersProps) {
  const { t } = useTranslation('pricePlans')
  if (!useCan('Orders', 'r')) return null
  return (
    <Fold id="past-orders" title={t('past.title')} summary={t('past.summary')}>
      <Compared {...props} />
    </Fold>
  )
}

function Compared({ priceListId, planId }: PastOrdersProps) {
  const { t } = useTranslation('pricePlans')
  const { language, timeZone } = useLocale()
  const [interval, setInterval] = useState<(typeof intervals)[number]>('lastQuarter')
  const { from, to } = periodOf(interval, dayIn(timeZone, new Date(businessNow())))
  const days = { from: from ?? to, to }
  const { data, error, refetch } = useQuery(
    queryOf(pastOrders.underPriceList, {
      params: { id: priceListId },
      query: { ...days, ...(planId !== undefined && { planId }) },
    }),
  )
  const written = { from: formatCalendarDay(days.from, language), to: formatCalendarDay(days.to, language) }
  return (
    <Stack>
      <Row justify="between">
        <Segmented<(typeof intervals)[number]>
          aria-label={t('past.period')}
          value={interval}
          onChange={setInterval}
          data={intervals.map((value) => ({ value, label: t(`past.intervals.${value}`) }))}
        />
        <Text kind="small">{t('past.days', written)}</Text>
      </Row>
      {data !== undefined ? (
        <Result data={data} />
      ) : error !== null ? (
        <ErrorBlock error={error} title={t('past.failed')} shape="line" retry={() => void refetch()} />
      ) : (
        <Lines count={5} />
      )}
    </Stack>
  )
}

/** The difference in percent of what was paid; null where nothing was. */
function Rise({ paid, wouldPay }: Pick<Answer, 'paid' | 'wouldPay'>) {
  const below = percentBelow(paid, wouldPay)
  return below === null ? <NoValue /> : <Percentage ratio={-below / 100} />
}

function Result({ data }: { data: Answer }) {
  const { t } = useTranslation('pricePlans')
  const { language } = useLocale()
  const hrefOf = useAccountHref()
  const nameOf = useGroupName()
  const { currencyCode, missingLines, otherCurrencyLines, accountCount, accounts } = data
  if (accountCount === 0) return <Empty title={t('past.none')} />
  const money = (amount: number) => <Money amount={amount} currency={currencyCode} />
  const count = (value: number) => ({ count: value, number: formatNumber(value, language) })
  return (
    <Stack>
      <Facts form="figures">
        <Fact label={t('past.paid')}>{money(data.paid)}</Fact>
        <Fact label={t('past.wouldPay')}>{money(data.wouldPay)}</Fact>
        <Fact label={t('past.difference')}>
          {money(data.wouldPay - data.paid)} <Rise {...data} />
        </Fact>
      </Facts>
      {missingLines > 0 && (
        <Text as="p" kind="quiet">
          {t('past.missing', count(missingLines))} {money(data.missingAmount)}
        </Text>
      )}
      {otherCurrencyLines > 0 && (
        <Text as="p" kind="quiet">
          {t('past.otherCurrencies', { ...count(otherCurrencyLines), currency: currencyCode })}
        </Text>
      )}
      <FiguresTable
        label={t('past.title')}
        heads={[
          t('past.account'),
          t('past.orders'),
          t('past.paid'),
          t('past.wouldPay'),
          t('past.difference'),
          t('past.share'),
        ]}
        rows={accounts.map((each) => ({
          id: each.id,
          cells: [
            <EntityLink key="name" href={hrefOf(each.id)} hint={nameOf(each.groupName)}>
              {each.name}
            </EntityLink>,
            formatNumber(each.orders, language),
            money(each.paid),
            money(each.wouldPay),
            money(each.wouldPay - each.paid),
            <Rise key="share" {...each} />,
          ],
        }))}
      />
      {accountCount > accounts.length && (
        <Text as="p" kind="small">
          {t('past.notNamed', count(accountCount - accounts.length))}
        </Text>
      )}
    </Stack>
  )
}
