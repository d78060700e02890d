import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Layout, type Placed, within } from './layout.ts'
import { MapLinks } from './MapLinks.tsx'
import { detailAt, MapMark } from './MapMark.tsx'
import styles from './map.module.css'
import { directions, neighbour } from './navigation.ts'
import { useMapView } from './useMapView.ts'
import { centred, fitted, revealed, zoomed } from './view.ts'
import type { MapWords } from './words.ts'

/** Commands of the buttons and of the search to the drawing. */
export interface MapControls {
  zoom: (factor: number) => void
  fit: () => void
  /** Moves the view to the account with an animation. If its branch has just been expanded, waits until it is drawn. */
  flyTo: (id: string) => void
  focus: () => void
}

interface MapCanvasProps {
  /** Measures the frame. */
  frame: Ref<HTMLDivElement>
  label: string
  layout: Layout
  words: MapWords
  activeId: string
  setActive: (id: string) => void
  toggle: (placed: Placed) => void
  open: (placed: Placed) => void
  controls: React.Ref<MapControls>
  /** Called with the account under the pointer. */
  setHovered: (id: string | null) => void
  /** Rendered on top of the drawing. */
  children: ReactNode
}

const step = 1.3
const stride = 90

/** The map's drawing. It renders only what is in view. It is one Tab stop; the arrow keys move along the tree. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, layout, words, activeId, setActive, setHovered, toggle, open } = props
  const { t } = useTranslation('networkMap')
  const box = useRef<HTMLDivElement>(null)
  const group = useRef<SVGGElement>(null)
  const howId = useId()
  const idOf = useId()
  const { drawn, frame, current, go } = useMapView(box, group, layout)
  const active = layout.byId.get(activeId) ?? (layout.placed[0] as Placed)
  const domId = (placed: Placed) => `${idOf}${placed.id}`
  const seek = useRef<string | null>(null)

  const middle = () => ({ x: frame().width / 2, y: frame().height / 2 })
  const zoom = (factor: number) => go(zoomed(current(), factor, middle()), true)
  const fit = () => go(fitted(layout, frame(), 0.2), true)
  useImperativeHandle(props.controls, () => ({
    zoom,
    fit,
    flyTo: (id) => {
      seek.current = id
      const placed = layout.byId.get(id)
      if (placed !== undefined) go(centred(current(), placed, frame()), true)
    },
    focus: () => box.current?.focus({ preventScroll: true }),
  }))
  // The account to show may be in the layout only after its branch was expanded.
  useEffect(() => {
    const placed = seek.current === null ? undefined : layout.byId.get(seek.current)
    seek.current = null
    go(placed === undefined ? current() : centred(current(), placed, frame()), placed !== undefined)
  }, [layout, go, current, frame])

  const moveTo = (placed: Placed | null) => {
    if (placed === null) return
    setActive(placed.id)
    setHovered(null)
    go(revealed(current(), placed, frame()), true)
  }
  const pan = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as const
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    const direction = directions[key]
    if (shiftKey && key in pan) {
      const [across, down] = pan[key as keyof typeof pan]
      const view = current()
      go({ ...view, x: view.x + across * stride, y: view.y + down * stride }, true)
    } else if (direction === 'child' && active.expandable && !active.expanded) toggle(active)
    else if (direction !== undefined) moveTo(neighbour(layout, active, direction))
    else if (key === '+' || key === '=') zoom(step)
    else if (key === '-' || key === '_') zoom(1 / step)
    else if (key === '0') fit()
    else if (key === ' ') active.expandable && toggle(active)
    else if (key === 'Enter') open(active)
    else return
    event.preventDefault()
  }
  const placedAt = ({ target }: { target: EventTarget }) => {
    const id = target instanceof Element ? target.closest('[data-id]')?.getAttribute('data-id') : null
    return (id && layout.byId.get(id)) || null
  }
  const onClick = (event: MouseEvent) => {
    const placed = placedAt(event)
    if (placed === null) return
    setActive(placed.id)
    const onKnob = event.target instanceof Element && event.target.closest('[data-knob]') !== null
    if ((onKnob || placed.rest.length > 0) && placed.expandable) toggle(placed)
  }
  const detail = detailAt(drawn?.scale ?? 1)
  return (
    <div className={styles.canvas} ref={props.frame}>
      <p id={howId} hidden>
        {t('how')}
      </p>
      <div
        ref={box}
        className={styles.drawing}
        role="tree"
        aria-label={label}
        aria-describedby={howId}
        aria-activedescendant={domId(active)}
        tabIndex={0}
        data-detail={detail}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          const placed = placedAt(event)
          if (placed !== null && placed.rest.length === 0) open(placed)
        }}
        onPointerOver={(event) => event.pointerType === 'mouse' && setHovered(placedAt(event)?.id ?? null)}
        onPointerLeave={() => setHovered(null)}
      >
        <Drawing {...{ layout, drawn, active, domId, words }} group={group} />
      </div>
      {props.children}
    </div>
  )
}

interface DrawingProps extends Pick<MapCanvasProps, 'layout' | 'words'> {
  drawn: ReturnType<typeof useMapView>['drawn']
  active: Placed
  domId: (placed: Placed) => string
  group: Ref<SVGGElement>
}

/** The accounts in view with their links, and the active one, wherever it is. */
function Drawing({ layout, drawn, active, domId, words, group }: DrawingProps) {
  const shown = drawn === null ? [] : within(layout, drawn.part.top, drawn.part.bottom)
  const isDrawn = shown.includes(active)
  const detail = detailAt(drawn?.scale ?? 1)
  return (
    <svg role="presentation">
      <g ref={group}>
        {drawn !== null &&
          shown.map(
            (placed) =>
              placed.expanded && (
                <MapLinks
                  key={placed.id}
                  placed={placed}
                  column={layout.column}
                  top={drawn.part.top}
                  bottom={drawn.part.bottom}
                />
              ),
          )}
        {(isDrawn ? shown : [...shown, active]).map((placed) => (
          <MapMark
            key={placed.id}
            placed={placed}
            column={layout.column}
            domId={domId(placed)}
            isActive={placed === active}
            detail={detail}
            scale={detail === 'near' ? 1 : (drawn?.scale ?? 1)}
            words={words}
          />
        ))}
      </g>
    </svg>
  )
}
