/**
 * Keys that are documented in upper camel case. Exactly that spelling and lower camel case are accepted; the schemas
 * and all code use lower camel case (wire: conventions).
 */
export const specificationSpelling: Readonly<Record<string, string>> = {
  Items: 'items',
  ProductId: 'productId',
  Qt: 'qt',
  GenerateSeparateKeys: 'generateSeparateKeys',
  Extensions: 'extensions',
  UpgradeOf: 'upgradeOf',
  LicenseSeatId: 'licenseSeatId',
  Notes: 'notes',
  AccountCertificateId: 'accountCertificateId',
  Attachments: 'attachments',
}

/**
 * Renames such keys to lower camel case. A key given in both spellings is not renamed, so that validation refuses it.
 */
export function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase)
  if (value === null || typeof value !== 'object') return value
  const source = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(source).map(([key, entry]) => {
      const camel = Object.hasOwn(specificationSpelling, key) ? specificationSpelling[key] : undefined
      return [camel !== undefined && !Object.hasOwn(source, camel) ? camel : key, inCamelCase(entry)]
    }),
  )
}

/** The path of a field, such as `items.0.qt`, as this value spells it: `Items.0.Qt`. What the value does not have stays. */
export function pathIn(value: unknown, path: string): string {
  let held = value
  const spelled = path.split('.').map((name) => {
    const record = (typeof held === 'object' && held !== null ? held : {}) as Record<string, unknown>
    const other = Object.keys(record).find((key) => specificationSpelling[key] === name)
    const key = other === undefined || Object.hasOwn(record, name) ? name : other
    held = record[key]
    return key
  })
  return spelled.join('.')
}
