import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { optional, required, yesOrNo } from '../../platform/import/cells.ts'
import type { Importer, ImportFile } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { accountNamed, codeInReach, inReach } from '../accounts/index.ts'
import { insertAssociations } from './insert-associations.ts'
import { priceListNamed } from './named.ts'
import { whyNotAssociate } from './rules.ts'

const table = 'stage_price_list_accounts'

/** The list that serves the importer's own account, if it propagates. */
const servesImporter = (importer: Importer | null): Sql =>
  sql`effective_price_list(${importer?.actor.accountId ?? null}::uuid) e where e.can_propagate`

/** Whether `w` (which may be out of reach) owns the list that serves the importer and that the importer may assign. */
const handedOn = (importer: Importer | null): Sql => sql`exists (
  select from price_lists p
  where p.tenant_id = w.tenant_id and p.account_id = w.account_id and key_of(p.name) = key_of(o.price_list_name)
    and p.price_list_id = (select e.price_list_id from ${servesImporter(importer)}))`

/** The levels of groups to which the actor may assign no list. */
async function levelsAbove(tx: Tx, actor: Actor): Promise<number[]> {
  const groups = await tx.rows<{ level: number }>(
    sql`select distinct level from offered.account_groups where tenant_id = (select current_tenant())`,
  )
  return groups.filter((group) => whyNotAssociate(group, actor) !== null).map(({ level }) => level)
}

/** The price list of each account, and whether it propagates to the accounts below. */
export const priceListAccountsImport: ImportFile = {
  name: 'price-list-accounts.csv',
  columns: {
    accountCode: required(key()),
    priceListName: required(key()),
    ownerAccountCode: required(key()),
    canPropagate: optional(yesOrNo),
  },
  workedOut: 'account_id uuid, owner_id uuid, price_list_id uuid, state text',
  isLeaf: true,

  async check(tx, importer) {
    await reportRepeated(tx, table, 'accountCode', 'key_of(account_code)')
    await tx.run(sql`analyze stage_price_list_accounts`)
    await tx.run(sql`
      update stage_price_list_accounts s set account_id = a.account_id, owner_id = w.account_id, price_list_id = l.price_list_id
      from stage_price_list_accounts o
      left join offered.accounts a on ${accountNamed(sql`o.account_code`)} and a.deleted_at is null
        and ${inReach(sql`a.account_id`)}
      left join offered.accounts w on w.tenant_id = (select current_tenant()) and key_of(w.code) = key_of(o.owner_account_code) and w.deleted_at is null
        and (${inReach(sql`w.account_id`)} or ${handedOn(importer)})
      left join price_lists l on ${priceListNamed(sql`w.account_id`, sql`o.price_list_name`)}
        and (${inReach(sql`w.account_id`)} or l.price_list_id = (select e.price_list_id from ${servesImporter(importer)}))
      where o.at_line = s.at_line`)
    const rows = sql`from stage_price_list_accounts s where ${sound}`
    await report(tx, 'accountCode', 'noAccount', sql`${rows} and s.account_id is null`)
    await report(tx, 'ownerAccountCode', 'noAccount', sql`${rows} and s.owner_id is null`)
    await report(tx, 'priceListName', 'noPriceListOfOwner', sql`${rows} and s.price_list_id is null`)
    await report(
      tx,
      'accountCode',
      'notBelowOwner',
      sql`${rows} and not exists (
        select from accounts_at_or_above(s.account_id) t where t.account_id = s.owner_id and t.depth > 0)`,
    )
    if (importer)
      await report(
        tx,
        'accountCode',
        'notBelowYou',
        sql`${rows} and (
          select g.level from offered.accounts a join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
          where a.tenant_id = (select current_tenant()) and a.account_id = s.account_id) = any(${await levelsAbove(tx, importer.actor)}::int[])`,
      )
    await tx.run(sql`
      update stage_price_list_accounts s set state = case
        when h.account_id is null then 'new'
        when h.price_list_id <> o.price_list_id or h.can_propagate <> coalesce(o.can_propagate, h.can_propagate) then 'changed'
        else 'same' end
      from stage_price_list_accounts o
      left join price_list_accounts h on h.tenant_id = (select current_tenant()) and h.account_id = o.account_id
      where o.at_line = s.at_line`)
  },

  async write(tx, step) {
    const written = await insertAssociations(
      tx,
      sql`select s.account_id, s.price_list_id, coalesce(s.can_propagate, false) as can_propagate
          from stage_price_list_accounts s where s.state <> 'same'`,
      'import',
    )
    step(written, written)
  },

  present: (among) => sql`
    select l.price_list_id::text as id, a.code as "accountCode", l.name as "priceListName",
           ${codeInReach(sql`l.account_id`)} as "ownerAccountCode", h.can_propagate::text as "canPropagate"
    from price_list_accounts h
    join price_lists l on l.tenant_id = h.tenant_id and l.price_list_id = h.price_list_id
    join offered.accounts a on a.tenant_id = h.tenant_id and a.account_id = h.account_id and a.deleted_at is null
    where h.tenant_id = (select current_tenant()) and ${inReach(sql`a.account_id`)} and ${among(sql`l.price_list_id`)}
    order by l.name, a.code`,

  async sums(tx) {
    const row = await tx.row<{ propagating: number }>(sql`
      select count(*) filter (where can_propagate) as propagating from stage_price_list_accounts`)
    return { propagating: row?.propagating ?? 0 }
  },
}
