import type { Measured } from './load.ts'

export interface Row {
  name: string
  /** The target of the ratio to the limit. */
  aim: number
  product: Measured[]
  /** Empty if the bare limit has no equivalent. */
  limit: Measured[]
  /** Empty if the full limit has none. */
  full: Measured[]
  /** Bytes of the write-ahead log that the cluster wrote in the product's first measurement. */
  logged?: number
}

interface Side {
  perSecond: number
  p50: number
  p99: number
  refused: number
  /** CPU milliseconds per request, of server and database. */
  processor: number
}

interface Line {
  name: string
  aim: number
  product: Side
  limit: Side | null
  full: Side | null
  /** Of requests a second, and of processor time a request; null without a limit, or if an answer was refused. */
  ratio: { rate: number; processor: number } | null
  /** Of the processor time of the full limit. */
  ofFull: number | null
  /** Kilobytes of the write-ahead log for each request, with what jobs and checkpoints wrote meanwhile. */
  logged: number
}

/** The part of the full limit to reach, in all that has one. */
const aimOfFull = 0.75

/** Combines all runs of a kind of work. */
export function addUp({ name, aim, product, limit, full: promised, logged = 0 }: Row): Line {
  const ours = sideOf(product)
  const bare = limit.length > 0 ? sideOf(limit) : null
  const full = promised.length > 0 ? sideOf(promised) : null
  return {
    name,
    aim,
    product: ours,
    limit: bare,
    full,
    logged: logged / 1000 / (product[0]?.answered ?? Number.NaN),
    ofFull: full && ours.refused + full.refused === 0 ? full.processor / ours.processor : null,
    // With refused answers it would compare something else.
    ratio:
      bare && ours.refused + bare.refused === 0
        ? { rate: ours.perSecond / bare.perSecond, processor: bare.processor / ours.processor }
        : null,
  }
}

function sideOf(runs: Measured[]): Side {
  const times = runs.flatMap((run) => run.times).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const sum = (of: (run: Measured) => number) => runs.reduce((total, run) => total + of(run), 0)
  return {
    perSecond: sum((run) => run.answered) / sum((run) => run.seconds),
    p50: at(0.5),
    p99: at(0.99),
    refused: sum((run) => run.refused),
    processor: sum((run) => run.processor ?? Number.NaN) / sum((run) => run.answered),
  }
}

/** The ratio of a result to its target: less than 1 is a miss. On a busy machine only processor time is comparable. */
const reached = ({ aim, ratio }: Line) => (ratio === null ? Number.POSITIVE_INFINITY : ratio.processor / aim)

/** A Markdown table, misses first: requests a second, latency and processor time of the product and of the limit. */
export function table(lines: Line[]): string {
  const head = [
    'work',
    'CPU ratio',
    'ratio',
    'aim',
    'product /s',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'limit /s',
    'CPU ms',
    'of full',
    'full, CPU ms',
    'log kB',
    '',
  ]
  const cells = lines
    .toSorted((one, other) => reached(one) - reached(other))
    .map((line) => [
      line.name,
      line.ratio === null ? '–' : bold(line.ratio.processor.toFixed(2), reached(line) < 1),
      line.ratio?.rate.toFixed(2) ?? '–',
      line.ratio === null ? '–' : line.aim.toFixed(2),
      ...[line.product.perSecond.toFixed(0), line.product.p50.toFixed(1)],
      bold(line.product.p99.toFixed(0), line.product.p99 > slowest),
      milliseconds(line.product.processor),
      ...(line.limit ? [line.limit.perSecond.toFixed(0), milliseconds(line.limit.processor)] : ['–', '–']),
      line.ofFull === null ? '–' : bold(line.ofFull.toFixed(2), line.ofFull < aimOfFull),
      line.full ? milliseconds(line.full.processor) : '–',
      line.logged >= 1 ? line.logged.toFixed(1) : '–',
      remark(line),
    ])
  const all = [head, ...cells]
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] as string).length)))
  const written = all.map(
    (row) =>
      `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(' | ')} |`,
  )
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return `${[written[0], rule, ...written.slice(1)].join('\n')}\n`
}

/** The longest p99 of a list, in milliseconds. */
const slowest = 50
/** Unknown where the system does not report it. */
const milliseconds = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–')
const bold = (text: string, isMiss: boolean) => (isMiss ? `**${text}**` : text)

const remark = ({ product, limit, full }: Line) =>
  product.refused + (limit?.refused ?? 0) + (full?.refused ?? 0) > 0
    ? `${product.refused}/${limit?.refused ?? 0}/${full?.refused ?? 0} refused`
    : ''
