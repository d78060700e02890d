import type { Interval } from '@trellis/contract/dashboard'
import { addDays } from '../ui/days.ts'

/** Days as `YYYY-MM-DD`, both included. A null `from` means all time. */
export interface Period {
  from: string | null
  to: string
}

const parts = (day: string) => day.split('-').map(Number) as [number, number, number]
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The first and last day of an interval, where `today` is the day in the reader's time zone (rules D3). */
export function periodOf(interval: Exclude<Interval, 'custom'>, today: string): Period {
  const [year, oneBased] = parts(today)
  const month = oneBased - 1
  const quarter = month - (month % 3)
  switch (interval) {
    case 'lastWeek':
      return { from: addDays(today, -6), to: today }
    case 'thisMonth':
      return { from: dayOf(year, month, 1), to: today }
    case 'lastMonth':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
    case 'thisQuarter':
      return { from: dayOf(year, quarter, 1), to: today }
    case 'lastQuarter':
      return { from: dayOf(year, quarter - 3, 1), to: dayOf(year, quarter, 0) }
    case 'thisYear':
      return { from: dayOf(year, 0, 1), to: today }
    case 'lastYear':
      return { from: dayOf(year - 1, 0, 1), to: dayOf(year - 1, 11, 31) }
    case 'allTime':
      return { from: null, to: today }
  }
}

/** The period of the same length that ends on the day before; null for all time. */
export function previousOf({ from, to }: Period): Period | null {
  if (from === null) return null
  const shift = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return { from: addDays(from, -shift), to: addDays(to, -shift) }
}
