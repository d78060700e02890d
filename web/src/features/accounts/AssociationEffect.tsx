import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { type ConfirmProps, PriceEffectStep } from '../../app/PriceEffectStep.tsx'
import { queryOf } from '../../app/queries.ts'

interface AssociationEffectProps extends ConfirmProps {
  accountId: string
  /** Null takes away the list that the account has. */
  priceListId: string | null
  canPropagate: boolean
}

/** Before an account gets other prices: who will pay what, also below it. */
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
