import type { ExportColumn } from '@trellis/contract/exports'
import { readerOf, textOf } from '@trellis/contract/row-path'

/** The value of a cell, for every file format. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number' | 'money'; number: number }
  | { kind: 'date' | 'instant'; at: Wall }
  | null

/** Takes the cell of one column from a row. */
export type CellOf = (row: unknown) => Cell

/** Milliseconds since 1970 in the local time of the reader, as if that were UTC. */
export type Wall = number

export type WallClock = (instant: string) => Wall | null

const hour = 3_600_000

/**
 * Converts instants to the local time of a zone. Looking up the offset is slow and it rarely changes, so it is cached per
 * hour.
 */
export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const offsets = new Map<number, number>()
  const offsetAt = (time: number) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour: at = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, at, minute, second) - Math.floor(time / 1000) * 1000
  }
  return (instant) => {
    const time = Date.parse(instant)
    if (Number.isNaN(time)) return null
    const key = Math.floor(time / (hour / 4))
    let offset = offsets.get(key)
    if (offset === undefined) {
      offset = offsetAt(time)
      offsets.set(key, offset)
    }
    return time + offset
  }
}

/** A function that converts a row to its cells, by the types of the columns. */
export function cellsOf(columns: readonly ExportColumn[], clock: WallClock): CellOf[] {
  return columns.map(({ path, kind, words }) => {
    const valueIn = readerOf(path)
    const word = (text: string) => (words && Object.hasOwn(words, text) ? (words[text] as string) : text)
    return (row) => {
      const value = valueIn(row)
      const text = textOf(value)
      if (text === '') return null
      if (kind === 'number' || kind === 'money') {
        const number = Number(value)
        return Number.isFinite(number) ? { kind, number } : { kind: 'text', text }
      }
      if (kind === 'day') {
        const at = Date.parse(text)
        return Number.isNaN(at) ? { kind: 'text', text: word(text) } : { kind: 'date', at }
      }
      if (kind === 'date' || kind === 'instant') {
        const at = clock(text)
        return at === null ? { kind: 'text', text: word(text) } : { kind, at }
      }
      return { kind: 'text', text: word(text) }
    }
  })
}
