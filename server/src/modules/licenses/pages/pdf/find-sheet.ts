import { sql } from '../../../../platform/database/sql.ts'
import type { Reader } from '../../../../platform/database/tx.ts'
import { isNamed } from '../../queries.ts'

/** What the sheet with the link of a page shows. */
export interface Sheet {
  serialKey: string
  productName: string
  ownerName: string
  seats: number
  tenantName: string
  logoUrl: string | null
  isSandbox: boolean
}

/** Undefined when the key is out of the reader's reach. */
export const findSheet = (tx: Reader, serialKey: string) =>
  tx.row<Sheet>(sql`
    select l.serial_key as "serialKey", p.name as "productName", a.name as "ownerName", l.seats, t.name as "tenantName",
           coalesce((select g.data_url from offered.tenant_logos g where g.tenant_id = t.tenant_id), t.logo_url) as "logoUrl",
           t.is_sandbox as "isSandbox"
    from licenses l
    join offered.tenants t on t.tenant_id = l.tenant_id
    join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where ${isNamed(serialKey)}`)
