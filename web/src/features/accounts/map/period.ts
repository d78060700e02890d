import { intervals } from '@trellis/contract/dashboard'
import type { ListSearch } from '../../../app/listUrl.ts'
import { type Period, periodOf } from '../../../app/period.ts'
import { isDay } from '../../../ui/days.ts'

/** The dashboard's intervals plus twelve months, the map's default: long enough to include every partner's season. */
export const mapPeriods = ['lastTwelveMonths', ...intervals] as const
export type MapPeriod = (typeof mapPeriods)[number]

const isPeriod = (text: unknown): text is MapPeriod => (mapPeriods as readonly unknown[]).includes(text)

/** The filters of the map, as stored in the URL. */
export interface MapFilters extends Period {
  period: MapPeriod
  onlyExpired: boolean
}

/** Reads the filters from the URL, where `today` is the current day; invalid values are ignored. */
export function mapFiltersOf(search: ListSearch, today: string): MapFilters {
  const period = isPeriod(search.period) ? search.period : 'lastTwelveMonths'
  return { period, ...daysOf(period, search, today), onlyExpired: search.expired === 'yes' }
}

function daysOf(period: MapPeriod, { from, to }: ListSearch, today: string): Period {
  if (period === 'lastTwelveMonths') return { from: yearBefore(today), to: today }
  if (period !== 'custom') return periodOf(period, today)
  const last = isDay(to) ? to : today
  return { from: isDay(from) && from <= last ? from : last, to: last }
}

/** The day after the same date one year earlier. */
function yearBefore(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year - 1, month - 1, date + 1)).toISOString().slice(0, 10)
}

/** Writes the filters to the shortest URL. */
export function mapSearchOf({ period, from, to, onlyExpired }: MapFilters): ListSearch {
  return {
    view: 'map',
    ...(period !== 'lastTwelveMonths' && { period }),
    ...(period === 'custom' && { from: from ?? to, to }),
    ...(onlyExpired && { expired: 'yes' }),
  }
}
