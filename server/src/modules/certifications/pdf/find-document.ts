import type { CertificateKind } from '@trellis/contract/certificates'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { firstName, isInReach, issued, lastName } from '../issued-queries.ts'

/** What the documents of an issued certificate show. */
export interface IssuedDocument {
  issuedId: string
  certificateId: string
  certificateName: string
  description: string | null
  category: string | null
  kind: CertificateKind
  ownerName: string
  accountName: string
  validationCode: string
  creationDate: string
  expirationDate: string
  isRevoked: boolean
  tenantName: string
  logoUrl: string | null
  /** Of the tenant: every reader sees the same days. */
  timeZone: string
  isSandbox: boolean
}

const document = sql`
  select i.issued_id as "issuedId", i.certificate_id as "certificateId", c.name as "certificateName", c.description,
         c.category, i.kind, i.validation_code as "validationCode",
         case when i.kind = 'Account' then a.name else ${firstName} || ' ' || ${lastName} end as "ownerName",
         a.name as "accountName", iso(i.created_at) as "creationDate", iso(i.expires_at) as "expirationDate",
         i.revoked_at is not null as "isRevoked", t.name as "tenantName", coalesce((select l.data_url from offered.tenant_logos l where l.tenant_id = t.tenant_id), t.logo_url) as "logoUrl",
         t.time_zone as "timeZone", t.is_sandbox as "isSandbox"
  from ${issued}
  join offered.tenants t on t.tenant_id = i.tenant_id`

/** Undefined when it is out of the reader's reach. */
export const findDocument = (tx: Reader, kind: CertificateKind, issuedId: string) =>
  tx.row<IssuedDocument>(sql`
    ${document}
    where i.tenant_id = (select current_tenant()) and i.issued_id = ${issuedId} and i.kind = ${kind} and ${isInReach}`)
