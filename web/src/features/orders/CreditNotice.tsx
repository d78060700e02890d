import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { formatMoney } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { type Stop, stops } from './orderParts.ts'

interface CreditTextProps {
  stop: Omit<Stop, 'mayPass'>
  amount: number
  buyer: { accountId: string; accountName: string }
}

/** What the buyer of an order owes and why that stops its approval, in one or two sentences. */
export function CreditText({ stop, amount, buyer }: CreditTextProps) {
  const { t } = useTranslation('orderParts')
  const { language } = useLocale()
  const hrefOf = useAccountHref()
  const money = (value: number) => formatMoney(value, stop.currencyCode, language)
  const names = { buyer: { name: buyer.accountName, href: hrefOf(buyer.accountId) } }
  const isOver = stops({ ...stop, overdue: 0 }, amount)
  return (
    <>
      {isOver && (
        <LinkedText names={names}>
          {(marks) =>
            t('credit.over', {
              ...marks,
              open: money(stop.open),
              sum: money(stop.open + amount),
              limit: money(stop.limit ?? 0),
            })
          }
        </LinkedText>
      )}
      {isOver && stop.overdue > 0 && ' '}
      {stop.overdue > 0 && (
        <LinkedText names={names}>
          {(marks) => t('credit.overdue', { ...marks, overdue: money(stop.overdue) })}
        </LinkedText>
      )}
    </>
  )
}
