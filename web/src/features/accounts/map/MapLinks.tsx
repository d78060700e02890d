import { memo } from 'react'
import type { Placed } from './layout.ts'
import { knobAt } from './MapMark.tsx'
import styles from './map.module.css'

const corner = 8

/**
 * The lines from an expanded account to its visible children: one vertical line and a horizontal line for
 * each child.
 */
export const MapLinks = memo(function MapLinks({
  placed,
  column,
  top,
  bottom,
}: {
  placed: Placed
  column: number
  top: number
  bottom: number
}) {
  const { x, y, children } = placed
  const trunk = x + column - 38
  const twigs = children.filter((child) => child.y >= top && child.y <= bottom)
  const last = Math.min(bottom, placed.bottom - corner)
  const path = [
    `M${x + knobAt(column) + 10} ${y}H${trunk}`,
    ...(last > y ? [`M${trunk} ${Math.max(y, top)}V${last}`] : []),
    ...twigs.map((child) =>
      child.y - y < corner
        ? `M${trunk} ${y}H${endOf(child)}`
        : `M${trunk} ${child.y - corner}q0 ${corner} ${corner} ${corner}H${endOf(child)}`,
    ),
  ].join('')
  return <path className={styles.link} d={path} />
})

const endOf = (child: Placed) => child.x - Math.max(child.own, child.branch) - 3
