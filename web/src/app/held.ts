/**
 * Decisions that cannot be taken back are held for some seconds and then sent, so that they can be undone until then
 * (rules V16, decision 059). One is held at a time: the next one sends the one before. Whoever leaves sends it too.
 */

import { toast } from '../ui/toast.tsx'
import { onSessionChange } from './session.ts'

export interface Decision {
  /** Names what is decided, such as the record and the kind of decision. */
  key: string
  /** What will happen, for the message that offers the undo. */
  text: string
  undo: string
  /** Sends it; tells its own failure. */
  send: () => Promise<unknown>
}

/** `held`: it can be undone. `sent`: the answer is awaited. */
export type DecisionState = 'held' | 'sent'

interface Held extends Decision {
  toastId: number
}

let held: Held | null = null
let states: ReadonlyMap<string, DecisionState> = new Map()
const answers = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

function become(key: string, state: DecisionState | null): void {
  const next = new Map(states)
  if (state === null) next.delete(key)
  else next.set(key, state)
  states = next
  for (const listener of listeners) listener()
}

export const statesOfDecisions = (): ReadonlyMap<string, DecisionState> => states

export function onDecisions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Holds a decision until its message is gone. What is held or sent already is not decided twice. */
export function hold(decision: Decision): void {
  if (states.has(decision.key)) return
  void settleHeld()
  const toastId = toast.info(decision.text, {
    action: { label: decision.undo, run: undoHeld, onGone: () => void settle(decision.key) },
  })
  held = { ...decision, toastId }
  become(decision.key, 'held')
}

/** Undoes what is held, or only a decision with this key. */
export function undoHeld(): void {
  if (held === null) return
  const { key, toastId } = held
  held = null
  become(key, null)
  toast.dismiss(toastId)
}

/** Sends what is held now. Resolves when the answers of all that was sent have come. */
export async function settleHeld(): Promise<void> {
  if (held !== null) toast.dismiss(held.toastId)
  await Promise.all(answers)
}

async function settle(key: string): Promise<void> {
  if (held?.key !== key) return
  const { send } = held
  held = null
  become(key, 'sent')
  const answer = send().catch(() => undefined)
  answers.add(answer)
  await answer
  answers.delete(answer)
  become(key, null)
}

// What was decided for one account is never sent for another (rules P61).
onSessionChange((change) => {
  if (change === 'account') undoHeld()
})

// A page that is hidden may be discarded without another event.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void settleHeld()
})
window.addEventListener('pagehide', () => void settleHeld())
