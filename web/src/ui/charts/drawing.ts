import { nice, ticks } from 'd3-array'
import { addDays } from '../days.ts'

/** Distance between two samples: a day, a week, a month. */
export type Frequency = 'd' | 'w' | 'm'

export interface Sample {
  /** First day of the sample, `YYYY-MM-DD`. */
  day: string
  /** Null: there is no value, and the line has a gap. */
  value: number | null
}

export interface LineSeries {
  id: string
  label: string
  current: readonly Sample[]
  /** The previous period, one sample for each current one; drawn dashed in the same colour. */
  previous?: readonly Sample[] | undefined
}

type Values = readonly (number | null)[]

export interface DrawnLine {
  id: string
  /** The position of its series, which gives the colour. */
  series: number
  isPrevious: boolean
  values: Values
}

export interface Drawing {
  /** First day of each sample. */
  days: readonly string[]
  /** All lines, in the order of the series; the previous period of a series follows it. */
  lines: readonly DrawnLine[]
  /** The position of the sample that is not over yet, as seen on `today`. */
  unfinished: number | null
}

const isOver = (day: string, frequency: Frequency, today: string): boolean => {
  if (frequency === 'd') return day < today
  if (frequency === 'w') return addDays(day, 6) < today
  return day.slice(0, 7) < today.slice(0, 7)
}

/** The lines of a chart. Samples after `today` have no value yet, whatever was counted for them. */
export function drawingOf(
  series: readonly LineSeries[],
  { withPrevious, frequency, today }: { withPrevious: boolean; frequency: Frequency; today: string },
): Drawing {
  const length = Math.max(0, ...series.map(({ current }) => current.length))
  const positions = Array.from({ length }, (_, position) => position)
  const days = positions.map(
    (position) => series.find(({ current }) => current[position])?.current[position]?.day ?? '1970-01-01',
  )
  const lines = series.flatMap(({ id, current, previous }, index): DrawnLine[] => {
    const valuesOf = (samples: readonly Sample[] | undefined, isPrevious: boolean): Values =>
      positions.map((position) => {
        const sample = samples?.[position]
        return sample === undefined || (!isPrevious && sample.day > today) ? null : sample.value
      })
    const now = { id, series: index, isPrevious: false, values: valuesOf(current, false) }
    if (!withPrevious || !previous) return [now]
    return [now, { id: `${id} before`, series: index, isPrevious: true, values: valuesOf(previous, true) }]
  })
  const open = days.findIndex((day) => day <= today && !isOver(day, frequency, today))
  return { days, lines, unfinished: open < 0 ? null : open }
}

const areEqual = (one: Values, other: Values) => one.every((value, position) => value === other[position])

/** The series that have the same values as an earlier one, now and before: they are drawn once, under both names. */
export function groupsOf(lines: readonly DrawnLine[]): number[][] {
  const linesOf = (series: number) => lines.filter((line) => line.series === series)
  const groups: number[][] = []
  for (const { series, isPrevious } of lines) {
    if (isPrevious) continue
    const own = linesOf(series)
    const equal = groups.find(([first]) => {
      const others = linesOf(first ?? -1)
      return (
        others.length === own.length && own.every((line, index) => areEqual(line.values, others[index]?.values ?? []))
      )
    })
    if (equal) equal.push(series)
    else groups.push([series])
  }
  return groups
}

/** More lines than these cannot be told apart: the reader chooses one series. */
export const mostLines = 3

export interface Scale {
  low: number
  high: number
  ticks: readonly number[]
}

/** A vertical axis of round numbers that holds zero and every value; whole values have whole ticks. */
export function scaleOf(lines: readonly DrawnLine[], maximum?: number): Scale {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null))
  const isWhole = values.every(Number.isInteger) && maximum === undefined
  const least = Math.min(0, ...values)
  const most = maximum ?? Math.max(isWhole ? 4 : 0, ...values)
  const [low, high] = maximum === undefined ? nice(least, most === least ? least + 1 : most, 4) : [least, most]
  return { low, high, ticks: ticks(low, high, 4).filter((tick) => !isWhole || Number.isInteger(tick)) }
}

/** The share of the width at which a sample stands, 0 to 1. */
export const across = (position: number, count: number): number => (count < 2 ? 0.5 : position / (count - 1))

/** The sample that is nearest to a share of the width. */
export const nearest = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))

/** The samples whose day is written below the axis; every second of them is left out where there is little room. */
export function labelled(count: number, most: number): { position: number; isMinor: boolean }[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => ({
    position: index * step,
    isMinor: index % 2 === 1,
  }))
}
