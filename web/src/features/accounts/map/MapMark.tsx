import { canHaveChildren } from '@trellis/contract/placement'
import { memo } from 'react'
import { groupColor } from './groups.ts'
import type { Placed } from './layout.ts'
import styles from './map.module.css'
import { expiredOf } from './tree.ts'
import type { MapWords } from './words.ts'

/**
 * Level of detail of the labels: `near` shows everything, `mid` the name, `far` only names of branches with
 * enough room.
 */
export type Detail = 'near' | 'mid' | 'far'

export const detailAt = (scale: number): Detail => (scale >= 0.7 ? 'near' : scale >= 0.42 ? 'mid' : 'far')

/** The x position of the knob that expands a branch; the number of accounts below stands right of it. */
export const knobAt = (column: number) => column - 64
/** Approximate width of a character, in pixels. */
const letter = 7

const cut = (text: string, room: number) => {
  const letters = Math.max(4, Math.floor(room))
  return text.length <= letters ? text : `${text.slice(0, letters - 1).trimEnd()}…`
}

interface MapMarkProps {
  placed: Placed
  /** Width of the column. */
  column: number
  domId: string
  isActive: boolean
  detail: Detail
  /** Scale of the drawing; text keeps its size on screen when the drawing is zoomed out. */
  scale: number
  words: MapWords
}

/**
 * One account: a disc and a ring whose areas show its sales, its name, its warning, and the knob that expands
 * its branch.
 */
export const MapMark = memo(function MapMark({ placed, column, domId, isActive, detail, scale, words }: MapMarkProps) {
  const { node, rest, depth, x, y, parent, expandable, expanded } = placed
  // Text is scaled against the zoom to stay readable, so fewer characters fit when zoomed out.
  const size = detail === 'near' ? 1 : 1 / scale
  const knobX = knobAt(column)
  // The right edge of the warning, left of the knob.
  const warningX = knobX - (detail === 'near' ? 30 : 14 + 8 * size)
  const isRest = rest.length > 0
  const isEmpty = !isRest && node.children.length === 0 && canHaveChildren(node.level)
  const radius = Math.max(placed.own, placed.branch)
  const labelX = radius + 8
  const isLong = detail === 'far' && expanded && (placed.bottom - y) * scale > 30
  // The first child is drawn in the same row; if it is expanded, its label needs room too.
  const row = placed.children[0]?.expanded === true ? (column * scale - 16) / letter : 18
  const room = isLong ? Math.min(18, row) : ((warningX - labelX - 30) * (detail === 'near' ? 1 : scale)) / letter
  const expired = isRest ? rest.reduce((sum, each) => sum + expiredOf(each), 0) : (node.expiredLicenses ?? 0)
  const expiredHidden = isRest || expanded ? 0 : node.expiredBelow
  return (
    <g
      id={domId}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={parent?.children.length ?? 1}
      aria-posinset={placed.place}
      aria-selected={isActive}
      aria-expanded={expandable ? expanded : undefined}
      data-id={placed.id}
      data-active={isActive || undefined}
      className={styles.mark}
      transform={`translate(${x} ${y})`}
    >
      {/* The complete label, for screen readers and as a tooltip; the drawn text is cut off. */}
      <title>{words.spoken(placed)}</title>
      <rect
        className={styles.hit}
        x={-radius - 5}
        y={-Math.max(18, radius + 4)}
        width={knobX - 8 + radius}
        height={2 * Math.max(18, radius + 4)}
        rx={6}
      />
      {isRest ? (
        <path className={styles.rest} d="M-4-5h8M-4 0h8M-4 5h8" />
      ) : (
        <g style={{ color: groupColor(node.groupName) }}>
          <circle className={styles.ring} r={radius} data-empty={isEmpty || undefined} />
          <circle className={styles.disc} r={placed.own} data-none={(node.sellOut ?? 0) <= 0 || undefined} />
        </g>
      )}
      {(detail !== 'far' || isLong) && (
        <text
          className={styles.name}
          x={labelX}
          y={detail === 'near' && !isRest ? -2.5 : 4.5 * size}
          style={{ fontSize: (detail === 'near' ? 14.5 : 12.5) * size }}
          data-rest={isRest || undefined}
        >
          {cut(words.title(placed), room)}
        </text>
      )}
      {detail === 'near' && !isRest && (
        <text className={styles.figure} x={labelX} y={13}>
          {figureOf(placed, words, room * 1.12)}
        </text>
      )}
      {(expired > 0 || expiredHidden > 0) && (
        <Warning
          x={detail === 'far' ? radius + 4 : warningX}
          count={expired}
          hidden={expiredHidden}
          detail={detail}
          size={size}
          words={words}
        />
      )}
      {expandable && detail !== 'far' && (
        <g className={styles.knob} data-knob transform={`translate(${knobX} 0)`}>
          <circle r={10} />
          <path d={expanded ? 'M-4 0h8' : 'M-4 0h8M0-4v8'} />
          {!expanded && (
            <text x={14} y={4 * size} style={{ fontSize: 12.5 * size }}>
              {words.number(isRest ? rest.length : node.below)}
            </text>
          )}
        </g>
      )}
    </g>
  )
})

/** The sales of the branch and its group; without room for both, the sales alone: the colour says the group too. */
function figureOf({ node }: Placed, words: MapWords, room: number): string {
  const group = words.group(node.groupName)
  const amount = node.sellOutOfBranch
  if (amount === null || amount <= 0) return cut(group, room)
  const both = `${words.shortMoney(amount)} · ${group}`
  return both.length <= room ? both : words.shortMoney(amount)
}

interface WarningProps {
  x: number
  /** Expired licenses of the account itself. */
  count: number
  /** Expired licenses of accounts below it that are not drawn. */
  hidden: number
  detail: Detail
  /** Factor that compensates the zoom. */
  size: number
  words: MapWords
}

/** A triangle with a number: filled for the account's own expired licenses, outlined for those hidden below it. */
function Warning({ x, count, hidden, detail, size, words }: WarningProps) {
  const number = detail === 'near' ? words.number(count + hidden) : ''
  return (
    <g
      className={styles.warning}
      data-hollow={count === 0 || undefined}
      transform={`translate(${x - number.length * 6.5} 0) scale(${detail === 'far' ? size * 0.65 : size})`}
    >
      <path d="M0-7 8 7H-8Z" />
      <path className={styles.bang} d="M0-2.5V2M0 4.4v.2" />
      {number !== '' && (
        <text x={11} y={4}>
          {number}
        </text>
      )}
    </g>
  )
}
