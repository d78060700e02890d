import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isProblem } from '../problem.ts'

const plain = (address: string) => address.trim().toLowerCase()

/** Somebody whose address is in use already can be asked to act for one more account by the sign-in that they have (rules P63). */
export interface Asking {
  /** The address that was refused, because it is in use. */
  taken: string | null
  /** The next invitation to the refused address asks its person. */
  ask(): void
  /** What an invitation to the address says of it. */
  said(address: string): { mayHaveSignIn?: true }
  /** The failure of an invitation to the address, as it is shown. `theirs`: the words for who acts for the account already. */
  shown(failure: unknown, address: string, theirs: string): unknown
}

export function useAsking(): Asking {
  const [taken, setTaken] = useState<string | null>(null)
  const asked = useRef<string | null>(null)
  return {
    taken,
    ask: () => {
      asked.current = taken
    },
    said: (address) => (asked.current === plain(address) ? { mayHaveSignIn: true } : {}),
    shown: (failure, address, theirs) => {
      if (!isProblem(failure, 'US409')) return failure
      const isAsked = asked.current === plain(address)
      setTaken(isAsked ? null : plain(address))
      return takenAt(isAsked ? theirs : undefined)
    },
  }
}

/** Shown at the field of the e-mail; without words of its own, that the address is in use. */
const takenAt = (words?: string) => ({
  info: { issues: [{ path: ['user', 'userName'], code: 'custom', message: 'email_taken', words }] },
})

/** Below the field of the e-mail, while the refused address stands there. */
export function AskThem({ asking: { taken, ask }, address }: { asking: Asking; address: string | undefined }) {
  const { t } = useTranslation('ownAccounts')
  if (taken === null || taken !== plain(address ?? '')) return null
  return (
    <Notice
      action={
        <Button
          size="xs"
          variant="default"
          onClick={({ currentTarget }) => {
            ask()
            currentTarget.form?.requestSubmit()
          }}
        >
          {t('ask')}
        </Button>
      }
    >
      {t('askText')}
    </Notice>
  )
}
