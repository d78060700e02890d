import { kindOfField } from '@trellis/contract/audit-fields'
import type { ImportChanges } from '@trellis/contract/import-preview'

/** What would change, one line a record: `  Cable: price 12.5 → 13`. At most so many, with how many there are in all. */
export function linesOfChanges(
  { items, names, changed }: Pick<ImportChanges, 'items' | 'names' | 'changed'>,
  most: number,
): string[] {
  const shown = items.slice(0, most)
  const textOf = (value: unknown, kind?: string): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (Array.isArray(value)) return value.map((each) => textOf(each, kind)).join(', ')
    if (typeof value === 'object') return JSON.stringify(value)
    return names[typeof value === 'number' ? `${kind}:${value}` : String(value)] ?? String(value)
  }
  return [
    ...shown.map(({ entity, entityName, entityId, before, after }) => {
      const [one, other] = [partOf(before), partOf(after)]
      const fields = Object.keys({ ...one, ...other }).filter(
        (name) => !['productId', 'productName', 'sku'].includes(name),
      )
      const product = typeof other.sku === 'string' ? ` ${other.sku}` : ''
      const changes = fields.map((name) => {
        const kind = kindOfField(entity, name)
        return `${name} ${textOf(one[name], kind)} → ${textOf(other[name], kind)}`
      })
      return `  ${entityName ?? entityId}${product}: ${changes.join(', ')}`
    }),
    ...(changed > shown.length ? [`  … and ${(changed - shown.length).toLocaleString('en')} more change`] : []),
  ]
}

/** The facts of a record, or of the one price that is told of a list. */
function partOf(facts: unknown): Record<string, unknown> {
  const { items, ...rest } = (facts ?? {}) as Record<string, unknown>
  const [only] = Array.isArray(items) ? (items as Record<string, unknown>[]) : []
  return only ?? rest
}
