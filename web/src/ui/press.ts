/**
 * Keeps the layout still between pointer press and click: if an element moved in between, the click would hit
 * another one.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'

let watchers = 0
let press: { released: Promise<void>; release: () => void } | null = null
const listeners = new Set<() => void>()

/**
 * Events that end a press. After a context menu some browsers send no `pointerup`, so `contextmenu` and any
 * key end it too; `blur` covers the window losing the focus.
 */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'keydown', 'blur']

const tell = () => {
  for (const listener of listeners) listener()
}

function begin({ button }: PointerEvent) {
  if (press !== null || button !== 0) return
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  press = { released, release }
  tell()
}

function end() {
  if (press === null) return
  // The click event follows the release and must reach the pressed element, so end the press one task later.
  setTimeout(() => {
    press?.release()
    press = null
    tell()
  })
}

function watch(listener?: () => void): () => void {
  if (listener) listeners.add(listener)
  if (watchers++ === 0) {
    window.addEventListener('pointerdown', begin, true)
    for (const type of ends) window.addEventListener(type, end, type !== 'blur')
  }
  return () => {
    if (listener) listeners.delete(listener)
    if (--watchers > 0) return
    window.removeEventListener('pointerdown', begin, true)
    for (const type of ends) window.removeEventListener(type, end, type !== 'blur')
    end()
  }
}

/** Returns the value from the start of the press while a pointer is pressed; otherwise the current value. */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(watch, () => press !== null)
  const [shown, setShown] = useState(value)
  if (isPressed) return shown
  if (!Object.is(shown, value)) setShown(value)
  return value
}

/** Returns a function: while a pointer is pressed it gives a promise that resolves on release, otherwise null. */
export function useRelease(): () => Promise<void> | null {
  useEffect(() => watch(), [])
  return () => press?.released ?? null
}
