import { Gauge, type Registry } from 'prom-client'
import type { Database } from './database/database.ts'
import type { Primary } from './database/directory.ts'
import { type Sql, sql } from './database/sql.ts'

/** Gauges that a module computes from its tables, for all tenants at once. */
export interface Figures {
  gauges: { name: string; help: string; labelNames: string[] }[]
  /** Selects `gauge text, labels text[], value float8`; labels in the order of `labelNames`. */
  rows: Sql
}

interface Row {
  gauge: string
  labels: string[]
  value: number
}

/**
 * Registers the gauges. Returns a function that refreshes all of them with one query to each primary. Those of
 * a primary that is unavailable are absent.
 */
export function registerFigures(registry: Registry, db: Database, figures: Figures[]): () => Promise<void> {
  const known = new Map(
    figures
      .flatMap(({ gauges }) => gauges)
      .map((gauge) => [gauge.name, { ...gauge, gauge: new Gauge({ ...gauge, registers: [registry] }) }]),
  )
  const all = sql.join(
    figures.map(({ rows }) => rows),
    sql` union all `,
  )
  const up = new Gauge({
    name: 'trellis_database_up',
    help: '1 while the figures of the database could be read; of several primaries, of all',
    registers: [registry],
  })
  const upOf = new Gauge({
    name: 'trellis_primary_up',
    help: '1 while the figures of the primary could be read',
    labelNames: ['primary'],
    registers: [registry],
  })
  return async () => {
    for (const { gauge } of known.values()) gauge.reset()
    const figures = new Map<string, Row>()
    const read = async ({ name, db }: Primary) => {
      const rows = await db.shared
        .rows<Row>(sql`select gauge, labels, value from (${all}) f (gauge, labels, value)`)
        .catch(() => undefined)
      upOf.set({ primary: name }, rows === undefined ? 0 : 1)
      for (const row of rows ?? []) {
        const key = JSON.stringify([row.gauge, row.labels])
        figures.set(key, together(figures.get(key), row))
      }
      return rows !== undefined
    }
    const answers = await Promise.all(db.primaries.map(read))
    up.set(answers.every(Boolean) ? 1 : 0)
    for (const { gauge: name, labels, value } of figures.values()) {
      const { labelNames = [], gauge } = known.get(name) ?? {}
      gauge?.set(Object.fromEntries(labelNames.map((label, index) => [label, labels[index] ?? ''])), value)
    }
  }
}

/** The same figure of two primaries: amounts are added, of ages the longest counts. */
function together(one: Row | undefined, other: Row): Row {
  if (one === undefined) return other
  const isAge = /_(seconds|age)$/.test(other.gauge)
  return { ...other, value: isAge ? Math.max(one.value, other.value) : one.value + other.value }
}
