import { maximumQuantity } from '@trellis/contract/values'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { instant, optional, required, text, wholeNumber } from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, codeInReach, inReach, isReached } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { productNamed } from '../catalogue/index.ts'
import {
  checkExternalIds,
  externalIdsCell,
  externalIdsInFiles,
  factsOfNewExternalIds,
  writeExternalIds,
} from '../tenants/index.ts'
import { checkExtensions, extensionsCell, extensionsInFiles, insertExtensions } from './import-extensions.ts'
import {
  checkGivenEnds,
  endCell,
  endInFiles,
  keysShortened,
  lastInstantOf,
  stagedTerm,
  startsAt,
  termColumns,
  unlikeGivenEnd,
} from './import-terms.ts'
import { terms } from './issue-queries.ts'
import { insertKeyHashes, keyHash, serialKeyCell } from './serial-keys.ts'

const table = 'stage_licenses'

/** Keys that were issued before the portal existed. They take no stock and have no seats until a device activates. */
export const licensesImport: ImportFile = {
  name: 'licenses.csv',
  columns: {
    serialKey: required(serialKeyCell),
    ownerAccountCode: required(key()),
    sku: required(key(64)),
    seats: required(wholeNumber(1, maximumQuantity)),
    creationDate: required(instant),
    activationDate: optional(instant),
    expirationDate: optional(endCell),
    maintenanceExpirationDate: optional(endCell),
    extensions: optional(extensionsCell),
    licenseNote: optional(text(2000)),
    upgradeOf: optional(serialKeyCell),
    externalIds: optional(externalIdsCell),
  },
  workedOut: `key_hash bytea, license_id uuid, owner_id uuid, product_id uuid, seq int, state text, base_id uuid, term_id uuid,
    ${termColumns}`,
  isLeaf: true,

  async check(tx) {
    await reportRepeated(tx, table, 'serialKey', 'serial_key')
    await tx.run(sql`analyze stage_licenses`)
    await tx.run(sql`
      update stage_licenses s set owner_id = a.account_id, product_id = p.product_id, license_id = l.license_id,
        state = case when l.license_id is null then 'new' else 'same' end
      from stage_licenses o
      left join offered.accounts a on ${accountNamed(sql`o.owner_account_code`)}
      left join offered.products p on ${productNamed(sql`o.sku`)} and p.is_license
      left join licenses l on l.tenant_id = (select current_tenant()) and l.serial_key = o.serial_key
      where o.at_line = s.at_line`)
    await hashStagedKeys(tx)
    const rows = sql`from stage_licenses s where ${sound}`
    await report(tx, 'ownerAccountCode', 'noAccount', sql`${rows} and s.owner_id is null`)
    await report(tx, 'sku', 'noLicenseProduct', sql`${rows} and s.product_id is null`)
    await reportFuture(tx, table)
    await reportFuture(tx, table, 'activationDate')
    await report(tx, 'activationDate', 'beforeCreation', sql`${rows} and s.activation_date < s.creation_date`)
    await report(
      tx,
      'serialKey',
      'usedInInstallation',
      sql`${rows} and s.state = 'new' and exists (
        select from serial_keys k where k.key_hash = s.key_hash)`,
    )
    const known = sql`from stage_licenses s join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = s.license_id where ${sound}`
    const reason = 'unlikeLicense'
    await report(tx, 'ownerAccountCode', reason, sql`${known} and l.owner_id <> s.owner_id`)
    await report(tx, 'sku', reason, sql`${known} and l.product_id <> s.product_id`)
    await report(tx, 'seats', reason, sql`${known} and l.seats <> s.seats`)
    await report(tx, 'creationDate', reason, sql`${known} and l.created_at <> s.creation_date`)
    // A row without an activation date keeps the one that a device may have set since.
    await report(
      tx,
      'activationDate',
      reason,
      sql`${known} and s.activation_date is not null and l.activated_at is distinct from s.activation_date`,
    )
    await report(tx, 'expirationDate', reason, sql`${known} and ${unlikeGivenEnd('license')}`)
    await report(tx, 'maintenanceExpirationDate', reason, sql`${known} and ${unlikeGivenEnd('maintenance')}`)
    await tx.run(
      sql`update stage_licenses set license_id = id_at(creation_date) where license_id is null and creation_date is not null`,
    )
    // What was found above is not in the first statistics: joins by it would be planned for one row.
    await tx.run(sql`analyze stage_licenses`)
    await checkExternalIds(tx, { table, kind: 'license', recordId: 'license_id', states: ['new'], isReached })
    await checkUpgrades(tx)
    await checkGivenEnds(tx)
    await checkExtensions(tx)
  },

  async write(tx, step) {
    const added = await number(tx, table, 'new', 'creation_date, serial_key')
    await inBatches(added, 2000, step, async (from, to) => {
      const those = sql`s.state = 'new' and s.seq between ${from} and ${to}`
      const rows = sql`stage_licenses s join offered.products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
        where ${those}`
      await tx.run(insertKeyHashes(sql`from stage_licenses s where ${those} order by key_hash`))
      await tx.run(sql`
        insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, starts_at, expires_at,
                              maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual, note)
        select s.license_id, s.serial_key, s.product_id, s.owner_id, s.seats, s.creation_date, s.activation_date, ${startsAt},
               case when s.base_id is null then ${lastInstantOf('license')} end,
               case when s.base_id is null then ${lastInstantOf('maintenance')} end,
               s.license_is_perpetual, s.maintenance_is_perpetual, s.license_note
        from ${rows} order by s.seq`)
      await tx.run(sql`
        insert into license_details (license_detail_id, license_id, position, created_at, product_id, ${terms()})
        select id_at(s.creation_date), s.license_id, 1, s.creation_date, p.product_id, ${stagedTerm}
        from ${rows}`)
      await insertExtensions(tx, those)
      await recordRows(
        tx,
        'license.imported',
        'license',
        sql`select s.license_id, null::jsonb, jsonb_build_object('serialKey', s.serial_key, 'sku', s.sku, 'seats', s.seats)
              || (select jsonb_strip_nulls(jsonb_build_object(
                    'expiresAt', iso(l.expires_at), 'maintenanceExpiresAt', iso(l.maintenance_expires_at)))
                  from licenses l where l.tenant_id = (select current_tenant()) and l.license_id = s.license_id)
              || ${factsOfNewExternalIds(sql`s.external_ids`)}
            from ${rows}`,
      )
      await writeExternalIds(tx, 'license', sql`select s.license_id, s.external_ids from ${rows}`)
    })
    // After all keys, because the base key may be anywhere in the file.
    await tx.run(sql`
      insert into license_upgrades (license_id, base_license_id, term_license_id, seats, created_at)
      select s.license_id, s.base_id, s.term_id, s.seats, s.creation_date from stage_licenses s
      where s.state = 'new' and s.base_id is not null`)
  },

  present: (among) => sql`
    select l.license_id::text as id, l.serial_key as "serialKey", ${externalIdsInFiles(sql`l.license_id`)} as "externalIds",
           ${codeInReach(sql`l.owner_id`)} as "ownerAccountCode", p.sku,
           l.seats::text, ${exactInstant(sql`l.created_at`)} as "creationDate", ${exactInstant(sql`l.activated_at`)} as "activationDate",
           ${endInFiles('license')} as "expirationDate", ${endInFiles('maintenance')} as "maintenanceExpirationDate",
           ${extensionsInFiles} as extensions, l.note as "licenseNote",
           (select b.serial_key from license_upgrades u
            join licenses b on b.tenant_id = u.tenant_id and b.license_id = u.base_license_id
            where u.tenant_id = l.tenant_id and u.license_id = l.license_id) as "upgradeOf"
    from licenses l
    join offered.products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id
    where l.tenant_id = (select current_tenant()) and ${inReach(sql`l.owner_id`)} and ${among(sql`l.license_id`)}
    order by l.created_at, l.serial_key`,

  leavesOut: [
    {
      what: 'signed documents of exported keys: export them again, they are signed by each installation',
      count: sql`select count(*) from licenses l
        where l.tenant_id = (select current_tenant()) and l.exported_at is not null and ${inReach(sql`l.owner_id`)}`,
    },
    {
      what: 'when keys were renewed, and by what: their ends are those after it',
      count: sql`select count(*) from license_renewals r
        where r.tenant_id = (select current_tenant()) and ${inReach(sql`r.owner_id`)}`,
    },
    {
      what: 'the orders that keys were made from',
      count: sql`select count(*) from licenses l
        where l.tenant_id = (select current_tenant()) and l.derived_order_id is not null and ${inReach(sql`l.owner_id`)}`,
    },
  ],

  whyNotExport: keysShortened,

  async sums(tx) {
    const row = await tx.row<{ seats: number; activated: number }>(sql`
      select coalesce(sum(seats), 0) as seats, count(activation_date) as activated from stage_licenses`)
    return { seats: row?.seats ?? 0, activated: row?.activated ?? 0 }
  },
}

