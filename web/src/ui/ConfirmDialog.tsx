import { Button, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'

export interface Question {
  /** Names what will happen: "Delete Acme Srl and suspend its 4 users?" */
  title: string
  text?: ReactNode
  /** The verb on the button: "Delete". */
  confirm: string
  cancel?: string | undefined
  destructive?: boolean
}

interface ConfirmDialogProps extends Question {
  opened: boolean
  onCancel: () => void
  /** A promise keeps the dialog open and busy; when it fails, the dialog says why and stays. */
  onConfirm: () => unknown
}

/** Asks before something happens. A destructive question starts on the way out. */
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
            {cancel ?? t('cancel')}
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

type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask>(() => Promise.resolve(false))

/** `if (await confirm({ title: …, confirm: …, destructive: true })) …` */
export const useConfirm = (): Ask => use(AskContext)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [opened, setOpened] = useState(false)
  const settle = useRef<(answer: boolean) => void>(() => undefined)
  const ask = useCallback<Ask>((asked) => {
    settle.current(false)
    setQuestion(asked)
    setOpened(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  const answer = (value: boolean) => {
    setOpened(false)
    settle.current(value)
  }
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <ConfirmDialog {...question} opened={opened} onCancel={() => answer(false)} onConfirm={() => answer(true)} />
      )}
    </AskContext>
  )
}
