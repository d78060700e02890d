import type { Period } from '../../app/period.ts'

interface MonthSoFar {
  from: string
  to: string
  /** The same days of the month before; shorter where that month has fewer. */
  before: Period & { from: string }
}

/** The present month until today, and the same days of the one before. */
export function monthSoFar(today: string): MonthSoFar {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const dayOf = (number: number) => new Date(Date.UTC(year, month - 2, number)).toISOString().slice(0, 10)
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return {
    from: `${today.slice(0, 8)}01`,
    to: today,
    before: { from: dayOf(1), to: dayOf(Math.min(day, last)) },
  }
}
