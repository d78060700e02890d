import { dealStatuses, eBidDecisions, protectionStatuses } from '@trellis/contract/deal-states'
import { maximumQuantity } from '@trellis/contract/values'
import { sql } from '../../platform/database/sql.ts'
import {
  email,
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
import { codeInReach, inReach, placeColumns } from '../accounts/index.ts'
import { externalIdsCell, externalIdsInFiles } from '../tenants/index.ts'
import { checkDeals } from './import-deals-check.ts'
import { writeDeals } from './import-deals-write.ts'

/** The protection lasts until the end of a day, in UTC, where no time is given. */
const endOfProtection: Kind = {
  ...instant,
  read: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? instant.read(`${value}T23:59:59.999Z`) : instant.read(value)),
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
    legalName: optional(text()),
    firstName: optional(text()),
    lastName: optional(text()),
    email: optional(email),
    phoneNumber: optional(text()),
    webSite: optional(text()),
    ...placeColumns,
    description: optional(text(2000)),
    startDate: optional(instant),
    creationDate: required(instant),
    expirationDate: optional(endOfProtection),
    estimatedCloseDate: optional(instant),
    chanceOfClosure: optional(wholeNumber(0, 100)),
    status: required(oneOf(...dealStatuses)),
    protectionStatus: optional(oneOf(...protectionStatuses)),
    ownerEmail: optional(email),
    currencyCode: optional(key(3)),
    eBidValue: optional(money),
    eBidStatus: optional(oneOf('Pending', ...eBidDecisions)),
    eBidApprovedValue: optional(money),
    sku: optional(key(64)),
    quantity: optional(wholeNumber(1, maximumQuantity)),
    price: optional(money),
    externalIds: optional(externalIdsCell),
  },
  workedOut:
    'deal_ref text, vendor_id uuid, product_id uuid, deal_id uuid, state text, owner_id uuid, owner_account_id uuid, currency_id int',
  isLeaf: true,

  check: checkDeals,
  write: writeDeals,

  present: (among) => sql`
    select d.deal_id::text as id, d.code, ${externalIdsInFiles(sql`d.deal_id`)} as "externalIds",
           coalesce(i.line, 1)::text as line, ${codeInReach(sql`d.vendor_id`)} as "vendorAccountCode",
           p.name as company, nullif(p.vat_id, '') as "vatId", p.legal_name as "legalName", p.locality, p.region, nullif(p.first_name, '') as "firstName",
           nullif(p.last_name, '') as "lastName", p.email, p.phone_number as "phoneNumber", p.web_site as "webSite",
           nullif(p.street, '') as street, nullif(p.city, '') as city, nullif(p.postal_code, '') as "postalCode",
           nullif(p.country_code, '') as "countryCode", d.description, ${exactInstant(sql`d.starts_at`)} as "startDate",
           ${exactInstant(sql`d.created_at`)} as "creationDate", ${exactInstant(sql`d.estimated_close_at`)} as "estimatedCloseDate",
           ${exactInstant(sql`d.expires_at`)} as "expirationDate", o.email as "ownerEmail", c.code as "currencyCode",
           case when d.ebid_value > 0 then trim_scale(d.ebid_value)::text end as "eBidValue",
           case when d.ebid_value > 0 then d.ebid_status end as "eBidStatus",
           trim_scale(d.ebid_approved_value)::text as "eBidApprovedValue",
           d.chance::text as "chanceOfClosure", d.status, d.protection_status as "protectionStatus", r.sku, i.qt::text as quantity,
           trim_scale(i.price)::text as price
    from deals d
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    join offered.currencies c on c.currency_id = d.currency_id
    left join offered.users o on o.tenant_id = d.tenant_id and o.user_id = d.created_by and o.deleted_at is null
    left join deal_items i on i.tenant_id = d.tenant_id and i.deal_id = d.deal_id
    left join offered.products r on r.tenant_id = i.tenant_id and r.product_id = i.product_id
    where d.tenant_id = (select current_tenant()) and ${inReach(sql`d.vendor_id`)} and ${among(sql`d.deal_id`)}
    order by d.created_at, d.code, i.line`,

  leavesOut: [
    {
      what: 'what happened to deals, and who decided when',
      count: sql`select count(*) from deal_history h where h.tenant_id = (select current_tenant())`,
    },
    {
      what: 'requests for an extension that wait',
      count: sql`select count(*) from deals d
        where d.tenant_id = (select current_tenant()) and d.extension_asked_at is not null and ${inReach(sql`d.vendor_id`)}`,
    },
    {
      what: 'the users whose deals they are and who were deleted',
      count: sql`select count(*) from deals d
        join offered.users u on u.tenant_id = d.tenant_id and u.user_id = d.created_by
        where d.tenant_id = (select current_tenant()) and u.deleted_at is not null and ${inReach(sql`d.vendor_id`)}`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<Sums>(sql`
      select count(distinct deal_ref) as deals, count(sku) as lines,
             coalesce(sum(coalesce(quantity, 1)) filter (where sku is not null), 0) as quantity
      from stage_deals`)
    return row ?? {}
  },
}
