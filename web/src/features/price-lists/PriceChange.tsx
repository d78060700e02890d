import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pricing } from '@trellis/contract/pricing'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { queryOf } from '../../app/queries.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type PriceDraft, toWire } from './discount.ts'
import styles from './price-lists.module.css'

/** Prices as they would be, not yet saved. */
export interface Proposal {
  rows: readonly { productId: string; draft: PriceDraft }[]
  /** What is not among the rows leaves the list. */
  removeOthers?: boolean
}

export const bodyOf = ({ rows, removeOthers = false }: Proposal) => ({
  items: rows.map(({ productId, draft }) => ({ productId, ...toWire(draft) })),
  removeOthers,
})

interface PriceChangeProps {
  priceListId: string
  proposal: Proposal
  /** The verb on the button: "Save prices". */
  confirm: string
  destructive?: boolean
  /** Without counts: one product is meant, whatever the rows say. */
  quiet?: boolean
  back: string
  onBack: () => void
  /** Rejecting with a refusal of the server shows it. */
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

/** Before prices are saved: who will pay what. */
export function PriceChange(props: PriceChangeProps) {
  const {
    priceListId,
    proposal,
    confirm,
    destructive = false,
    quiet = false,
    back,
    onBack,
    onConfirm,
    children,
  } = props
  const { t } = useTranslation('priceLists')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(pricing.setProducts, { params: { id: priceListId }, body: { ...bodyOf(proposal), dryRun: true } }),
    // What is confirmed must be what is so now.
    staleTime: 0,
    gcTime: 0,
    // While it is being saved it comes true: asked again, it would change nothing.
    enabled: !busy,
  })
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
    } catch (refusal) {
      setFailure(refusal)
      setBusy(false)
    }
  }
  const faults = data?.faults ?? []
  const counts = (['added', 'changed', 'removed', 'unchanged'] as const)
    .map((what) => ({ what, count: data?.[what] ?? 0 }))
    .filter(({ count }) => count > 0)
  const isNothing = data !== undefined && faults.length === 0 && counts.every(({ what }) => what === 'unchanged')
  return (
    <div className={styles.stack} aria-live="polite" aria-busy={data === undefined && error === null}>
      {children}
      {failure !== null && <ErrorBlock error={failure} shape="line" />}
      {data === undefined ? (
        error === null ? (
          <Lines count={4} />
        ) : (
          <ErrorBlock error={error} title={t('change.failed')} shape="line" retry={() => void refetch()} />
        )
      ) : faults.length > 0 ? (
        <ul className={styles.names}>
          {faults.map(({ index, code }) => (
            <li key={index} className={styles.fault}>
              {t('change.faultAt', { row: index + 1, fault: t(`change.rowFaults.${code}`) })}
            </li>
          ))}
        </ul>
      ) : isNothing ? (
        <p className={styles.summary}>{t('change.nothing')}</p>
      ) : (
        <>
          {!quiet && counts.length > 0 && proposal.rows.length > 1 && (
            <div className={styles.counts}>
              {counts.map(({ what, count }) => (
                <StatusTag key={what} tone={what === 'unchanged' ? 'neutral' : what === 'removed' ? 'error' : 'info'}>
                  {t(`change.${what}`, { count })}
                </StatusTag>
              ))}
            </div>
          )}
          {data && <PriceEffect effect={data.effect} />}
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onBack} disabled={busy}>
          {back}
        </Button>
        <Button
          color={destructive ? 'danger' : 'brand'}
          loading={busy}
          disabled={data === undefined || faults.length > 0 || isNothing}
          onClick={() => void go()}
        >
          {confirm}
        </Button>
      </DialogActions>
    </div>
  )
}
