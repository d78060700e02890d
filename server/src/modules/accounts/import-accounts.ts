import { inCamelCase } from '@trellis/contract/audit-fields'
import { maximumTermsDays } from '@trellis/contract/credit'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { email, instant, money, optional, required, text, wholeNumber } from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { key, sameKey } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { checkChanges } from '../../platform/import/stage.ts'
import { shortCodes, warnOf } from '../../platform/import/warn.ts'
import { recordRows } from '../audit/index.ts'
import {
  checkExternalIds,
  externalIdsCell,
  externalIdsInFiles,
  factsOfExternalIds,
  lacksExternalIds,
  writeExternalIds,
} from '../tenants/index.ts'
import { checkAccounts } from './import-accounts-check.ts'
import { placeColumns } from './import-place.ts'
import { insertAccounts, insertAddresses } from './insert-accounts.ts'
import { codeInReach, inReach, isReached } from './named.ts'

const table = 'stage_accounts'

/** The vendor's network. A row without a parent is the root, which already exists and gets the row's code and name. */
export const accountsImport: ImportFile = {
  name: 'accounts.csv',
  columns: {
    accountCode: required(key()),
    accountName: required(text()),
    groupName: required(key()),
    parentAccountCode: optional(key()),
    notificationReceiverEmail: optional(email),
    creditLimit: optional(money),
    paymentTermsDays: optional(wholeNumber(0, maximumTermsDays)),
    legalName: optional(text()),
    vatId: optional(text()),
    ...placeColumns,
    creationDate: optional(instant),
    deletionDate: optional(instant),
    externalIds: optional(externalIdsCell),
  },
  workedOut:
    'account_id uuid, existing_parent_id uuid, parent_id uuid, parent_level int, group_id int, level int, depth int, seq int, state text',
  isLeaf: false,

  async check(tx, importer) {
    await checkAccounts(tx, importer)
    await tx.run(sql`
      update stage_accounts s set
        state = case when a.account_id is null then 'new' when a.deleted_at is not null then 'same' when ${differs} then 'changed' else 'same' end
      from stage_accounts o
      left join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = o.account_id
      left join lateral (${firstAddress(sql`o.account_id`)}) d on true
      where o.at_line = s.at_line`)
    await checkChanges(tx, table, 'accountCode', importer, 'Accounts')
    await tx.run(
      sql`update stage_accounts set account_id = id_at(coalesce(creation_date, clock())) where account_id is null`,
    )
    await tx.run(sql`
      update stage_accounts s set parent_id = coalesce(s.existing_parent_id, p.account_id)
      from stage_accounts o left join stage_accounts p on ${sameKey(sql`p.account_code`, sql`o.parent_account_code`)}
      where o.at_line = s.at_line`)
    await checkExternalIds(tx, {
      table,
      kind: 'account',
      recordId: 'account_id',
      states: ['new', 'changed'],
      isReached,
    })
  },

  async write(tx, step) {
    await updateChanged(tx, await number(tx, table, 'changed', 'depth, at_line'))
    const added = await number(tx, table, 'new', 'depth, at_line')
    await inBatches(added, 1000, step, (from, to) => insertNew(tx, from, to))
    await markDeleted(tx)
  },

  async warn(tx) {
    const root = sql`from stage_accounts s join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.account_id
      where a.parent_id is null and s.state = 'changed'`
    return [
      ...(await warnOf(tx, {
        warning: 'rootRenamed',
        column: 'accountName',
        details: [sql`a.name`, sql`s.account_name`],
        rows: sql`${root} and a.name <> s.account_name`,
      })),
      ...(await warnOf(tx, {
        warning: 'rootRecoded',
        column: 'accountCode',
        details: [sql`a.code`, sql`s.account_code`],
        rows: sql`${root} and key_of(a.code) <> key_of(s.account_code)`,
      })),
      ...(await shortCodes(tx, table, 'accountCode')),
      ...(await shortCodes(tx, table, 'postalCode', sql`s.country_code`)),
    ]
  },

  present: (among) => sql`
    select a.account_id::text as id, a.code as "accountCode", a.name as "accountName", g.name as "groupName",
           ${externalIdsInFiles(sql`a.account_id`)} as "externalIds",
           ${codeInReach(sql`a.parent_id`)} as "parentAccountCode", a.notification_email as "notificationReceiverEmail",
           trim_scale(a.credit_limit)::text as "creditLimit", a.payment_terms_days::text as "paymentTermsDays",
           d.legal_name as "legalName", d.vat_id as "vatId", d.street, d.city, d.locality, d.region,
           d.postal_code as "postalCode", d.country_code as "countryCode",
           -- The root has the creation date of its tenant.
           case when a.parent_id is not null then ${exactInstant(sql`a.created_at`)} end as "creationDate",
           ${exactInstant(sql`a.deleted_at`)} as "deletionDate"
    from accounts a
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    left join lateral (
      select * from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id
      order by d.created_at, d.address_id limit 1) d on true
    where a.tenant_id = (select current_tenant()) and ${inReach(sql`a.account_id`)} and ${among(sql`a.account_id`)}
    order by a.parent_id is not null, a.created_at, a.code`,

  async sums(tx) {
    const groups = await tx.rows<{ name: string; count: number }>(sql`
      select group_name as name, count(*) as count from stage_accounts group by 1 order by min(level), 1`)
    return Object.fromEntries(groups.map(({ name, count }) => [name, count]))
  },
}

