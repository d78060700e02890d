import { type Asked, anyText, type Findable, grade, tenant } from '../../platform/database/finding.ts'
import { limitOf } from '../../platform/database/limits.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * Relation `named_accounts (account_id, bits)`: accounts that have a word in their name or code, which every record shows of
 * its account. Legal names and VAT ids are excluded, because not everybody may read them.
 */
export function accountsByName(asked: Asked) {
  const most = limitOf(fewAccounts)
  const named = (where: Sql) => sql`
    select * from (
      select a.account_id, ${asked.bits(sql`(a.name_folded || ' ' || lower(a.code))`)} as bits
      from accounts a cross join asked q where a.tenant_id = ${tenant} and ${where}
    ) n where n.bits <> 0`
  return sql`
    with texts_of_accounts as materialized (${asked.anyOf('account', most + 1)}), are_few as materialized (
      select count(*) <= ${sql.lit(most)} as are_few from texts_of_accounts)
    ${named(sql`(select are_few from are_few) and a.account_id = any(array(select record_id from texts_of_accounts))`)}
    union all
    ${named(sql`not (select are_few from are_few)`)}`
}

/** Up to so many texts of accounts that have one of the words are looked up; for more all accounts are compared. */
const fewAccounts = 2000

/** Finds accounts by name, code, legal name and VAT id; null without permission to read accounts. */
export function accountsFound(asked: Asked): Findable | null {
  const read = asked.readIn('Accounts')
  if (read === null) return null
  const isVisible = sql`a.deleted_at is null and ${read.reaches(sql`a.account_id`)}`
  return {
    kinds: ['account'],
    mayHave: (patterns) => anyText('account', patterns),
    rows: asked.best(
      'account',
      sql`
        select a.account_id as record_id, a.created_at as at,
               greatest(${grade([sql`lower(a.code)`, sql`a.name_folded`], [sql`a.name_folded`, sql`lower(a.code)`])},
                        case when w.is_whole then 2 else 0 end) as grade
        from (select n.account_id as record_id from named_accounts n union ${asked.textsOf('account')}) k
        join accounts a on a.tenant_id = ${tenant} and a.account_id = k.record_id
        cross join asked q
        left join named_accounts n on n.account_id = a.account_id
        left join lateral (
          select bit_or(${asked.bits(sql`fold(d.legal_name || ' ' || d.vat_id)`)}) as bits,
                 bool_or(q.whole in (lower(d.vat_id), fold(d.legal_name))) as is_whole
          from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id
        ) w on coalesce(n.bits, 0) <> ${asked.everyBit}
        where coalesce(n.bits, 0) | coalesce(w.bits, 0) = ${asked.everyBit} and ${isVisible}`,
    ),
    shown: sql`
      select json_build_object(
        'title', a.name, 'code', a.code, 'accountId', a.account_id, 'creationDate', iso(a.created_at),
        'about', (select p.name from accounts p where p.tenant_id = a.tenant_id and p.account_id = a.parent_id
                    and ${read.reaches(sql`p.account_id`)}))
      from accounts a where a.tenant_id = ${tenant} and a.account_id = h.record_id and ${isVisible}`,
  }
}
