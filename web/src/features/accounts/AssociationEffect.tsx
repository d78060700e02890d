import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pricing } from '@trellis/contract/pricing'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { queryOf } from '../../app/queries.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import styles from './accounts.module.css'

interface AssociationEffectProps {
  accountId: string
  /** Null takes away the list that the account has. */
  priceListId: string | null
  canPropagate: boolean
  confirm: string
  destructive?: boolean
  back: string
  onBack: () => void
  /** Rejecting with a refusal of the server shows it. */
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

/** Before an account gets other prices: who will pay what, also below it. */
export function AssociationEffect(props: AssociationEffectProps) {
  const { accountId, priceListId, canPropagate, confirm, destructive = false, back, onBack, onConfirm } = props
  const { t } = useTranslation('accounts')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(pricing.associationEffect, { params: { accountId }, body: { priceListId, canPropagate } }),
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
  return (
    <div className={styles.stack} aria-live="polite" aria-busy={data === undefined && error === null}>
      {props.children}
      {failure !== null && <ErrorBlock error={failure} shape="line" />}
      {data !== undefined ? (
        <PriceEffect effect={data} />
      ) : error !== null ? (
        <ErrorBlock error={error} title={t('priceList.effectError')} shape="line" retry={() => void refetch()} />
      ) : (
        <Lines count={4} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onBack} disabled={busy}>
          {back}
        </Button>
        <Button
          color={destructive ? 'danger' : 'brand'}
          loading={busy}
          disabled={data === undefined}
          onClick={() => void go()}
        >
          {confirm}
        </Button>
      </DialogActions>
    </div>
  )
}
