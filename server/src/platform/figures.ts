import { Gauge, type Registry } from 'prom-client'
import type { Database } from './database/database.ts'
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
 * Registers the gauges. Returns a function that refreshes all of them with one query. While the database is unavailable
 * the gauges are absent.
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
    help: '1 while the figures of the database could be read',
    registers: [registry],
  })
  return async () => {
    for (const { gauge } of known.values()) gauge.reset()
    try {
      const rows = await db.shared.rows<Row>(sql`select gauge, labels, value from (${all}) f (gauge, labels, value)`)
      for (const { gauge: name, labels, value } of rows) {
        const { labelNames = [], gauge } = known.get(name) ?? {}
        gauge?.set(Object.fromEntries(labelNames.map((label, index) => [label, labels[index] ?? ''])), value)
      }
      up.set(1)
    } catch {
      up.set(0)
    }
  }
}
