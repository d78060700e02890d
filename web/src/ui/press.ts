/** What is under a pointer stays there from its press to its click: whatever moved it meanwhile would take the click elsewhere. */
import { useEffect, useState, useSyncExternalStore } from 'react'

let watchers = 0
let press: { released: Promise<void>; release: () => void } | null = null
const listeners = new Set<() => void>()

/**
 * What ends a press. A menu of the browser's own may swallow the release, so whoever goes on by the keys is not kept
 * waiting for it; `blur` when the window itself loses the focus.
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
  // The click comes after the release and has to meet what was pressed.
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

/** A value as it was when the pointer was pressed, until it is released; at other times as it is. */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(watch, () => press !== null)
  const [shown, setShown] = useState(value)
  if (isPressed) return shown
  if (!Object.is(shown, value)) setShown(value)
  return value
}

/** Returns what tells, while a pointer is pressed, when it is released; null while none is. */
export function useRelease(): () => Promise<void> | null {
  useEffect(() => watch(), [])
  return () => press?.released ?? null
}
