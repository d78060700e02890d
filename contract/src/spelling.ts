/**
 * Keys that are documented in upper camel case. They are taken in exactly that spelling and in camelCase;
 * inside, and in the schemas, they are camelCase (wire: conventions).
 */
export const specificationSpelling: Readonly<Record<string, string>> = {
  Items: 'items',
  ProductId: 'productId',
  Qt: 'qt',
  GenerateSeparateKeys: 'generateSeparateKeys',
  Extensions: 'extensions',
  LicenseSeatId: 'licenseSeatId',
  Notes: 'notes',
  AccountCertificateId: 'accountCertificateId',
}

/** The same value with such keys in camelCase. A key given in both spellings is left, so that validation refuses it. */
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