/**
 * A key of an upgrade right names the key that it upgrades (rules K6): one of its owner, of the product that its own extends,
 * with as many seats left. The file may have both, in any sequence.
 */
async function checkUpgrades(tx: Tx): Promise<void> {
  const upgrading = sql`from stage_licenses s where ${sound} and s.state = 'new' and s.upgrade_of is not null`
  await report(
    tx,
    'upgradeOf',
    'noBaseKeyNamed',
    sql`from stage_licenses s join offered.products p on ${ofProduct}
      where ${sound} and s.state = 'new' and p.is_upgrade_right and s.upgrade_of is null`,
  )
  // Nobody takes seats of these keys until the end of the import.
  await tx.run(sql`
    select from licenses l
    where l.tenant_id = (select current_tenant()) and l.serial_key in (select upgrade_of from stage_licenses)
    order by l.license_id for no key update`)
  await tx.run(sql`
    update stage_licenses s set base_id = b.license_id
    from stage_licenses o
    join offered.products p on p.tenant_id = (select current_tenant()) and p.product_id = o.product_id
    join (${keys}) b on b.serial_key = o.upgrade_of and b.owner_id = o.owner_id and b.license_id <> o.license_id
      and b.product_id = coalesce(p.extended_product_id, b.product_id)
    where o.at_line = s.at_line and o.upgrade_of is not null`)
  await tx.run(sql`
    with recursive ended as (
      select k.license_id, coalesce(u.term_license_id, k.license_id) as term_id
      from (${keys}) k
      left join license_upgrades u on u.tenant_id = (select current_tenant()) and u.license_id = k.license_id
      where k.upgrade_of is null
      union all
      select s.license_id, e.term_id from ended e join stage_licenses s on s.base_id = e.license_id and s.state = 'new'
    )
    update stage_licenses s set term_id = e.term_id from ended e where e.license_id = s.base_id`)
  await report(tx, 'upgradeOf', 'noBaseKey', sql`${upgrading} and s.term_id is null`)
  await report(
    tx,
    'upgradeOf',
    'baseKeyTaken',
    sql`from (
      select o.*, sum(o.seats) over (partition by o.base_id order by o.at_line) as taken
      from stage_licenses o where o.state = 'new' and o.base_id is not null
    ) s join (${keys}) b on b.license_id = s.base_id
    where ${sound} and s.taken > b.seats - b.seats_upgraded`,
  )
  // A row that is refused is no base key of others, in turn.
  const isOfRefused = sql`exists (
    select from stage_licenses o join import_problems bad on bad.at_line = o.at_line where o.license_id = s.base_id)`
  while ((await report(tx, 'upgradeOf', 'noBaseKey', sql`${upgrading} and ${isOfRefused}`)) > 0);
  await report(
    tx,
    'upgradeOf',
    'unlikeLicense',
    sql`from stage_licenses s where ${sound} and s.state = 'same' and s.upgrade_of is not null and not exists (
      select from license_upgrades u
      where u.tenant_id = (select current_tenant()) and u.license_id = s.license_id and u.base_license_id = s.base_id)`,
  )
}

