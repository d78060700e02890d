import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import type { Question } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'

export interface ConfirmDialogProps extends Question {
  opened: boolean
  onCancel: () => void
  /**
   * When it returns a promise, the dialog stays open and busy; when the promise rejects, the dialog shows the
   * error and stays.
   */
  onConfirm: () => unknown
}

/** Asks the user to confirm an action. A destructive question puts the initial focus on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onCancel, onConfirm, title, text, confirm, cancel, destructive = false } = props
  const { t } = useTranslation('ui')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const close = () => {
    setFailure(null)
    onCancel()
  }
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      size="sm"
      busy={busy}
      actions={
        <>
          <Button variant="default" onClick={close} disabled={busy} data-autofocus={destructive || undefined}>
            {cancel ?? t('leave.asItIs')}
          </Button>
          <Button
            color={destructive ? 'danger' : 'brand'}
            onClick={go}
            loading={busy}
            data-autofocus={!destructive || undefined}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {text && (
        <Text component="div" c="var(--ui-text-2)">
          {text}
        </Text>
      )}
      {failure !== null && <ErrorBlock error={failure} shape="line" />}
    </Dialog>
  )
}
