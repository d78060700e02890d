import type { ApprovalRule } from '@trellis/contract/approvals'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

/** Says the conditions of a rule: "above €10,000", "below 70 % of the list price". */
export function useConditions(): (rule: ApprovalRule) => string[] {
  const { t } = useTranslation('approvals')
  const { language } = useLocale()
  return ({ amountAbove, currencyCode, belowListShare, accountName, productName }) => [
    ...(amountAbove !== null && currencyCode !== null
      ? [t('condition.amount', { amount: formatMoney(amountAbove, currencyCode, language) })]
      : []),
    ...(belowListShare !== null
      ? [t('condition.share', { share: formatPercentage(belowListShare / 100, language) })]
      : []),
    ...(accountName !== null ? [t('condition.account', { account: accountName })] : []),
    ...(productName !== null ? [t('condition.product', { product: productName })] : []),
  ]
}
