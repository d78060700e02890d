import { maximumAddresses } from '@trellis/contract/accounts'
import { hasPermission } from '@trellis/contract/permissions'
import { sql } from '../../platform/database/sql.ts'
import { optional, required, text, wholeNumber } from '../../platform/import/cells.ts'
import { definitionImport } from '../../platform/import/definition.ts'
import { key } from '../../platform/import/keys.ts'
import { report, sound } from '../../platform/import/stage.ts'
import { recordRows } from '../audit/index.ts'
import { checkVatIds } from './import-accounts-check.ts'
import { placeColumns } from './import-place.ts'
import { accountNamed, codeInReach, inReach } from './named.ts'

const tenant = sql`(select current_tenant())`
const table = 'stage_addresses'
const columns = ['legal_name', 'vat_id', 'street', 'city', 'postal_code', 'country_code']
const optionalColumns = ['locality', 'region', 'coordinates']

/** The addresses in their order: the first is the one that `accounts.csv` has. */
const numbered = sql`(
  select d.*, row_number() over (partition by d.account_id order by d.created_at, d.address_id) as line
  from addresses d where d.tenant_id = ${tenant})`

/** All addresses of accounts (decision 044), numbered from 1. */
export const addressesImport = definitionImport({
  name: 'addresses.csv',
  columns: {
    accountCode: required(key()),
    line: required(wholeNumber(1, maximumAddresses)),
    legalName: optional(text()),
    vatId: optional(text()),
    ...placeColumns,
    coordinates: optional(text()),
  },
  table: 'addresses',
  id: 'address_id',
  key: { column: 'line', sameAs: 'key_of(account_code), line' },
  workedOut: 'account_id uuid, account_name text',
  async find(tx, importer) {
    await tx.run(sql`
      update stage_addresses s set account_id = a.account_id, account_name = a.name, record_id = d.address_id
      from stage_addresses o
      left join accounts a on ${accountNamed(sql`o.account_code`)} and ${inReach(sql`a.account_id`)}
        and (a.deleted_at is null or ${importer === null})
      left join ${numbered} d on d.account_id = a.account_id and d.line = o.line
      where o.at_line = s.at_line`)
    const rows = sql`from stage_addresses s where ${sound}`
    await report(tx, 'accountCode', 'noAccount', sql`${rows} and s.account_id is null`)
    if (importer) await checkVatIds(tx, table)
    // A number is the place of the address, so none may be left out before it.
    await report(
      tx,
      'line',
      'lineGap',
      sql`from (
        select o.*, row_number() over (partition by o.account_id order by o.line) as nth,
               (select count(*) from addresses d where d.tenant_id = ${tenant} and d.account_id = o.account_id) as held
        from stage_addresses o where o.record_id is null and o.account_id is not null
      ) s where ${sound} and s.line <> s.held + s.nth`,
    )
  },
  named: {
    account_id: sql`s.account_id`,
    // They keep their order.
    created_at: sql`clock() + s.line * interval '1 millisecond'`,
  },
  facts: [
    ...columns.map((column) => ({ column, to: column, otherwise: sql.lit('') })),
    ...optionalColumns.map((column) => ({ column, to: column, otherwise: sql`null` })),
  ].map((fact) => (fact.to === 'legal_name' ? { ...fact, otherwise: sql`s.account_name` } : fact)),
  mayChange: ({ actor }) => hasPermission(actor.permissions, 'Accounts', 'u'),
  told: sql`jsonb_build_object('legalName', d.legal_name, 'vatId', d.vat_id, 'street', d.street, 'city', d.city, 'locality', d.locality,
    'region', d.region, 'postalCode', d.postal_code, 'countryCode', d.country_code, 'coordinates', d.coordinates)`,
  noteChange: (tx, change, rows) =>
    recordRows(
      tx,
      change === 'created' ? 'account.address_added' : 'account.address_changed',
      'account',
      sql`select d.account_id, r.before, r.after from (${rows}) as r (address_id, before, after)
          join addresses d on d.tenant_id = ${tenant} and d.address_id = r.address_id`,
    ),
  present: (among) => sql`
    select d.address_id::text as id, ${codeInReach(sql`d.account_id`)} as "accountCode", d.line::text, d.legal_name as "legalName",
           nullif(d.vat_id, '') as "vatId", nullif(d.street, '') as street, nullif(d.city, '') as city, d.locality, d.region,
           nullif(d.postal_code, '') as "postalCode", nullif(d.country_code, '') as "countryCode", d.coordinates
    from ${numbered} d join accounts a on a.tenant_id = d.tenant_id and a.account_id = d.account_id
    where ${inReach(sql`d.account_id`)} and ${among(sql`d.account_id`)}
    order by a.parent_id is not null, a.created_at, a.code, d.line`,
})
