// Loaded into the product's server with `--import`: records its SQL statements, one JSON line each.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.BENCH_TAP
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (config, ...rest) {
  const { text = config, values = rest.find(Array.isArray) ?? [] } = typeof config === 'string' ? {} : config
  const kind = { ContextQuery: 'single', OpeningQuery: 'opening' }[config?.constructor?.name] ?? null
  const line = { connection: this.processID, kind, userId: config?.context?.userId ?? null, text, values }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
  return query.call(this, config, ...rest)
}
