import type { Deal } from '@trellis/contract/deal-answers'
import type { Standing } from '@trellis/contract/deal-standing'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { CancelPurchase } from './CancelPurchase.tsx'
import { useDecider } from './useWhyNot.ts'

/** One fact of where a deal stands, in the words for its reader. The server tells which are true (rules J19). */
export function useStandingSentence(deal: Deal) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const hrefOf = useAccountHref()
  const decider = useDecider(deal)
  const day = (instant: string) => formatDay(new Date(instant), locale)
  return (fact: Standing) => {
    switch (fact.kind) {
      case 'won':
      case 'lost':
        return t(`standing.${fact.kind}.text`)
      case 'expired':
      case 'protected':
      case 'protectedAlone':
        return t(`standing.${fact.kind}.text`, { until: day(fact.until) })
      case 'protectedBeside':
        return t('standing.protectedBeside.text', { until: day(fact.until), count: fact.others })
      case 'rivalProtected':
      case 'earlierWaits':
      case 'first':
        return t(`standing.${fact.kind}.text`, { count: fact.others })
      case 'refused':
      case 'duplicated':
      case 'bidRefused': {
        if (fact.by === null) return t(`standing.${fact.kind}.unknown`)
        const who = { name: fact.by.accountName, href: hrefOf(fact.by.accountId) }
        return <LinkedText names={{ who }}>{(marks) => t(`standing.${fact.kind}.text`, marks)}</LinkedText>
      }
      case 'decisionYours':
        return t(fact.isLate ? 'standing.yoursLate' : 'standing.yours', { due: day(fact.due) })
      case 'decisionWaits':
        return (
          <LinkedText names={{ who: decider }}>
            {(marks) => t(fact.isLate ? 'standing.late' : 'standing.decides', { ...marks, due: day(fact.due) })}
          </LinkedText>
        )
      case 'purchasePending':
        return <CancelPurchase purchase={fact} />
      default: {
        const money = (amount: number) => formatMoney(amount, fact.currencyCode, locale.language)
        return t(`standing.${fact.kind}.text`, { amount: money(fact.amount), insteadOf: money(fact.insteadOf) })
      }
    }
  }
}
