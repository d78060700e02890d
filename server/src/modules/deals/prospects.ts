import type { ProspectDraft } from '@trellis/contract/prospects'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found } from '../../platform/refusal.ts'
import { checkVatId, knownCountry } from '../accounts/index.ts'
import { matchKeys, sameCompany } from './matching/matching.ts'

const tenant = sql`(select current_tenant())`

/** The company of a deal as the database keeps it. */
export interface ProspectRow {
  name: string
  legalName: string | null
  vatId: string
  firstName: string
  lastName: string
  email: string | null
  phoneNumber: string | null
  webSite: string | null
  street: string
  city: string
  locality: string | null
  region: string | null
  postalCode: string
  countryCode: string
  coordinates: string | null
}

/**
 * What is kept of a prospect as it was sent. Refuses RQ422 for an unknown country, and for a VAT id that no account could
 * have.
 */
export function prospectRow(given: ProspectDraft, path: string[] = []): ProspectRow {
  const countryCode = knownCountry(given, path)
  checkVatId(countryCode, given.vatId, path)
  const text = (value: string | null | undefined) => value?.trim() || null
  return {
    name: given.name.trim(),
    legalName: text(given.legalName),
    vatId: given.vatId.trim(),
    firstName: given.firstName.trim(),
    lastName: given.lastName.trim(),
    email: text(given.email),
    phoneNumber: text(given.phoneNumber),
    webSite: text(given.webSite),
    street: given.street.trim(),
    city: given.city.trim(),
    locality: text(given.locality),
    region: text(given.region),
    postalCode: given.postalCode.trim(),
    countryCode,
    coordinates: text(given.coordinates),
  }
}

const columns = sql`name, legal_name, vat_id, first_name, last_name, email, phone_number, web_site, street, city, locality,
  region, postal_code, country_code, coordinates`

const values = (row: ProspectRow) => sql`${row.name}, ${row.legalName}, ${row.vatId}, ${row.firstName}, ${row.lastName},
  ${row.email}, ${row.phoneNumber}, ${row.webSite}, ${row.street}, ${row.city}, ${row.locality}, ${row.region},
  ${row.postalCode}, ${row.countryCode}, ${row.coordinates}`

/** Does not wait for it. */
export function insertProspect(tx: Tx, dealId: string, row: ProspectRow): void {
  tx.later(sql`
    insert into deal_prospects (deal_id, prospect_id, ${columns}) values (${dealId}, ${newId()}, ${values(row)})`)
  insertMatchKeys(tx, dealId, row)
}

/** Does not wait for it. */
export function changeProspect(tx: Tx, dealId: string, before: ProspectRow, row: ProspectRow): void {
  const isSameName = sameCompany(before, row).includes('name')
  tx.later(sql`
    update deal_prospects set (${columns}) = row(${values(row)}),
      name_since = case when ${isSameName} then name_since else clock() end
    where tenant_id = ${tenant} and deal_id = ${dealId}`)
  tx.later(sql`
    delete from deal_match_keys where tenant_id = ${tenant} and deal_id = ${dealId} and key not in (select ${keysOf(row)})`)
  insertMatchKeys(tx, dealId, row)
}

const keysOf = (row: ProspectRow) => sql`unnest(${matchKeys(row)}::text[])`

/** Stores by what the company is found. What was known of it keeps its time, so that a correction takes nobody's place. */
const insertMatchKeys = (tx: Tx, dealId: string, row: ProspectRow): void =>
  tx.later(sql`
    insert into deal_match_keys (deal_id, key) select ${dealId}, k from ${keysOf(row)} k on conflict do nothing`)

export const findProspect = async (tx: Reader, dealId: string): Promise<ProspectRow> =>
  found(
    await tx.row<ProspectRow>(sql`
      select p.name, p.legal_name as "legalName", p.vat_id as "vatId", p.first_name as "firstName", p.last_name as "lastName",
             p.email, p.phone_number as "phoneNumber", p.web_site as "webSite", p.street, p.city, p.locality, p.region,
             p.postal_code as "postalCode", p.country_code as "countryCode", p.coordinates
      from deal_prospects p where p.tenant_id = ${tenant} and p.deal_id = ${dealId}`),
  )
