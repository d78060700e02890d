import type { Measured } from './load.ts'

export interface Row {
  name: string
  aim: number
  product: Measured[]
  bare: Measured[]
}

interface Side {
  perSecond: number
  p50: number
  p99: number
  refused: number
  /** CPU milliseconds per request, of server and database. */
  processor: number
}

export interface Line {
  name: string
  aim: number
  product: Side
  bare: Side
  ratio: number
}

/** Combines all runs of a kind of work. */
export function addUp({ name, aim, product, bare }: Row): Line {
  const [ours, limit] = [sideOf(product), sideOf(bare)]
  return { name, aim, product: ours, bare: limit, ratio: ours.perSecond / limit.perSecond }
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

/**
 * A Markdown table: requests per second and milliseconds of the product and of the limit, and the ratio of
 * their rates.
 */
export function table(lines: Line[]): string {
  const side = ['/s', 'p50 ms', 'p99 ms', 'CPU ms']
  const head = [
    'work',
    ...side.map((of, n) => (n === 0 ? `product ${of}` : of)),
    ...side.map((of, n) => (n === 0 ? `limit ${of}` : of)),
    'ratio',
    'of CPU',
    'aim',
    '',
  ]
  const cells = lines.map(({ name, aim, product, bare, ratio }) => [
    name,
    ...sideCells(product),
    ...sideCells(bare),
    Number.isFinite(ratio) && product.perSecond > 0 ? ratio.toFixed(2) : '–',
    Number.isFinite(product.processor) ? (bare.processor / product.processor).toFixed(2) : '–',
    aim.toFixed(2),
    remark(product, bare),
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

const sideCells = ({ perSecond, p50, p99, processor }: Side) => [
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
  Number.isFinite(processor) ? processor.toFixed(2) : '–',
]

const remark = (product: Side, bare: Side) =>
  product.refused + bare.refused > 0 ? `${product.refused}/${bare.refused} refused` : ''
