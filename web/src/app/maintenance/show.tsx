/**
 * The page of a maintenance (rules G47), in front of everything. What is behind it stays as it is, with everything that was typed, and
 * is there again when the portal is back.
 */
import type { CurrentTenant, Maintenance } from '@trellis/contract/tenants'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { keepTrying } from '../again.ts'
import { loadTexts } from '../i18n.ts'
import { transmit } from '../transport.ts'
import { MaintenancePage } from './MaintenancePage.tsx'

/** Milliseconds between two looks, by chance up to half as much more, so that not all come back at the same moment. */
const between = 10_000

let isShown = false

/** Shows the page until the portal is back; a second call does nothing. */
export async function show(first: Maintenance): Promise<void> {
  if (isShown) return
  isShown = true
  await loadTexts('maintenance').catch((error: unknown) => {
    isShown = false
    throw error
  })
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  const root = createRoot(dialog)
  const goAway = () => {
    isShown = false
    dialog.close()
    root.unmount()
    dialog.remove()
    window.dispatchEvent(new Event('trellis.back'))
  }
  root.render(<Waiting first={first} dialog={dialog} onBack={goAway} />)
}

/** What the server says now; undefined when it cannot be asked. */
async function lookAgain(): Promise<Maintenance | null | undefined> {
  const path = '/tenants/current'
  try {
    const answer = await transmit(`/api/v1${path}`, { method: 'GET', name: path, signal: AbortSignal.timeout(between) })
    return ((await answer.json()) as CurrentTenant).maintenance
  } catch {
    return undefined
  }
}

interface WaitingProps {
  first: Maintenance
  dialog: HTMLDialogElement
  onBack: () => void
}

function Waiting({ first, dialog, onBack }: WaitingProps) {
  const [maintenance, setMaintenance] = useState(first)
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault()
    dialog.addEventListener('cancel', stay)
    dialog.showModal()
    dialog.querySelector('h1')?.focus()
    return () => dialog.removeEventListener('cancel', stay)
  }, [dialog])
  useEffect(() => {
    let isHere = true
    const look = async () => {
      const now = await lookAgain()
      if (!isHere) return
      if (now === null) return onBack()
      // Always set, because the time that was promised may have passed.
      setMaintenance((last) => ({ ...(now ?? last) }))
    }
    const stop = keepTrying(look, () => between * (1 + Math.random() / 2))
    return () => {
      isHere = false
      stop()
    }
  }, [onBack])
  return <MaintenancePage {...maintenance} dialog={dialog} />
}
