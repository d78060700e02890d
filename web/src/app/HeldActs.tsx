import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../ui/ActionButton.tsx'
import { undoHeld } from './held.ts'
import { useDecisionStates } from './useHeldWrite.ts'

/** A second click of a double click does not undo what the first one decided. */
const doubleClick = 500

interface HeldActsProps {
  /** The key of the decision. */
  decision: string
  /** Names the record in the name of the button. */
  code: string
  /** What decides, while nothing is decided. */
  children: ReactNode
}

/** The buttons that decide; in their place the undo while the decision is held. */
export function HeldActs({ decision, code, children }: HeldActsProps) {
  const state = useDecisionStates().get(decision)
  return state === undefined ? children : <Undo code={code} isSent={state === 'sent'} />
}

function Undo({ code, isSent }: { code: string; isSent: boolean }) {
  const { t } = useTranslation()
  const since = useRef(Date.now())
  const place = useRef<HTMLSpanElement>(null)
  // The pressed button is gone: the keyboard stays here.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [])
  return (
    <span ref={place}>
      <ActionButton
        size="xs"
        variant="default"
        loading={isSent}
        label={`${t('undo.label')} ${code}`}
        onClick={() => {
          if (Date.now() - since.current > doubleClick) undoHeld()
        }}
      >
        {t('undo.label')}
      </ActionButton>
    </span>
  )
}
