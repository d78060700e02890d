import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { credit } from '@trellis/contract/credit'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { formatMoney } from '../../ui/format.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** What an account may owe, within how many days it pays, and, for who may read orders, what is open and overdue (rules O24). */
export default function CreditPanel({ account }: { account: Account }) {
  const { t } = useTranslation('accountCredit')
  const { language } = useLocale()
  const mayRead = useCan('Orders', 'r')
  const { data } = useQuery({
    ...queryOf(credit.ofAccount, { params: { id: account.accountId } }),
    enabled: mayRead,
  })
  const { creditLimit, paymentTermsDays } = account
  const money = (amount: number) => formatMoney(amount, data?.currencyCode, language)
  const facts = [
    creditLimit !== null && (data || !mayRead) && t('limit', { limit: money(creditLimit) }),
    paymentTermsDays !== null && t('terms', { count: paymentTermsDays }),
    data && t('open', { open: money(data.open) }),
    data && data.overdue > 0 && t('overdue', { overdue: money(data.overdue) }),
  ]
  return (
    <Panel title={t('title')}>
      <Row gap="md">{facts.map((fact) => typeof fact === 'string' && <Text key={fact}>{fact}</Text>)}</Row>
    </Panel>
  )
}
