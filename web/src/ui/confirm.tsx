import { type ComponentType, createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'

export interface Question {
  /** Says what will happen: "Delete Acme Srl and suspend its 4 users?" */
  title: string
  text?: ReactNode
  /** The verb on the confirm button: "Delete". */
  confirm: string
  cancel?: string | undefined
  destructive?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask>(() => Promise.resolve(false))

/** Usage: `if (await confirm({ title: …, confirm: …, destructive: true })) …` */
export const useConfirm = (): Ask => use(AskContext)

/**
 * Renders the questions of `useConfirm`. The dialog's code is loaded with the first question; if that fails,
 * `window.confirm` is used.
 */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [Dialog, setDialog] = useState<ComponentType<ConfirmDialogProps> | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [opened, setOpened] = useState(false)
  const settle = useRef<(answer: boolean) => void>(() => undefined)
  const ask = useCallback<Ask>(async (asked) => {
    settle.current(false)
    try {
      const { ConfirmDialog } = await import('./ConfirmDialog.tsx')
      setDialog(() => ConfirmDialog)
    } catch {
      return window.confirm(asked.title)
    }
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
      {Dialog && question && (
        <Dialog {...question} opened={opened} onCancel={() => answer(false)} onConfirm={() => answer(true)} />
      )}
    </AskContext>
  )
}
