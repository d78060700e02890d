import { useEffect, useRef, useState } from 'react'

/**
 * What is on show stays as it is from the press of a pointer to its release: a list that renews itself in between would
 * move another option, or none, under the click. Returns what to show and the handler for the element that holds it.
 */
export function useHeldWhilePressed<Value>(value: Value): [Value, { onPointerDown: () => void }] {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const release = useRef<() => void>(undefined)
  useEffect(() => () => release.current?.(), [])
  const onPointerDown = () => {
    const ended = new AbortController()
    const { signal } = ended
    // The click comes after the release and still has to meet what was pressed.
    const letGo = () => setTimeout(() => release.current?.())
    release.current?.()
    release.current = () => {
      ended.abort()
      setHeld(null)
    }
    window.addEventListener('pointerup', letGo, { signal })
    window.addEventListener('pointercancel', letGo, { signal })
    setHeld({ value })
  }
  return [held === null ? value : held.value, { onPointerDown }]
}
