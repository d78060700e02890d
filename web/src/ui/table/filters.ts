import type { ReactNode } from 'react'
import { formatCalendarDay } from '../format.ts'
import type { DayRange, LinkedFilter, List, ListState } from '../list.ts'

export interface DatePreset {
  label: string
  from?: string
  to?: string
}

/** The filters of a list that no column has. They stand behind the button *Filter*; those that are set are chips beside it. */
export interface ListFilters {
  /** The name of the date that the range filters: "Creation date". Without it there is no date range. */
  dates?: string | undefined
  presets?: readonly DatePreset[]
  /** Further ranges, by field, with their names. */
  ranges?: readonly { field: string; label: string }[]
  /** Label of the switch that hides records of other accounts. Without it there is no switch. */
  onlyMine?: string | undefined
  /** Label of the inverse switch, which adds the records of other accounts. */
  withChildren?: string | undefined
  /** More filters. They must reset the list to the first page themselves. */
  children?: ReactNode
}

/** One chip: what is filtered by, and the list without it. */
interface ChipWords {
  /** "Only this account": where the inverse switch is off. */
  onlyThis: string
  language: string
}

const rangeWords = ({ from, to }: DayRange, language: string): string => {
  const dayOf = (day: string | undefined) => (day ? formatCalendarDay(day, language) : '…')
  return `${dayOf(from)} – ${dayOf(to)}`
}

/** The set filters that no column has, as chips. The scope is one only where it is not as the list starts. */
export function chipsOf(
  list: Pick<List<unknown>, 'state' | 'startsMine'>,
  filters: ListFilters | undefined,
  { onlyThis, language }: ChipWords,
): LinkedFilter[] {
  if (filters === undefined) return []
  const { from, to, ranges, onlyMine = false } = list.state
  const chips: LinkedFilter[] = []
  if (filters.dates && (from || to)) {
    const without = { from: undefined, to: undefined, page: 1 }
    chips.push({ words: `${filters.dates}: ${rangeWords({ from, to }, language)}`, without })
  }
  for (const { field, label } of filters.ranges ?? []) {
    const range = ranges?.[field]
    if (range === undefined) continue
    const { [field]: _, ...others } = ranges ?? {}
    chips.push({ words: `${label}: ${rangeWords(range, language)}`, without: { ranges: others, page: 1 } })
  }
  const scope = onlyMine ? (filters.onlyMine ?? onlyThis) : (filters.withChildren ?? '')
  const hasScope = filters.onlyMine !== undefined || filters.withChildren !== undefined
  if (hasScope && onlyMine !== (list.startsMine ?? false) && scope !== '')
    chips.push({ words: scope, without: { onlyMine: !onlyMine, page: 1 } })
  return chips
}

/** The list with none of the filters that the toolbar shows as chips. */
export const withoutChips = (list: Pick<List<unknown>, 'startsMine'>, isLinked: boolean): Partial<ListState> => ({
  filters: {},
  from: undefined,
  to: undefined,
  ...(list.startsMine !== undefined && { onlyMine: list.startsMine }),
  ...(isLinked && { ranges: undefined }),
  page: 1,
})
