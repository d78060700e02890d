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
