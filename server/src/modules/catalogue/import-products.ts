import {
  activationRules,
  productStatuses,
  seatReclaimDaysAtMost,
  selfReleasesAtMost,
} from '@trellis/contract/catalogue'
import { hasPermission } from '@trellis/contract/permissions'
import { perpetualYears } from '@trellis/contract/values'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import {
  Fault,
  instant,
  type Kind,
  money,
  oneOf,
  optional,
  required,
  text,
  wholeNumber,
  yesOrNo,
} from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number, type Step } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { checkChanges, report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { otherCurrency, priceJumps, shortCodes, warnOf } from '../../platform/import/warn.ts'
import { isReached } from '../accounts/index.ts'
import { recordAll, recordRows } from '../audit/index.ts'
import {
  checkExternalIds,
  externalIdsCell,
  externalIdsInFiles,
  factsOfExternalIds,
  factsOfNewExternalIds,
  lacksExternalIds,
  writeExternalIds,
} from '../tenants/index.ts'
import { insertProducts, insertPublications, productFacts } from './insert-products.ts'
import { productNamed, typeNamed } from './named.ts'

const table = 'stage_products'

const prefix: Kind = {
  sqlType: 'text',
  read: (value) => (/^[A-Z0-9]{1,12}$/.test(value) ? value : new Fault('notPrefix')),
}
const version: Kind = {
  sqlType: 'text',
  read: (value) => (/^\d{1,9}(\.\d{1,9}){0,3}$/.test(value) ? value : new Fault('notVersion')),
}
const silent: Step = () => undefined
const years = wholeNumber(0, perpetualYears)
const days = wholeNumber(0, 3650)

/** The vendor's catalogue, published in its own tenant. Products are Active unless the file has a status. */
export const productsImport: ImportFile = {
  name: 'products.csv',
  columns: {
    sku: required(key(64)),
    name: required(text()),
    price: required(money),
    oemSku: optional(key(64)),
    description: optional(text(2000)),
    currencyCode: optional(key(3)),
    isLicense: optional(yesOrNo),
    licensePrefix: optional(prefix),
    licenseActivationRule: optional(oneOf(...activationRules)),
    environmentType: optional(wholeNumber(1, 2)),
    licenseDurationYears: optional(years),
    licenseDurationMonths: optional(years),
    licenseDurationDays: optional(days),
    maintenanceDurationYears: optional(years),
    maintenanceDurationMonths: optional(years),
    maintenanceDurationDays: optional(days),
    seatReclaimDays: optional(wholeNumber(1, seatReclaimDaysAtMost)),
    selfReleases: optional(wholeNumber(0, selfReleasesAtMost)),
    isLicenseTrial: optional(yesOrNo),
    islicenseUpgradeRight: optional(yesOrNo),
    extendedSku: optional(key(64)),
    originalSku: optional(key(64)),
    licenseMaxVersion: optional(version),
    subscription: optional(key()),
    airServerRequired: optional(yesOrNo),
    typeName: optional(key()),
    status: optional(oneOf(...productStatuses)),
    creationDate: optional(instant),
    externalIds: optional(externalIdsCell),
  },
  workedOut: `product_id uuid, currency_id int, type_id uuid, subscription_id int, extended_product_id uuid, original_product_id uuid,
    seq int, state text, former jsonb`,
  isLeaf: false,

  async check(tx, importer) {
    await reportRepeated(tx, table, 'sku', 'key_of(sku)')
    await reportFuture(tx, table)
    await tx.run(sql`analyze stage_products`)
    await tx.run(sql`
      update stage_products s set currency_id = c.currency_id
      from stage_products o, offered.tenants t, offered.currencies c
      where o.at_line = s.at_line and t.tenant_id = (select current_tenant())
        and case when o.currency_code is null then c.currency_id = t.currency_id else c.code = upper(o.currency_code) end`)
    await report(tx, 'currencyCode', 'noCurrency', sql`from stage_products s where s.currency_id is null and ${sound}`)
    await report(
      tx,
      'licensePrefix',
      'requiredForLicense',
      sql`from stage_products s where s.is_license and s.license_prefix is null and ${sound}`,
    )
    await tx.run(sql`
      update stage_products s set product_id = p.product_id
      from products p where ${productNamed(sql`s.sku`)}`)
    await tx.run(sql`
      update stage_products s set subscription_id = b.subscription_id
      from offered.subscriptions b
      where b.tenant_id = (select current_tenant()) and key_of(b.name) = key_of(s.subscription)`)
    await report(
      tx,
      'subscription',
      'noSubscription',
      sql`from stage_products s where s.subscription is not null and s.subscription_id is null and ${sound}`,
    )
    await report(
      tx,
      'sku',
      'deletedProduct',
      sql`from stage_products s join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
          where p.status = 'Deleted' and s.status is distinct from 'Deleted' and ${sound}`,
    )
    // A product is deleted in the catalogue; a file only says which ones were, because keys and orders still name them.
    await report(
      tx,
      'status',
      'mayNotSet',
      sql`from stage_products s join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
          where p.status <> 'Deleted' and s.status = 'Deleted' and ${sound}`,
    )
    await findNamed(tx)
    await tx.run(sql`
      update stage_products s set
        state = case when p.product_id is null then 'new' when p.status = 'Deleted' then 'same' when ${differs} then 'changed' else 'same' end
      from stage_products o
      left join products p on p.tenant_id = (select current_tenant()) and p.product_id = o.product_id
      left join product_types y on y.tenant_id = p.tenant_id and y.type_id = p.type_id
      where o.at_line = s.at_line`)
    await checkChanges(tx, table, 'sku', importer, 'Products')
    if (importer && !hasPermission(importer.actor.permissions, 'ProductTypes', 'c'))
      await report(
        tx,
        'typeName',
        'noType',
        sql`from stage_products s where s.type_name is not null and ${sound}
            and not exists (select from product_types y where ${typeNamed(sql`s.type_name`)})`,
      )
    await checkUpgradeRights(tx)
    await checkExternalIds(tx, {
      table,
      kind: 'product',
      recordId: 'product_id',
      states: ['new', 'changed'],
      isReached,
    })
    await refuseDependent(tx)
  },

  async write(tx, step) {
    await addTypes(tx)
    const added = await number(tx, table, 'new', 'at_line')
    const batch = (from: number, to: number) => sql`s.state = 'new' and s.seq between ${from} and ${to}`
    await inBatches(added, 1000, silent, (from, to) => insertNew(tx, batch(from, to)))
    // After all, because the product that one extends may be anywhere in the file.
    await tx.run(sql`
      update products p set extended_product_id = s.extended_product_id, original_product_id = s.original_product_id
      from stage_products s
      where s.state = 'new' and p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
        and num_nonnulls(s.extended_product_id, s.original_product_id) > 0`)
    await inBatches(added, 1000, step, (from, to) => recordNew(tx, batch(from, to)))
    // Written last, because it locks products that people may be editing.
    await updateChanged(tx)
  },

  async warn(tx) {
    const known = sql`from stage_products s join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
      where true`
    return [
      ...(await warnOf(tx, {
        warning: 'currencyChanges',
        column: 'currencyCode',
        details: [
          sql`s.sku`,
          sql`select c.code from offered.currencies c where c.currency_id = p.currency_id`,
          sql`select c.code from offered.currencies c where c.currency_id = s.currency_id`,
        ],
        rows: sql`${known} and s.state = 'changed' and s.currency_code is not null and s.currency_id <> p.currency_id`,
      })),
      ...(await otherCurrency(tx, table, 'currencyCode')),
      ...(await priceJumps(tx, 'price', {
        first: sql`s.sku`,
        before: sql`p.price_msrp`,
        after: sql`s.price`,
        rows: known,
      })),
      ...(await shortCodes(tx, table, 'sku')),
      ...(await shortCodes(tx, table, 'oemSku')),
    ]
  },

  present: (among) => sql`
    select p.product_id::text as id, p.sku, p.name, trim_scale(p.price_msrp)::text as price, p.oem_sku as "oemSku",
           ${externalIdsInFiles(sql`p.product_id`)} as "externalIds", p.description,
           c.code as "currencyCode", p.is_license::text as "isLicense", p.license_prefix as "licensePrefix",
           p.license_activation_rule as "licenseActivationRule", p.environment_type::text as "environmentType",
           p.license_years::text as "licenseDurationYears", p.license_months::text as "licenseDurationMonths",
           p.license_days::text as "licenseDurationDays", p.maintenance_years::text as "maintenanceDurationYears",
           p.maintenance_months::text as "maintenanceDurationMonths", p.maintenance_days::text as "maintenanceDurationDays",
           p.seat_reclaim_days::text as "seatReclaimDays", p.self_releases::text as "selfReleases",
           p.is_trial::text as "isLicenseTrial", p.is_upgrade_right::text as "islicenseUpgradeRight",
           (select x.sku from products x where x.tenant_id = p.tenant_id and x.product_id = p.extended_product_id) as "extendedSku",
           (select x.sku from products x where x.tenant_id = p.tenant_id and x.product_id = p.original_product_id) as "originalSku",
           p.license_max_version as "licenseMaxVersion",
           (select b.name from offered.subscriptions b
            where b.tenant_id = p.tenant_id and b.subscription_id = p.subscription_id) as subscription,
           p.air_server_required::text as "airServerRequired", y.name as "typeName", p.status, ${exactInstant(sql`p.created_at`)} as "creationDate"
    from products p
    join offered.currencies c on c.currency_id = p.currency_id
    left join product_types y on y.tenant_id = p.tenant_id and y.type_id = p.type_id
    where p.tenant_id = (select current_tenant()) and ${among(sql`p.product_id`)}
    order by p.created_at, p.sku`,

  async sums(tx) {
    const row = await tx.row<{ licenses: number }>(
      sql`select count(*) filter (where is_license) as licenses from stage_products`,
    )
    return { licenses: row?.licenses ?? 0 }
  },
}

/** Finds the products that others extend or vary, in the catalogue or anywhere in the file. */
async function findNamed(tx: Tx): Promise<void> {
  await tx.run(sql`
    update stage_products set product_id = id_at(coalesce(creation_date, clock())) where product_id is null`)
  const rows = sql`from stage_products s where ${sound}`
  for (const [column, cell] of [
    ['extendedSku', sql`s.extended_sku`],
    ['originalSku', sql`s.original_sku`],
  ] as const) {
    const id = sql.ref(`${column === 'extendedSku' ? 'extended' : 'original'}_product_id`)
    await tx.run(sql`
      update stage_products s set ${id} = coalesce(
        (select p.product_id from products p where ${productNamed(cell)}),
        (select n.product_id from stage_products n where key_of(n.sku) = key_of(${cell}) order by n.at_line limit 1))
      where ${cell} is not null`)
    await report(tx, column, 'noProduct', sql`${rows} and ${cell} is not null and s.${id} is null`)
    await report(tx, column, 'ownProduct', sql`${rows} and s.${id} = s.product_id`)
  }
}

/** A row that is refused is a product of none, in turn. */
async function refuseDependent(tx: Tx): Promise<void> {
  const rows = sql`from stage_products s where ${sound}`
  const isOfRefused = (id: Sql) => sql`exists (
    select from stage_products n join import_problems bad on bad.at_line = n.at_line
    where n.product_id = ${id} and not exists (
      select from products p where p.tenant_id = (select current_tenant()) and p.product_id = n.product_id))`
  for (let refused = 1; refused > 0; )
    refused =
      (await report(tx, 'extendedSku', 'noProduct', sql`${rows} and ${isOfRefused(sql`s.extended_product_id`)}`)) +
      (await report(tx, 'originalSku', 'noProduct', sql`${rows} and ${isOfRefused(sql`s.original_product_id`)}`))
}

/** An upgrade right of license keys names the product whose keys it upgrades (rules C6). */
const checkUpgradeRights = (tx: Tx) =>
  report(
    tx,
    'extendedSku',
    'requiredForUpgrade',
    sql`from stage_products s
      left join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
      where ${sound} and s.state <> 'same' and coalesce(s.is_license, p.is_license, false)
        and coalesce(s.islicense_upgrade_right, p.is_upgrade_right, false)
        and coalesce(s.extended_product_id, p.extended_product_id) is null`,
  )

/**
 * For each fact: the column of the file, the column of the table, and the default for a new product when the cell is
 * empty.
 */
const facts: { column: string; to: string; otherwise: string }[] = [
  { column: 'oem_sku', to: 'oem_sku', otherwise: 'null' },
  { column: 'description', to: 'description', otherwise: 'null' },
  { column: 'is_license', to: 'is_license', otherwise: 'false' },
  { column: 'license_prefix', to: 'license_prefix', otherwise: 'null' },
  {
    column: 'license_activation_rule',
    to: 'license_activation_rule',
    otherwise: "case when s.is_license then 'activation' end",
  },
  { column: 'environment_type', to: 'environment_type', otherwise: '1' },
  { column: 'license_duration_years', to: 'license_years', otherwise: '0' },
  { column: 'license_duration_months', to: 'license_months', otherwise: '0' },
  { column: 'license_duration_days', to: 'license_days', otherwise: '0' },
  { column: 'maintenance_duration_years', to: 'maintenance_years', otherwise: '0' },
  { column: 'maintenance_duration_months', to: 'maintenance_months', otherwise: '0' },
  { column: 'maintenance_duration_days', to: 'maintenance_days', otherwise: '0' },
  { column: 'seat_reclaim_days', to: 'seat_reclaim_days', otherwise: 'null' },
  { column: 'self_releases', to: 'self_releases', otherwise: '0' },
  { column: 'is_license_trial', to: 'is_trial', otherwise: 'false' },
  { column: 'islicense_upgrade_right', to: 'is_upgrade_right', otherwise: 'false' },
  { column: 'license_max_version', to: 'license_max_version', otherwise: 'null' },
  { column: 'air_server_required', to: 'air_server_required', otherwise: 'false' },
  { column: 'status', to: 'status', otherwise: "'Active'" },
]

/** The columns of the table that an import changes. */
export const importedColumns = [
  ...['name', 'price_msrp', 'currency_id', 'type_id', 'license_is_perpetual', 'maintenance_is_perpetual'],
  ...facts.map(({ to }) => to),
]

/** An empty cell keeps the current value. */
const differs: Sql = sql`(
  o.name <> p.name or o.price <> p.price_msrp or (o.currency_code is not null and o.currency_id <> p.currency_id)
  or ${sql.join(
    ['subscription_id', 'extended_product_id', 'original_product_id'].map(
      (column) =>
        sql`(o.${sql.ref(column)} is not null and o.${sql.ref(column)} is distinct from p.${sql.ref(column)})`,
    ),
    sql` or `,
  )}
  or (o.type_name is not null and key_of(o.type_name) is distinct from key_of(y.name))
  or ${lacksExternalIds(sql`p.product_id`, sql`o.external_ids`)}
  or ${sql.join(
    facts.map(
      ({ column, to }) =>
        sql`(o.${sql.ref(column)} is not null and o.${sql.ref(column)} is distinct from p.${sql.ref(to)})`,
    ),
    sql` or `,
  )})`

/** `isPerpetual` of the contract in SQL: these files say perpetual by 255 years only. */
const perpetual = (column: string, otherwise: Sql) =>
  sql`coalesce(s.${sql.ref(column)} >= ${sql.lit(perpetualYears)}, ${otherwise})`

async function addTypes(tx: Tx): Promise<void> {
  const added = sql`
    select distinct on (key_of(s.type_name)) s.type_name from stage_products s
    where s.type_name is not null
      and not exists (select from product_types y where ${typeNamed(sql`s.type_name`)})
    order by key_of(s.type_name), s.at_line`
  const types = await tx.rows<{ id: string; name: string }>(sql`
    insert into product_types (type_id, name) select id_at(clock()), n.type_name from (${added}) n on conflict do nothing
    returning type_id as id, name`)
  const facts = types.map(({ id, name }) => ({ entityId: id, after: { name, source: 'import' } }))
  await recordAll(tx, 'product_type.created', 'product_type', facts)
  await tx.run(sql`
    update stage_products s set type_id = y.type_id
    from product_types y where ${typeNamed(sql`s.type_name`)}`)
}

const imported = sql`${productFacts(sql`p`)} || '{"source": "import"}'`

async function insertNew(tx: Tx, those: Sql): Promise<void> {
  const rows = sql`stage_products s where ${those}`
  const price = { price_msrp: sql`s.price`, created_at: sql`coalesce(s.creation_date, clock())` }
  const named = ['sku', 'name', 'currency_id', 'type_id'].map((column) => [column, sql`s.${sql.ref(column)}`])
  const values: Record<string, Sql> = {
    ...Object.fromEntries(named),
    ...price,
    // The editor requires a subscription of a license that is no upgrade right: where the file names none, the first.
    subscription_id: sql`case when coalesce(s.islicense_upgrade_right, false) then null else coalesce(s.subscription_id,
      case when s.is_license then (
        select min(subscription_id) from offered.subscriptions where tenant_id = (select current_tenant())) end) end`,
    license_is_perpetual: perpetual('license_duration_years', sql`false`),
    maintenance_is_perpetual: perpetual('maintenance_duration_years', sql`false`),
    ...Object.fromEntries(
      facts.map(({ column, to, otherwise }) => [to, sql`coalesce(s.${sql.ref(column)}, ${sql.raw(otherwise)})`]),
    ),
  }
  const selected = Object.entries(values).map(([column, value]) => sql`${value} as ${sql.ref(column)}`)
  await insertProducts(tx, Object.keys(values), sql`select s.product_id, ${sql.join(selected)} from ${rows}`)
  await insertPublications(tx, sql`select (select current_tenant()) as tenant_id, s.product_id from ${rows}`)
}

async function recordNew(tx: Tx, those: Sql): Promise<void> {
  const rows = sql`stage_products s where ${those}`
  await recordRows(
    tx,
    'product.created',
    'product',
    sql`select s.product_id, null::jsonb, ${imported} || ${factsOfNewExternalIds(sql`s.external_ids`)}
        from stage_products s join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
        where ${those}`,
  )
  await writeExternalIds(tx, 'product', sql`select s.product_id, s.external_ids from ${rows}`)
}

async function updateChanged(tx: Tx): Promise<void> {
  const ids = factsOfExternalIds(sql`s.product_id`, sql`s.external_ids`)
  await tx.run(sql`
    update stage_products s set former = ${productFacts(sql`p`)}
    from products p
    where s.state = 'changed' and p.tenant_id = (select current_tenant()) and p.product_id = s.product_id`)
  await tx.run(sql`
    update products p set name = s.name, price_msrp = s.price,
      currency_id = case when s.currency_code is null then p.currency_id else s.currency_id end,
      type_id = coalesce(s.type_id, p.type_id),
      subscription_id = case when coalesce(s.islicense_upgrade_right, p.is_upgrade_right) then null
                             else coalesce(s.subscription_id, p.subscription_id) end,
      extended_product_id = coalesce(s.extended_product_id, p.extended_product_id),
      original_product_id = coalesce(s.original_product_id, p.original_product_id),
      license_is_perpetual = ${perpetual('license_duration_years', sql`p.license_is_perpetual`)},
      maintenance_is_perpetual = ${perpetual('maintenance_duration_years', sql`p.maintenance_is_perpetual`)},
      ${sql.join(facts.map(({ column, to }) => sql`${sql.ref(to)} = coalesce(s.${sql.ref(column)}, p.${sql.ref(to)})`))}
    from stage_products s
    where s.state = 'changed' and p.tenant_id = (select current_tenant()) and p.product_id = s.product_id`)
  await recordRows(
    tx,
    'product.updated',
    'product',
    sql`select s.product_id, s.former || ${ids.before}, ${imported} || ${ids.after}
        from stage_products s join products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
        where s.state = 'changed'`,
  )
  await writeExternalIds(
    tx,
    'product',
    sql`select s.product_id, s.external_ids from stage_products s where s.state = 'changed'`,
  )
}