export const addressColumns = [
  'legal_name',
  'vat_id',
  'street',
  'city',
  'locality',
  'region',
  'postal_code',
  'country_code',
]

/** An empty cell keeps the current value. */
const changes = (column: string, has: Sql): Sql =>
  sql`(o.${sql.ref(column)} is not null and o.${sql.ref(column)} is distinct from ${has})`

/** SQL: the address of an account that a file has. */
export const firstAddress = (accountId: Sql): Sql => sql`
  select * from addresses d where d.tenant_id = (select current_tenant()) and d.account_id = ${accountId}
  order by d.created_at, d.address_id limit 1`

const differs = sql`(
  o.account_name <> a.name or key_of(o.account_code) <> key_of(a.code) or o.group_id <> a.group_id
  or ${changes('notification_receiver_email', sql`a.notification_email`)} or ${changes('credit_limit', sql`a.credit_limit`)}
  or ${changes('payment_terms_days', sql`a.payment_terms_days`)} or ${lacksExternalIds(sql`a.account_id`, sql`o.external_ids`)}
  or ${sql.join(
    addressColumns.map((column) => changes(column, sql`d.${sql.ref(column)}`)),
    sql` or `,
  )})`

const hasAddress = sql`num_nonnulls(${sql.join(addressColumns.map((column) => sql`s.${sql.ref(column)}`))}) > 0`

/** The columns of a file that change an account, by what the audit log calls them; `a` is the account and `d` its first address. */
const changeable: { fact: string; has: Sql; given: Sql }[] = [
  {
    fact: 'code',
    has: sql`a.code`,
    given: sql`case when key_of(s.account_code) = key_of(a.code) then a.code else s.account_code end`,
  },
  { fact: 'name', has: sql`a.name`, given: sql`s.account_name` },
  { fact: 'groupId', has: sql`a.group_id`, given: sql`s.group_id` },
  { fact: 'notificationEmail', has: sql`a.notification_email`, given: sql`s.notification_receiver_email` },
  { fact: 'creditLimit', has: sql`trim_scale(a.credit_limit)`, given: sql`trim_scale(s.credit_limit)` },
  { fact: 'paymentTermsDays', has: sql`a.payment_terms_days`, given: sql`s.payment_terms_days` },
  ...addressColumns.map((column) => ({
    fact: inCamelCase(column),
    has: sql`d.${sql.ref(column)}`,
    given: sql`s.${sql.ref(column)}`,
  })),
]

