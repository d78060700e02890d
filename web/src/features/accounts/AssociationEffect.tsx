import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { type ConfirmProps, PriceEffectStep } from '../../app/PriceEffectStep.tsx'
import { queryOf } from '../../app/queries.ts'

interface AssociationEffectProps extends ConfirmProps {
  accountId: string
  /** Null removes the account's own list. */
  priceListId: string | null
  canPropagate: boolean
}

/** The preview before an account gets another price list: who will pay what, in the accounts below too. */
export function AssociationEffect({ accountId, priceListId, canPropagate, ...step }: AssociationEffectProps) {
  const { t } = useTranslation('accounts')
  return (
    <PriceEffectStep
      {...step}
      question={queryOf(pricing.associationEffect, { params: { accountId }, body: { priceListId, canPropagate } })}
      failed={t('priceList.effectError')}
      show={(effect) => <PriceEffect effect={effect} />}
    />
  )
}
