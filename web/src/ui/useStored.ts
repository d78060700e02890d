import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** What is chosen while the storage of the browser is unavailable. */
const unstored = new Map<string, string>()

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return unstored.get(key) ?? null
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    unstored.set(key, text)
  }
  for (const listener of listeners) listener()
}

/** A choice that this browser keeps, as JSON: a text, a number or a truth value. Every place that shows it changes with it. */
export function useStored<T extends string | number | boolean>(key: string, usual: T): [T, (value: T) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  const choose = useCallback((value: T) => write(key, JSON.stringify(value)), [key])
  return [storedIn(text, usual), choose]
}

function storedIn<T extends string | number | boolean>(text: string | null, usual: T): T {
  try {
    const value: unknown = text === null ? null : JSON.parse(text)
    return typeof value === typeof usual ? (value as T) : usual
  } catch {
    return usual
  }
}
