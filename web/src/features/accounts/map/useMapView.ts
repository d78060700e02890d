import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Layout } from './layout.ts'
import { type Frame, fitted, held, isInside, onTheWay, type Part, partOf, type View, zoomed } from './view.ts'

/** How far beyond the frame to render, as a fraction of its size: most movements then need no new rendering. */
const beyond = 0.6
/** Render again when the zoom has changed by this factor, because labels depend on it. */
const anew = 1.35
const flight = 260
/** Milliseconds without movement after which text is rendered sharply at the current zoom. */
const stillness = 140

/** The rendered part of the map and the scale it was rendered for. */
export interface Drawn {
  part: Part
  scale: number
}

export interface MapView {
  drawn: Drawn | null
  frame: () => Frame
  current: () => View
  /** Moves the view; with `flying` as an animation, unless the reader prefers reduced motion. */
  go: (view: View, flying?: boolean) => void
}

const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The position and zoom of the map. During a movement, only a CSS transform changes, which is cheap. React
 * renders again when the movement ends, or when unrendered parts come into view.
 */
export function useMapView(
  box: RefObject<HTMLElement | null>,
  group: RefObject<SVGGElement | null>,
  layout: Layout,
): MapView {
  const view = useRef<View | null>(null)
  const latest = useRef({ layout, drawn: null as Drawn | null })
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const moving = useRef(0)
  /** The view that the SVG group is positioned for; later movements are a CSS transform of the whole element. */
  const base = useRef<View | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  latest.current.layout = layout

  const frame = useCallback((): Frame => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {}
    return { width, height }
  }, [box])
  const current = useCallback(() => {
    view.current ??= fitted(latest.current.layout, frame())
    return view.current
  }, [frame])

  const rest = useCallback(() => {
    const [element, next] = [group.current, view.current]
    if (element === null || next === null) return
    clearTimeout(resting.current)
    base.current = next
    element.setAttribute('transform', `translate(${next.x} ${next.y}) scale(${next.scale})`)
    if (element.ownerSVGElement !== null) element.ownerSVGElement.style.transform = ''
  }, [group])
  // After a render, position the group for the current view.
  useLayoutEffect(() => {
    if (drawn !== null) rest()
  }, [drawn, rest])

  const put = useCallback(
    (wanted: View) => {
      const next = held(wanted, latest.current.layout, frame())
      view.current = next
      const whole = group.current?.ownerSVGElement
      if (base.current !== null && whole) {
        const { x, y, scale } = base.current
        const ratio = next.scale / scale
        whole.style.transform = `translate(${next.x - x * ratio}px, ${next.y - y * ratio}px) scale(${ratio})`
        clearTimeout(resting.current)
        resting.current = setTimeout(rest, stillness)
      }
      const { drawn: last } = latest.current
      const ratio = last === null ? 0 : next.scale / last.scale
      if (last !== null && ratio < anew && ratio > 1 / anew && isInside(partOf(next, frame()), last.part)) return
      const now = { part: partOf(next, frame(), beyond), scale: next.scale }
      latest.current.drawn = now
      // A transition keeps the movement smooth while the new part renders.
      if (last === null) setDrawn(now)
      else startTransition(() => setDrawn(now))
    },
    [frame, group, rest],
  )

  const go = useCallback(
    (to: View, flying = false) => {
      cancelAnimationFrame(moving.current)
      if (!flying || wantsLessMotion()) {
        // Several events can occur within one frame; only the last is used.
        view.current = held(to, latest.current.layout, frame())
        moving.current = requestAnimationFrame(() => put(view.current as View))
        return
      }
      const from = current()
      const began = performance.now()
      const step = (now: number) => {
        const done = Math.min(1, Math.max(0, (now - began) / flight))
        put(onTheWay(from, to, done))
        if (done < 1) moving.current = requestAnimationFrame(step)
      }
      moving.current = requestAnimationFrame(step)
    },
    [put, current, frame],
  )

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => put(current()))
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(moving.current)
      clearTimeout(resting.current)
    }
  }, [box, put, current])

  useGestures(box, current, go)
  return { drawn, frame, current, go }
}

/** Distance in pixels that a pointer may move before a press counts as a drag. */
const slack = 4

/** Dragging, scrolling and pinching. A drag does not trigger a click. */
function useGestures(box: RefObject<HTMLElement | null>, current: () => View, go: (view: View) => void): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const pointers = new Map<number, { x: number; y: number }>()
    let dragged = false
    let begin = { x: 0, y: 0 }
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }
    const middle = () => {
      const all = [...pointers.values()]
      const [a, b = a] = all
      if (a === undefined || b === undefined) return { x: 0, y: 0, apart: 0 }
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
    }
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return
      if (pointers.size === 0) {
        dragged = false
        begin = at(event)
      }
      pointers.set(event.pointerId, at(event))
    }
    const onMove = (event: PointerEvent) => {
      if (!pointers.has(event.pointerId)) return
      const before = middle()
      const here = at(event)
      if (!dragged && pointers.size === 1 && Math.hypot(here.x - begin.x, here.y - begin.y) < slack) return
      if (!dragged) {
        dragged = true
        for (const id of pointers.keys()) element.setPointerCapture(id)
      }
      pointers.set(event.pointerId, here)
      const after = middle()
      const view = current()
      const shifted = { ...view, x: view.x + after.x - before.x, y: view.y + after.y - before.y }
      go(before.apart > 0 && after.apart > 0 ? zoomed(shifted, after.apart / before.apart, after) : shifted)
    }
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId)
    const onClick = (event: MouseEvent) => {
      if (dragged) event.stopPropagation()
      dragged = false
    }
    const onWheel = (event: WheelEvent) => {
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const view = current()
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) return go(zoomed(view, Math.exp(-event.deltaY * lines * 0.0025), at(event)))
      const [across, down] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY]
      go({ ...view, x: view.x - across * lines, y: view.y - down * lines })
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    element.addEventListener('click', onClick, { capture: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
      element.removeEventListener('click', onClick, { capture: true })
      element.removeEventListener('wheel', onWheel)
    }
  }, [box, current, go])
}
