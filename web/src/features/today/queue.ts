import { type TodayItem, type Urgency, urgencies } from '@trellis/contract/today'

export interface Group {
  urgency: Urgency
  items: readonly TodayItem[]
}

/** Heights in CSS pixels, as in the style sheet, and the room that the queue has before the reader asks for all of it. */
export const room = {
  wide: { row: 44, head: 26, all: 618 },
  narrow: { row: 60, head: 32, all: 424 },
} as const

/** The queue in groups of urgency, most urgent first, as the server has sorted it. */
export const groupsOf = (items: readonly TodayItem[]): Group[] =>
  urgencies.flatMap((urgency) => {
    const those = items.filter((item) => item.urgency === urgency)
    return those.length === 0 ? [] : [{ urgency, items: those }]
  })

/** The first groups, with as many whole rows as fit; a heading is not left without a row. */
export function firstOf(groups: readonly Group[], { row, head, all }: (typeof room)['wide' | 'narrow']): Group[] {
  const needed = groups.reduce((sum, { items }) => sum + head + items.length * row, 0)
  if (needed <= all) return [...groups]
  // The button that shows all stands in the room too.
  let left: number = all - row
  return groups.flatMap(({ urgency, items }) => {
    const shown = items.slice(0, Math.max(0, Math.floor((left - head) / row)))
    // What does not fit ends the list: a later group is never shown in the place of an earlier one.
    left = shown.length < items.length ? 0 : left - head - shown.length * row
    return shown.length === 0 ? [] : [{ urgency, items: shown }]
  })
}
