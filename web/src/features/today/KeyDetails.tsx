import { useQuery } from '@tanstack/react-query'
import type { TodayItem } from '@trellis/contract/today'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { useCan } from '../../app/me.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Fact, Facts } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { renewalOf } from './details.ts'
import { Fetched } from './Fetched.tsx'
import { Lines } from './Lines.tsx'

/** What renewing a key takes: until when, from whose stock, and what has to be ordered at what price. */
export function KeyDetails({ item }: { item: TodayItem }) {
  const { t } = useTranslation(['today', 'renewals'])
  const preview = useQuery(renewalOf(item, useCan('Orders', 'c')))
  return (
    <Fetched query={preview} lines={5}>
      {({ items: [key], pieces }) => {
        const value = pieces.reduce<number | null>((sum, { quantity, missing, price, currencyCode }) => {
          const amount = amountOfLine({ quantity: quantity + missing, price }, currencyCode ?? undefined)
          return sum === null || amount === null || amount === undefined ? null : sum + amount
        }, 0)
        return (
          <>
            <Facts form="rows">
              {item.ask && <Asked ask={item.ask} />}
              <Fact label={t('today:pane.owner')}>{item.account?.accountName}</Fact>
              <Fact label={t('today:pane.ends')}>
                <DateTime value={item.due?.slice(0, 10)} />
              </Fact>
              <Fact label={t('today:pane.newEnd')}>
                {key?.newDueDate ? <DateTime value={key.newDueDate.slice(0, 10)} /> : null}
              </Fact>
              <Fact label={t('today:pane.seats')}>
                <Quantity value={item.seats ?? 0} />
              </Fact>
              <Fact label={t('today:pane.outcome')}>
                {key &&
                  (key.reason ? t(`renewals:renew.reasons.${key.reason}`) : t(`renewals:renew.planned.${key.outcome}`))}
              </Fact>
              <Fact label={t('today:pane.value')}>
                {pieces.length > 0 && value !== null ? (
                  <Money amount={value} currency={pieces[0]?.currencyCode} />
                ) : null}
              </Fact>
            </Facts>
            {pieces.length > 0 && (
              <Lines
                currency={pieces[0]?.currencyCode ?? null}
                lines={pieces.map(({ account, product, quantity, missing, price }) => ({
                  id: `${account.accountId} ${product.productId}`,
                  productId: product.productId,
                  name: product.name,
                  quantity: quantity + missing,
                  price,
                }))}
              />
            )}
          </>
        )
      }}
    </Fetched>
  )
}

/** Who asked for it on the page of the key, and what they said. */
function Asked({ ask }: { ask: NonNullable<TodayItem['ask']> }) {
  const { t } = useTranslation('keyLink')
  const contact = [ask.contactName, ask.contactEmail].filter(Boolean).join(' · ')
  return (
    <>
      <Fact label={t('askedOn')}>
        <DateTime value={ask.askedDate} dateOnly />
      </Fact>
      {contact && <Fact label={t('contact')}>{contact}</Fact>}
      {ask.note && <Fact label={t('note')}>{ask.note}</Fact>}
    </>
  )
}
