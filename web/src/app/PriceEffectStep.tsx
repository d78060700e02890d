import { Button } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { Lines } from '../ui/Skeletons.tsx'
import styles from './PriceEffect.module.css'

/** What a screen that changes prices says of the step before they change. */
export interface ConfirmProps {
  /** The verb on the button: "Save prices". */
  confirm: string
  destructive?: boolean
  back: string
  onBack: () => void
  /** Rejecting with a refusal of the server shows it. */
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

interface PriceEffectStepProps<T> extends ConfirmProps {
  /** Asks the server what would happen. */
  question: UseQueryOptions<T>
  /** Stands over the reason when it could not be asked. */
  failed: string
  show: (answer: T) => ReactNode
  /** Is there nothing in the answer that could be confirmed? */
  isVoid?: (answer: T) => boolean
}

/** The last step of a dialog before prices change: who will pay what is looked at, then confirmed. */
export function PriceEffectStep<T>(props: PriceEffectStepProps<T>) {
  const { question, failed, show, isVoid = () => false, children } = props
  const { confirm, destructive = false, back, onBack, onConfirm } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const step = useRef<HTMLDivElement>(null)
  const [cameFrom] = useState(() => document.activeElement)
  const { data, error, refetch } = useQuery({
    ...question,
    // What is confirmed must be what is so now.
    staleTime: 0,
    gcTime: 0,
    // While it is being saved it comes true: asked again, it would change nothing.
    enabled: !busy,
  })
  // What had the focus is hidden now; going back finds it again.
  useEffect(() => {
    step.current?.focus({ preventScroll: true })
    return () => {
      if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    }
  }, [cameFrom])
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
    <div
      ref={step}
      tabIndex={-1}
      className={styles.step}
      aria-live="polite"
      aria-busy={data === undefined && error === null}
    >
      {children}
      {failure !== null && <ErrorBlock error={failure} shape="line" />}
      {data !== undefined ? (
        show(data)
      ) : error !== null ? (
        <ErrorBlock error={error} title={failed} shape="line" retry={() => void refetch()} />
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
          disabled={data === undefined || isVoid(data)}
          onClick={() => void go()}
        >
          {confirm}
        </Button>
      </DialogActions>
    </div>
  )
}
