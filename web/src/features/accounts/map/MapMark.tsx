import { firstLevelWithoutChildren } from '@trellis/contract/accounts'
import { memo } from 'react'
import { groupColor } from './groups.ts'
import { columnWidth, type Placed } from './layout.ts'
import styles from './map.module.css'
import { expiredOf } from './tree.ts'
import type { MapWords } from './words.ts'

/** How much is said beside an account: all, its name, or nothing but where a whole branch has the room. */
export type Detail = 'near' | 'mid' | 'far'

export const detailAt = (scale: number): Detail => (scale >= 0.7 ? 'near' : scale >= 0.42 ? 'mid' : 'far')

/** Where the knob stands that opens a branch, and where the warning left of it ends. */
export const knobX = columnWidth - 56
const warningX = knobX - 18
/** Width of a letter and of the knob's, by and large, in pixels. */
const letter = 7.2

const cut = (text: string, room: number) => {
  const letters = Math.max(4, Math.floor(room))
  return text.length <= letters ? text : `${text.slice(0, letters - 1).trimEnd()}…`
}

interface MapMarkProps {
  placed: Placed
  domId: string
  isActive: boolean
  detail: Detail
  /** Of the drawing; text keeps its size on screen while the picture gets smaller. */
  scale: number
  words: MapWords
}

/** One account: disc and ring as large as its sales, its name, what it warns of, and the knob that opens its branch. */
export const MapMark = memo(function MapMark({ placed, domId, isActive, detail, scale, words }: MapMarkProps) {
  const { node, rest, depth, x, y, parent, expandable, expanded } = placed
  const isRest = rest.length > 0
  const isEmpty = !isRest && node.children.length === 0 && node.level < firstLevelWithoutChildren
  const radius = Math.max(placed.own, placed.branch)
  // Smaller letters cannot be read: as the picture shrinks they stay, and there is room for fewer.
  const size = detail === 'near' ? 1 : 1 / scale
  const labelX = radius + 8
  const isLong = detail === 'far' && expanded && (placed.bottom - y) * scale > 30
  // The first child stands in the same row, and may have as much to say.
  const row = placed.children[0]?.expanded === true ? (columnWidth * scale - 16) / letter : 18
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
      {/* What is drawn is cut where room ends; this says it in full, to the pointer as well. */}
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
          {cut(figureOf(placed, words), room * 1.12)}
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
          {!expanded && detail === 'near' && (
            <text x={14} y={4}>
              {words.number(isRest ? rest.length : node.below)}
            </text>
          )}
        </g>
      )}
    </g>
  )
})

function figureOf({ node }: Placed, words: MapWords): string {
  const group = words.group(node.groupName)
  const amount = node.sellOutOfBranch
  return amount === null || amount <= 0 ? group : `${words.shortMoney(amount)} · ${group}`
}

interface WarningProps {
  x: number
  /** Its own. */
  count: number
  /** Of those below it that are not on show. */
  hidden: number
  detail: Detail
  /** Against the picture's getting smaller. */
  size: number
  words: MapWords
}

/** A triangle with a number: filled for the account's own expired licenses, hollow for those hidden below it. */
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
