/**
 * Paths of values in the row of a list, as columns on screen and in files have them: `product.sku`; `parents.-1.name`
 * takes the last parent, `roles.*.name` all roles.
 */

/**
 * A function that reads the value at a path. `*` joins all elements of an array to one text. Only the row's own
 * properties are read.
 */
export function readerOf(path: string): (row: unknown) => unknown {
  const steps = path.split('.')
  return (row) => follow(row, steps, 0)
}

function follow(row: unknown, steps: readonly string[], at: number): unknown {
  const step = steps[at]
  if (step === undefined || row === null || row === undefined) return row
  if (Array.isArray(row)) {
    if (step === '*') return row.map((each) => textOf(follow(each, steps, at + 1))).join(', ')
    return follow(row.at(Number(step)), steps, at + 1)
  }
  return typeof row === 'object' && Object.hasOwn(row, step)
    ? follow((row as Record<string, unknown>)[step], steps, at + 1)
    : undefined
}

/** A value as text; empty when there is none. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