const ofProduct = sql`p.tenant_id = (select current_tenant()) and p.product_id = s.product_id`

/** The keys that exist, and those of the file. */
const keys = sql`
  select l.license_id, l.serial_key, l.owner_id, l.product_id, l.seats, l.seats_upgraded, null as upgrade_of
  from licenses l where l.tenant_id = (select current_tenant())
    and l.serial_key in (select upgrade_of from stage_licenses)
  union all
  select n.license_id, n.serial_key, n.owner_id, n.product_id, n.seats, 0, n.upgrade_of from stage_licenses n where n.state = 'new'`

/** Keys are hashed here, because the secret is not available in the database. */
async function hashStagedKeys(tx: Tx): Promise<void> {
  await tx.run(sql`create index on stage_licenses (at_line)`)
  for (let after = 0; ; ) {
    const rows = await tx.rows<{ line: number; serialKey: string }>(sql`
      select at_line as line, serial_key as "serialKey" from stage_licenses
      where at_line > ${after} and serial_key is not null order by at_line limit 5000`)
    await tx.run(sql`
      update stage_licenses s set key_hash = k.key_hash
      from unnest(${rows.map(({ line }) => line)}::int[], ${rows.map(({ serialKey }) => keyHash(tx, serialKey))}::bytea[])
        as k (line, key_hash)
      where s.at_line = k.line`)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.line
  }
}
