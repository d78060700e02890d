import { type PriceRowsResult, pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { type ConfirmProps, PriceEffectStep } from '../../app/PriceEffectStep.tsx'
import { queryOf } from '../../app/queries.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type PriceDraft, toWire } from './discount.ts'
import styles from './price-lists.module.css'

/** Changed prices that are not saved yet. */
export interface Proposal {
  rows: readonly { productId: string; draft: PriceDraft }[]
  /** Removes all products from the list that are not among the rows. */
  removeOthers?: boolean
  /** Ids of products to remove. */
  remove?: string[]
}

export const bodyOf = ({ rows, removeOthers = false, remove = [] }: Proposal) => ({
  items: rows.map(({ productId, draft }) => ({ productId, ...toWire(draft) })),
  removeOthers,
  remove,
})

interface PriceChangeProps extends ConfirmProps {
  priceListId: string
  proposal: Proposal
}

/** The preview before prices are saved: who will pay what. */
export function PriceChange({ priceListId, proposal, ...step }: PriceChangeProps) {
  const { t } = useTranslation('priceLists')
  return (
    <PriceEffectStep
      {...step}
      question={queryOf(pricing.setProducts, {
        params: { id: priceListId },
        body: { ...bodyOf(proposal), dryRun: true },
      })}
      failed={t('change.failed')}
      isVoid={(result) => result.faults.length > 0 || isNothing(result)}
      show={(result) => <Outcome result={result} isOne={proposal.rows.length < 2} />}
    />
  )
}

const isNothing = ({ added, changed, removed }: PriceRowsResult) => added + changed + removed === 0

/** `isOne`: for a single product the result needs no summary. */
function Outcome({ result, isOne }: { result: PriceRowsResult; isOne: boolean }) {
  const { t } = useTranslation('priceLists')
  if (result.faults.length > 0)
    return (
      <ul className={styles.names}>
        {result.faults.map(({ index, code }) => (
          <li key={index} className={styles.fault}>
            {t('change.faultAt', { row: index + 1, fault: t(`change.rowFaults.${code}`) })}
          </li>
        ))}
      </ul>
    )
  if (isNothing(result)) return <p className={styles.summary}>{t('change.nothing')}</p>
  return (
    <>
      {!isOne && (
        <div className={styles.counts}>
          {(['added', 'changed', 'removed', 'unchanged'] as const).map(
            (what) =>
              result[what] > 0 && (
                <StatusTag key={what} tone={what === 'unchanged' ? 'neutral' : what === 'removed' ? 'error' : 'info'}>
                  {t(`change.${what}`, { count: result[what] })}
                </StatusTag>
              ),
          )}
        </div>
      )}
      <PriceEffect effect={result.effect} />
    </>
  )
}