/** SQL: what an import can change of an account, as the audit log tells it. */
export const importedFacts: Sql = sql`jsonb_build_object(${sql.join(changeable.flatMap(({ fact, has }) => [sql.lit(fact), has]))})`
const givenFacts = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(changeable.flatMap(({ fact, given }) => [sql.lit(fact), given]))}))`

/** As `insertAccounts` and `insertAddresses` want the rows. */
const named = sql`s.*, s.account_code as code, s.account_name as name, s.notification_receiver_email as notification_email,
  s.creation_date as created_at, null::text as coordinates`

/** Inserts a batch level by level, because the tree of each level builds on the one above. */
async function insertNew(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`stage_accounts s where s.state = 'new' and s.seq between ${from} and ${to}`
  const depths = await tx.rows<{ depth: number }>(sql`select distinct s.depth from ${rows} order by s.depth`)
  for (const { depth } of depths)
    await insertAccounts(tx, sql`select ${named} from ${rows} and s.depth = ${depth} order by s.seq`, 'import')
  await writeExternalIds(tx, 'account', sql`select s.account_id, s.external_ids from ${rows}`)
}

/** Accounts of the past, which orders and keys still name. They never had users or stock here. */
async function markDeleted(tx: Tx): Promise<void> {
  const those = sql`from stage_accounts s where s.state = 'new' and s.deletion_date is not null`
  const deleted = await tx.run(sql`
    update accounts a set deleted_at = s.deletion_date
    from stage_accounts s
    where s.state = 'new' and s.deletion_date is not null and a.tenant_id = (select current_tenant()) and a.account_id = s.account_id`)
  if (deleted > 0)
    await recordRows(
      tx,
      'account.deleted',
      'account',
      sql`select s.account_id, jsonb_build_object('code', s.account_code, 'name', s.account_name, 'parentId', s.parent_id),
                 '{"source": "import"}'::jsonb ${those} order by s.depth, s.at_line`,
    )
}

async function updateChanged(tx: Tx, count: number): Promise<void> {
  if (count === 0) return
  const ids = factsOfExternalIds(sql`s.account_id`, sql`s.external_ids`)
  await recordRows(
    tx,
    'account.updated',
    'account',
    sql`select s.account_id, ${importedFacts} || ${ids.before}, ${importedFacts} || ${givenFacts} || '{"source": "import"}' || ${ids.after}
        from stage_accounts s join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.account_id
        left join lateral (${firstAddress(sql`s.account_id`)}) d on true
        where s.state = 'changed'`,
  )
  await writeExternalIds(
    tx,
    'account',
    sql`select s.account_id, s.external_ids from stage_accounts s where s.state = 'changed'`,
  )
  await tx.run(sql`
    update accounts a set
      code = case when key_of(s.account_code) = key_of(a.code) then a.code else s.account_code end, name = s.account_name, group_id = s.group_id,
      notification_email = coalesce(s.notification_receiver_email, a.notification_email),
      credit_limit = coalesce(s.credit_limit, a.credit_limit), payment_terms_days = coalesce(s.payment_terms_days, a.payment_terms_days)
    from stage_accounts s
    where s.state = 'changed' and a.tenant_id = (select current_tenant()) and a.account_id = s.account_id`)
  const given = (column: string) => sql`${sql.ref(column)} = coalesce(s.${sql.ref(column)}, d.${sql.ref(column)})`
  await tx.run(sql`
    update addresses d set ${sql.join(addressColumns.map(given))}
    from stage_accounts s
    where s.state = 'changed' and d.tenant_id = (select current_tenant()) and d.account_id = s.account_id
      and d.address_id = (select f.address_id from addresses f where f.tenant_id = d.tenant_id and f.account_id = d.account_id
                          order by f.created_at, f.address_id limit 1)`)
  await insertAddresses(
    tx,
    sql`select ${named} from stage_accounts s where s.state = 'changed' and ${hasAddress}
      and not exists (select from addresses d where d.tenant_id = (select current_tenant()) and d.account_id = s.account_id)`,
  )
}
