import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { Stack } from '../ui/layout.tsx'
import { Lines } from '../ui/Skeletons.tsx'

/** The texts and callbacks of the screen that changes prices. */
export interface ConfirmProps {
  /** The verb on the button: "Save prices". */
  confirm: string
  destructive?: boolean
  back: string
  onBack: () => void
  /** When it rejects with a server error, the step shows the error. False: the fields of the step show what is missing. */
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

interface PriceEffectStepProps<T> extends ConfirmProps {
  /** The query for the preview. */
  question: UseQueryOptions<T>
  /** Title of the error when the preview could not be loaded. */
  failed: string
  show: (answer: T) => ReactNode
  /** Returns true when the preview contains nothing to confirm. */
  isVoid?: (answer: T) => boolean
}

/** The last step of a dialog that changes prices: shows the preview, then asks for confirmation. */
export function PriceEffectStep<T>(props: PriceEffectStepProps<T>) {
  const { question, failed, show, isVoid = () => false, children } = props
  const { confirm, destructive = false, back, onBack, onConfirm } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const step = useRef<HTMLElement>(null)
  const [cameFrom] = useState(() => document.activeElement)
  const { data, error, refetch } = useQuery({
    ...question,
    // The user must confirm the current state, so never show a cached preview.
    staleTime: 0,
    gcTime: 0,
    // During the save the change comes into effect; a refetch would then return an empty preview.
    enabled: !busy,
  })
  // The focused element of the previous step is hidden now; restore its focus when going back.
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
      if ((await onConfirm()) === false) setBusy(false)
    } catch (refusal) {
      setFailure(refusal)
      setBusy(false)
    }
  }
  return (
    <Stack
      ref={step}
      tabIndex={-1}
      style={{ outline: 'none' }}
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
    </Stack>
  )
}
