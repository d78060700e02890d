import { useQuery } from '@tanstack/react-query'
import { credit } from '@trellis/contract/credit'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CreditText } from './CreditNotice.tsx'
import { stops } from './orderParts.ts'

interface CreditWarningProps {
  buyer: { accountId: string; accountName: string }
  total: number
  currencyCode: string | null
}

/** Says that the approval of this sale will be stopped (rules O25); creating it is not. */
export default function CreditWarning({ buyer, total, currencyCode }: CreditWarningProps) {
  const { t } = useTranslation('orderParts')
  const { data } = useQuery(queryOf(credit.ofAccount, { params: { id: buyer.accountId } }))
  if (data === undefined || data.currencyCode !== currencyCode) return null
  const stop = { limit: data.creditLimit, open: data.open, overdue: data.overdue, currencyCode: data.currencyCode }
  if (!stops(stop, total)) return null
  return (
    <Notice>
      {t('credit.warning')} <CreditText stop={stop} amount={total} buyer={buyer} />
    </Notice>
  )
}
