import type { AuditedEntity } from './audit-actions.ts'
import type { Endpoint } from './endpoint.ts'

/** A record that is read and changed by its path. */
export interface RecordPath {
  kind: AuditedEntity
  /**
   * What reads it; all calls below it concern the same record. Without a parameter a tenant has one such record, whose id in the audit
   * log is its kind.
   */
  path: string
  /** Other calls that read the same record. */
  also?: readonly string[]
  /** Where the answer has the record's id, if the path has something else. */
  idIn?: string
  /** A change of it that has the id in the body. */
  inBody?: { path: string; field: string }
}

/**
 * The records that have a version: their GET answers it as `ETag`, and a change takes it as `If-Match` (wire: versions of records).
 * A version is made of the record's newest events in the audit log.
 */
export const records: readonly RecordPath[] = [
  { kind: 'account', path: '/accounts/:id' },
  { kind: 'account', path: '/pricelists/accounts/:id' },
  { kind: 'approval_rule', path: '/approvalRules/:id' },
  { kind: 'certificate', path: '/certificates/:id' },
  {
    kind: 'certification',
    path: '/certificates/accounts/:id',
    inBody: { path: '/certificates/notes', field: 'accountCertificateId' },
  },
  {
    kind: 'certification',
    path: '/certificates/users/:id',
    inBody: { path: '/certificates/notes', field: 'userCertificateId' },
  },
  { kind: 'deal', path: '/deals/:id' },
  { kind: 'environment', path: '/onPremiseEnvironments/:id' },
  { kind: 'license', path: '/licenses/:serialKey', idIn: 'licenseId' },
  { kind: 'order', path: '/orders/:id' },
  { kind: 'price_list', path: '/pricelists/:id' },
  { kind: 'price_plan', path: '/pricePlans/:id' },
  {
    kind: 'product',
    path: '/products/:id',
    also: ['/pricelists/products/:id', '/pricelists/products/fetch/:id'],
  },
  { kind: 'product_type', path: '/productsType/:id' },
  { kind: 'connection', path: '/tenants/current/connections/:connectionId' },
  { kind: 'sign_in', path: '/tenants/current/signIn' },
  { kind: 'webhook', path: '/webhooks/:id' },
]

const bare = (path: string) => path.replace(/:\w+/g, ':')

/** The record that a call reads, or null. */
export const recordRead = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): RecordPath | null =>
  method === 'GET'
    ? (records.find((record) => [record.path, ...(record.also ?? [])].some((each) => bare(each) === bare(path))) ??
      null)
    : null

/** The records of which a call changes one: by its path, else by what the body names. */
export const recordsChanged = ({ effect, path }: Pick<Endpoint, 'effect' | 'path'>): readonly RecordPath[] =>
  effect === 'write'
    ? records.filter((record) => `${bare(path)}/`.startsWith(`${bare(record.path)}/`) || record.inBody?.path === path)
    : []
