import { type Placement, whyNotBelow, whyNotNextBelow } from '@trellis/contract/placement'
import { isPossibleVatId } from '@trellis/contract/vat-ids'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Importer } from '../../platform/import/file.ts'
import { sameKey } from '../../platform/import/keys.ts'
import { addProblems, report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, inReach } from './named.ts'

/** Reports the faults of all rows. For each row finds the existing account, if any, the parent, and the depth below it. */
export async function checkAccounts(tx: Tx, importer: Importer | null): Promise<void> {
  await reportRepeated(tx, 'stage_accounts', 'accountCode', 'key_of(account_code)')
  await tx.run(sql`create index if not exists stage_accounts_by_code on stage_accounts (key_of(account_code))`)
  await tx.run(sql`analyze stage_accounts`)
  await tx.run(sql`
    update stage_accounts s set group_id = g.group_id, level = g.level
    from offered.account_groups g where g.tenant_id = (select current_tenant()) and ${sameKey(sql`g.name`, sql`s.group_name`)}`)
  await report(tx, 'groupName', 'noGroup', sql`from stage_accounts s where s.group_id is null and ${sound}`)
  await reportFuture(tx, 'stage_accounts')
  if (importer) {
    await findReached(tx, importer)
    await checkImported(tx, importer)
  } else {
    await putBelowRoot(tx)
    await findExisting(tx)
    await checkRoot(tx)
  }
  await findParents(tx, importer)
  await checkDeleted(tx, importer)
  await checkExisting(tx)
  await checkCredit(tx, importer)
  await orderByDepth(tx)
}

/**
 * Finds the existing accounts that the importer reaches; the code of any other account is reported as in use. A row
 * without a parent keeps the account where it is; a new account goes below the account that the import was started from.
 */
async function findReached(tx: Tx, { actor, baseAccountId }: Importer): Promise<void> {
  await report(
    tx,
    'accountCode',
    'taken',
    sql`from stage_accounts s join accounts a on ${accountNamed(sql`s.account_code`)}
        where (a.deleted_at is not null and s.deletion_date is null or not ${inReach(sql`a.account_id`)}) and ${sound}`,
  )
  await tx.run(sql`
    update stage_accounts s set account_id = a.account_id
    from accounts a
    where ${accountNamed(sql`s.account_code`)} and ${sound}`)
  if (actor.isSuperAdmin && actor.accountId === actor.rootAccountId) await findRootRow(tx, actor.rootAccountId)
  await tx.run(
    sql`update stage_accounts set depth = 0 where account_id = ${actor.accountId} and parent_account_code is null`,
  )
  await tx.run(sql`
    update stage_accounts s set parent_account_code = p.code
    from stage_accounts o
    left join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = o.account_id
    join accounts p on p.tenant_id = (select current_tenant())
                   and p.account_id = case when a.account_id is null then ${baseAccountId}::uuid else a.parent_id end
    where o.at_line = s.at_line and o.parent_account_code is null and o.depth is null`)
  await tx.run(sql`analyze stage_accounts`)
}

/**
 * For the vendor's super admins and the operator, a row without a parent stands for the root if its group allows only the
 * root: the root gets the row's code and name.
 */
async function findRootRow(tx: Tx, rootAccountId: string): Promise<void> {
  await tx.run(sql`
    update stage_accounts s set account_id = ${rootAccountId}
    where s.at_line = (
      select min(o.at_line) from stage_accounts o
      where o.parent_account_code is null and o.account_id is null and o.level <= (
        select g.level from accounts r join offered.account_groups g on g.tenant_id = r.tenant_id and g.group_id = r.group_id
        where r.tenant_id = (select current_tenant()) and r.account_id = ${rootAccountId}))
      and not exists (select from stage_accounts o where o.account_id = ${rootAccountId}) and ${sound}`)
}

/** Applies the checks of the portal's form. */
async function checkImported(tx: Tx, { actor }: Importer): Promise<void> {
  await report(
    tx,
    'groupName',
    { reason: 'otherGroup', detail: sql`g.name` },
    sql`from stage_accounts s
        join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.account_id
        join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
        where s.parent_account_code is null and s.group_id <> a.group_id and ${sound}`,
  )
  if (actor.accountId !== actor.rootAccountId)
    await report(
      tx,
      'creationDate',
      'mayNotSet',
      sql`from stage_accounts s where s.creation_date is not null and s.account_id is null and ${sound}`,
    )
  await checkVatIds(tx, 'stage_accounts')
}

