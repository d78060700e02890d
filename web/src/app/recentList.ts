/** Which record a page shows, and the list of the records opened lately. */
import type { FindKind, FoundRecord } from '@trellis/contract/find'

/** Maximum number of records that are kept. */
export const most = 8

const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
/**
 * Pages of records, longer paths first. The path of a license contains its key instead of its id, so the page of a license
 * calls `useRemembered` with the id.
 */
const pages: readonly [RegExp, FindKind][] = (
  [
    [`/accounts/[^/]+/certifications/${uuid}`, 'userCertificate'],
    [`/accounts/[^/]+/accountcertifications/${uuid}`, 'accountCertificate'],
    [`/accounts/${uuid}(?:/.*)?`, 'account'],
    [`/sell-(?:in|out)/${uuid}`, 'order'],
    [`/deals/${uuid}`, 'deal'],
    [`/products/${uuid}(?:/.*)?`, 'product'],
    [`/pricelists/${uuid}`, 'priceList'],
    [`/environments/${uuid}`, 'environment'],
  ] as const
).map(([path, kind]) => [new RegExp(`^${path}$`, 'i'), kind])

/** The record whose page has this path; null for every other page. */
export function recordOf(pathname: string): FoundRecord | null {
  for (const [path, kind] of pages) {
    const id = path.exec(pathname)?.[1]
    if (id !== undefined) return { kind, recordId: id.toLowerCase() }
  }
  return null
}

/** The list with the record moved or added to the front. */
export const withFirst = (records: readonly FoundRecord[], record: FoundRecord): FoundRecord[] =>
  [record, ...records.filter(({ kind, recordId }) => kind !== record.kind || recordId !== record.recordId)].slice(
    0,
    most,
  )
