import { dealStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { maximumQuantity } from '@trellis/contract/values'
import { sql } from '../../platform/database/sql.ts'
import {
  email,
  Fault,
  instant,
  type Kind,
  money,
  oneOf,
  optional,
  required,
  text,
  wholeNumber,
} from '../../platform/import/cells.ts'
import type { ImportFile, Sums } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { codeInReach, inReach } from '../accounts/index.ts'
import { externalIdsCell, externalIdsInFiles, isCountryCode } from '../tenants/index.ts'
import { checkDeals } from './import-deals-check.ts'
import { writeDeals } from './import-deals-write.ts'

const countryCode: Kind = {
  sqlType: 'text',
  read: (value) => (isCountryCode(value) ? value.toUpperCase() : new Fault('notCountry')),
}

/** Deals that were registered before the portal existed, one row per item. A deal without items has one row. */
export const dealsImport: ImportFile = {
  name: 'deals.csv',
  columns: {
    code: optional(key(50)),
    line: required(wholeNumber(1, 1_000_000)),
    vendorAccountCode: required(key()),
    company: required(text()),
    vatId: optional(text()),
    firstName: optional(text()),
    lastName: optional(text()),
    email: optional(email),
    phoneNumber: optional(text()),
    webSite: optional(text()),
    street: optional(text()),
    city: optional(text()),
    postalCode: optional(text()),
    countryCode: optional(countryCode),
    description: optional(text(2000)),
    startDate: optional(instant),
    creationDate: required(instant),
    estimatedCloseDate: optional(instant),
    chanceOfClosure: optional(wholeNumber(0, 100)),
    status: required(oneOf(...dealStatuses)),
    protectionStatus: optional(oneOf(...protectionStatuses)),
    sku: optional(key(64)),
    quantity: optional(wholeNumber(1, maximumQuantity)),
    price: optional(money),
    externalIds: optional(externalIdsCell),
  },
  workedOut: 'deal_ref text, vendor_id uuid, product_id uuid, deal_id uuid, state text',
  isLeaf: true,

  check: checkDeals,
  write: writeDeals,

  present: (among) => sql`
    select d.deal_id::text as id, d.code, ${externalIdsInFiles(sql`d.deal_id`)} as "externalIds",
           coalesce(i.line, 1)::text as line, ${codeInReach(sql`d.vendor_id`)} as "vendorAccountCode",
           p.name as company, nullif(p.vat_id, '') as "vatId", nullif(p.first_name, '') as "firstName",
           nullif(p.last_name, '') as "lastName", p.email, p.phone_number as "phoneNumber", p.web_site as "webSite",
           nullif(p.street, '') as street, nullif(p.city, '') as city, nullif(p.postal_code, '') as "postalCode",
           nullif(p.country_code, '') as "countryCode", d.description, ${exactInstant(sql`d.starts_at`)} as "startDate",
           ${exactInstant(sql`d.created_at`)} as "creationDate", ${exactInstant(sql`d.estimated_close_at`)} as "estimatedCloseDate",
           d.chance::text as "chanceOfClosure", d.status, d.protection_status as "protectionStatus", r.sku, i.qt::text as quantity,
           trim_scale(i.price)::text as price
    from deals d
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    left join deal_items i on i.tenant_id = d.tenant_id and i.deal_id = d.deal_id
    left join offered.products r on r.tenant_id = i.tenant_id and r.product_id = i.product_id
    where d.tenant_id = (select current_tenant()) and ${inReach(sql`d.vendor_id`)} and ${among(sql`d.deal_id`)}
    order by d.created_at, d.code, i.line`,

  async sums(tx) {
    const row = await tx.row<Sums>(sql`
      select count(distinct deal_ref) as deals, count(sku) as lines,
             coalesce(sum(coalesce(quantity, 1)) filter (where sku is not null), 0) as quantity
      from stage_deals`)
    return row ?? {}
  },
}