/** Reports VAT ids that the country could not have issued, as the form does. */
export async function checkVatIds(tx: Tx, table: string): Promise<void> {
  const vatIds = await tx.rows<{ line: number; value: string; countryCode: string }>(sql`
    select s.at_line as line, s.vat_id as value, coalesce(s.country_code, '') as "countryCode"
    from ${sql.ref(table)} s where s.vat_id is not null and ${sound}`)
  await addProblems(
    tx,
    vatIds
      .filter(({ value, countryCode }) => !isPossibleVatId(value, countryCode))
      .map(({ line, value }) => ({ line, column: 'vatId', value, reason: 'impossibleVatId', details: [] })),
  )
}

/**
 * In a list in which nobody has a parent, the accounts are below the root, as on the import screen, if their groups can be. A file
 * of one row is that of the root.
 */
async function putBelowRoot(tx: Tx): Promise<void> {
  await tx.run(sql`
    update stage_accounts s set parent_account_code = r.code
    from accounts r
    join offered.account_groups g on g.tenant_id = r.tenant_id and g.group_id = r.group_id
    where r.tenant_id = (select current_tenant()) and r.parent_id is null and s.level > g.level
      and not ${sameKey(sql`s.account_code`, sql`r.code`)}
      and (select count(*) > 1 and bool_and(o.parent_account_code is null) from stage_accounts o)`)
}

async function findExisting(tx: Tx): Promise<void> {
  await tx.run(sql`
    update stage_accounts s set account_id = a.account_id
    from accounts a
    where ${accountNamed(sql`s.account_code`)} and s.parent_account_code is not null`)
  await report(
    tx,
    'accountCode',
    'deletedAccount',
    sql`from stage_accounts s join accounts a on a.account_id = s.account_id and a.deleted_at is not null
      where s.deletion_date is null and ${sound}`,
  )
}

async function checkRoot(tx: Tx): Promise<void> {
  const roots = sql`stage_accounts s where s.parent_account_code is null and ${sound}`
  await report(
    tx,
    'parentAccountCode',
    { reason: 'anotherRoot', detail: sql`s.first_line` },
    sql`from (select s.*, min(s.at_line) over () as first_line from ${roots}) s where s.at_line > s.first_line`,
  )
  await report(
    tx,
    'accountCode',
    'notTheRoot',
    sql`from stage_accounts s join accounts a on ${accountNamed(sql`s.account_code`)}
        where s.parent_account_code is null and a.parent_id is not null and ${sound}`,
  )
  await tx.run(sql`
    update stage_accounts s set account_id = a.account_id, depth = 0
    from accounts a
    where a.tenant_id = (select current_tenant()) and a.parent_id is null and s.parent_account_code is null and ${sound}`)
  const misplaced = pairsOf(await listLevels(tx)).filter((placement) => whyNotBelow(placement) !== null)
  await report(
    tx,
    'groupName',
    { reason: 'notAboveChildGroup', detail: sql`a.code` },
    sql`from stage_accounts s
        join lateral (
          select c.code from accounts c join offered.account_groups g on g.tenant_id = c.tenant_id and g.group_id = c.group_id
          where c.tenant_id = (select current_tenant()) and c.parent_id = s.account_id
            and ${pairIn(misplaced, sql`s.level`, sql`g.level`)} limit 1
        ) a on true
        where s.parent_account_code is null and ${sound}`,
  )
}

/**
 * Finds the parents, which are in the file or already in the portal; the root can also be named by the code that the file
 * gives it.
 */
async function findParents(tx: Tx, importer: Importer | null): Promise<void> {
  await tx.run(sql`
    update stage_accounts s set
      existing_parent_id = coalesce(p.account_id, case when p.at_line is null then a.account_id end),
      parent_level = coalesce(p.level, g.level)
    from stage_accounts o
    left join stage_accounts p on ${sameKey(sql`p.account_code`, sql`o.parent_account_code`)}
      and not exists (select from import_problems bad where bad.at_line = p.at_line)
    left join accounts a on ${accountNamed(sql`o.parent_account_code`)} and (a.deleted_at is null or o.deletion_date is not null)
      and ${inReach(sql`a.account_id`)}
    left join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where o.at_line = s.at_line and o.parent_account_code is not null`)
  const below = sql`from stage_accounts s where s.parent_account_code is not null and ${sound}`
  await report(tx, 'parentAccountCode', 'noParent', sql`${below} and s.parent_level is null`)
  const levels = await listLevels(tx)
  const misplaced = (isMisplaced: (placement: Placement) => boolean) =>
    sql`${below} and ${pairIn(pairsOf(levels).filter(isMisplaced), sql`s.parent_level`, sql`s.level`)}`
  await report(
    tx,
    'parentAccountCode',
    'noChildrenThere',
    misplaced((placement) => whyNotBelow(placement) === 'parentLevel'),
  )
  await report(
    tx,
    'groupName',
    'notBelowParentGroup',
    misplaced((placement) => whyNotBelow(placement) === 'group'),
  )
  if (importer)
    await report(
      tx,
      'groupName',
      'notNextGroup',
      sql`${misplaced((placement) => whyNotNextBelow(placement, levels) !== null)} and s.account_id is null`,
    )
}

