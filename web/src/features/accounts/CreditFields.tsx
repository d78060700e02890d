import { useQuery } from '@tanstack/react-query'
import { credit, maximumTermsDays } from '@trellis/contract/credit'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { inputsOf } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The part of a form that has the credit of an account. */
interface WithCredit {
  creditLimit: number | null
  paymentTermsDays: number | null
}

/** What an account below may owe, and within how many days it pays (rules O24). */
export function CreditFields({ accountId }: { accountId: string }) {
  const input = inputsOf(useFormContext<WithCredit, unknown, never>())
  const { t } = useTranslation('accountForm')
  const mayRead = useCan('Orders', 'r')
  const { data } = useQuery({ ...queryOf(credit.ofAccount, { params: { id: accountId } }), enabled: mayRead })
  return (
    <Panel title={t('credit')}>
      <Stack>
        <MoneyField
          {...input('creditLimit')}
          label={t('creditLimit')}
          description={t('creditLimitText')}
          currency={data?.currencyCode}
        />
        <NumberField
          {...input('paymentTermsDays')}
          label={t('paymentTermsDays')}
          description={t('paymentTermsText')}
          maximum={maximumTermsDays}
          unit={t('days')}
        />
      </Stack>
    </Panel>
  )
}
