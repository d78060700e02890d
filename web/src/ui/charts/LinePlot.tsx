import { line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Row } from '../layout.tsx'
import { across, type DrawnLine, labelled, nearest, type Scale } from './drawing.ts'
import styles from './LinePlot.module.css'
import { chartColor } from './palette.ts'

interface LinePlotProps {
  label: string
  lines: readonly DrawnLine[]
  scale: Scale
  unfinished: number | null
  /** The names of the samples below the axis, and longer ones for the sample that is pointed at. */
  axis: readonly string[]
  names: readonly string[]
  labelOf: (line: DrawnLine) => string
  write: (value: number) => string
  short: (value: number) => string
}

/** The drawing is stretched to its place; lines and dots keep their widths, and words stand beside it. */
const side = 1000

/** Lines over time. The pointer, or the arrow keys, name the values of a sample. */
export function LinePlot({ label, lines, scale, unfinished, axis, names, ...words }: LinePlotProps) {
  const [at, setAt] = useState<number | null>(null)
  const count = names.length
  const textOf = (position: number) =>
    [
      names[position],
      ...lines.map((drawn) => `${words.labelOf(drawn)} ${valueText(drawn.values[position], words.write)}`),
    ].join(', ')
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(nearest((clientX - left) / width, count))
  }
  const press = (event: KeyboardEvent) => {
    const now = at ?? count - 1
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(count - 1, Math.max(0, to)))
  }
  return (
    <div className={styles.frame}>
      <div className={styles.axis} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${heightOf(tick, scale) * 100}%` }}>
            {words.short(tick)}
          </span>
        ))}
      </div>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={at ?? count - 1}
        aria-valuetext={textOf(at ?? count - 1)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={press}
      >
        <Drawn lines={lines} scale={scale} unfinished={unfinished} count={count} />
        {at !== null && <Pointed at={at} lines={lines} name={names[at] ?? ''} count={count} {...words} />}
      </div>
      <div className={styles.days} aria-hidden="true">
        {labelled(count, count <= 13 ? 13 : 8).map(({ position, isMinor }) => (
          <span
            key={position}
            data-minor={isMinor || undefined}
            style={{ insetInlineStart: `${across(position, count) * 100}%` }}
          >
            {axis[position]}
          </span>
        ))}
      </div>
    </div>
  )
}

const heightOf = (value: number, { low, high }: Scale) => (value - low) / (high - low)

const valueText = (value: number | null | undefined, write: (value: number) => string) =>
  value == null ? '–' : write(value)

interface DrawnProps {
  lines: readonly DrawnLine[]
  scale: Scale
  unfinished: number | null
  count: number
}

function Drawn({ lines, scale, unfinished, count }: DrawnProps) {
  const x = (position: number) => across(position, count) * side
  const y = (value: number) => (1 - heightOf(value, scale)) * side
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" aria-hidden="true">
      {scale.ticks.map((tick) => (
        <path key={tick} className={styles.rule} d={`M0 ${y(tick)}H${side}`} />
      ))}
      {/* The first series is drawn last, above the others. */}
      {[...lines].reverse().map(({ id, series, isPrevious, values }) => {
        const path = (from: number, to: number) =>
          line<number | null>()
            .defined((value) => value !== null)
            .x((_, index) => x(from + index))
            .y((value) => y(value ?? 0))(values.slice(from, to + 1)) ?? ''
        const open = isPrevious ? null : unfinished
        const dots = values.flatMap((value, position) =>
          value !== null && (count <= 16 || isAlone(values, position) || position === open)
            ? [{ position, d: `M${x(position)} ${y(value)}h0` }]
            : [],
        )
        return (
          <g key={id} stroke={chartColor(series)} data-previous={isPrevious || undefined}>
            <path d={path(0, open === null ? count - 1 : Math.max(0, open - 1))} />
            {open !== null && open > 0 && <path className={styles.open} d={path(open - 1, open)} />}
            {!isPrevious &&
              dots.map(({ position, d }) => (
                <g key={position}>
                  <path className={styles.dot} d={d} />
                  {position === open && <path className={styles.hollow} d={d} />}
                </g>
              ))}
          </g>
        )
      })}
    </svg>
  )
}

const isAlone = (values: DrawnLine['values'], position: number) =>
  values[position - 1] == null && values[position + 1] == null

interface PointedProps extends Pick<LinePlotProps, 'labelOf' | 'write' | 'lines'> {
  at: number
  name: string
  count: number
}

/** The values of one sample, on the side that has room. */
function Pointed({ at, name, lines, count, labelOf, write }: PointedProps) {
  const share = across(at, count)
  const place = share > 0.5 ? { insetInlineEnd: `${(1 - share) * 100}%` } : { insetInlineStart: `${share * 100}%` }
  return (
    <div aria-hidden="true">
      <div className={styles.pointer} style={{ insetInlineStart: `${share * 100}%` }} />
      <div className={styles.values} style={place}>
        <strong>{name}</strong>
        {lines.map((drawn) => (
          <Row key={drawn.id} nowrap>
            <LineMark line={drawn} />
            <span className={styles.what}>{labelOf(drawn)}</span>
            <span>{valueText(drawn.values[at], write)}</span>
          </Row>
        ))}
      </div>
    </div>
  )
}

/** A piece of a line for legends: a dashed one is the previous period. */
export const LineMark = ({ line: { series, isPrevious } }: { line: Pick<DrawnLine, 'series' | 'isPrevious'> }) => (
  <svg width="22" height="8" aria-hidden="true">
    <line
      x1="1"
      x2="21"
      y1="4"
      y2="4"
      stroke={chartColor(series)}
      strokeWidth="2.5"
      strokeDasharray={isPrevious ? '5 4' : undefined}
    />
  </svg>
)
