/**
 * The exports of this tab that wait for others (rules I5): the server writes them one after the other. Kept for the tab, so that
 * a reload does not lose them.
 */
import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../session.ts'

const storageKey = 'trellis.exports'

function stored(): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

let waiting = stored()
const listeners = new Set<() => void>()

function become(next: readonly string[]): void {
  waiting = next
  sessionStorage.setItem(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export const waitFor = (id: string): void => become([...waiting, id])
export const stopWaitingFor = (ids: readonly string[]): void => become(waiting.filter((id) => !ids.includes(id)))

onSessionChange((change) => {
  if (change !== 'signed-in') become([])
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
/** The ids of the exports that this tab waits for. */
export const useWaiting = (): readonly string[] => useSyncExternalStore(subscribe, () => waiting)