/** A file says which accounts were deleted, because their history names them; it deletes none, and nothing living is below one. */
async function checkDeleted(tx: Tx, importer: Importer | null): Promise<void> {
  const rows = sql`from stage_accounts s where s.deletion_date is not null and ${sound}`
  await reportFuture(tx, 'stage_accounts', 'deletionDate')
  await report(tx, 'deletionDate', 'beforeCreation', sql`${rows} and s.deletion_date < s.creation_date`)
  await report(
    tx,
    'deletionDate',
    'mayNotSet',
    sql`${rows} and (${importer !== null && !(importer.actor.isSuperAdmin && importer.actor.accountId === importer.actor.rootAccountId)}
      or s.parent_account_code is null or exists (
        select from accounts a where a.tenant_id = (select current_tenant()) and a.account_id = s.account_id and a.deleted_at is null))`,
  )
  await report(
    tx,
    'parentAccountCode',
    'noParent',
    sql`from stage_accounts s
      join stage_accounts p on ${sameKey(sql`p.account_code`, sql`s.parent_account_code`)} and p.deletion_date is not null
      where s.deletion_date is null and ${sound}`,
  )
}

/** The levels of the tenant's groups. */
const listLevels = async (tx: Tx): Promise<number[]> =>
  (
    await tx.rows<{ level: number }>(sql`
      select distinct level from offered.account_groups where tenant_id = (select current_tenant())`)
  ).map(({ level }) => level)

/** All pairs of a parent and a child level. The rules judge each pair in TypeScript; SQL only looks up the result. */
const pairsOf = (levels: number[]): { parentLevel: number; level: number }[] =>
  levels.flatMap((parentLevel) => levels.map((level) => ({ parentLevel, level })))

const pairIn = (pairs: { parentLevel: number; level: number }[], parentLevel: Sql, level: Sql): Sql =>
  sql`(${parentLevel}, ${level}) in (
    select * from unnest(${pairs.map((pair) => pair.parentLevel)}::int[], ${pairs.map((pair) => pair.level)}::int[]))`

async function checkExisting(tx: Tx): Promise<void> {
  const known = sql`from stage_accounts s join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.account_id
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where s.parent_account_code is not null and ${sound}`
  await report(
    tx,
    'parentAccountCode',
    'movesAccount',
    sql`${known} and s.existing_parent_id is distinct from a.parent_id`,
  )
  await report(
    tx,
    'groupName',
    { reason: 'otherGroup', detail: sql`g.name` },
    sql`${known} and s.group_id <> a.group_id`,
  )
}

/**
 * Orders the rows so that parents come before children. A row that is not reached this way depends on a refused row or on
 * itself.
 */
async function orderByDepth(tx: Tx): Promise<void> {
  await tx.run(sql`
    with recursive placed as (
      select key_of(s.account_code) as code, 1 as depth from stage_accounts s
      where s.existing_parent_id is not null and s.parent_account_code is not null and ${sound}
      union all
      select key_of(s.account_code), p.depth + 1 from stage_accounts s join placed p on p.code = key_of(s.parent_account_code)
      where s.existing_parent_id is null and ${sound}
    )
    update stage_accounts s set depth = p.depth from placed p where p.code = key_of(s.account_code) and s.depth is null`)
  await report(tx, 'parentAccountCode', 'parentRefused', sql`from stage_accounts s where s.depth is null and ${sound}`)
}

/** Who imports sets the credit of accounts below the own one (rules O24): neither of that one nor of the root. */
async function checkCredit(tx: Tx, importer: Importer | null): Promise<void> {
  for (const [column, field] of [
    ['creditLimit', sql`s.credit_limit`],
    ['paymentTermsDays', sql`s.payment_terms_days`],
  ] as const)
    await report(
      tx,
      column,
      'mayNotSet',
      sql`from stage_accounts s join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.account_id
          where ${field} is not null and ${field} is distinct from ${column === 'creditLimit' ? sql`a.credit_limit` : sql`a.payment_terms_days`}
            and (a.parent_id is null or a.account_id = ${importer?.actor.accountId ?? null}::uuid) and ${sound}`,
    )
}
