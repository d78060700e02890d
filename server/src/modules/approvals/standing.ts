import type { ApprovalStanding, BindingRule, Signature } from '@trellis/contract/approvals'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'

const tenant = sql`(select current_tenant())`

/** What a column asks about: the kind and the record, with the code that the audit log names it by. */
export interface Signed {
  kind: 'order' | 'ebid'
  recordId: string
  code: string
}

/** A rule on a record, as its column's function answers for one person (`approval_standing` in server/schema/approvals.sql). */
export interface RuleOn extends Omit<BindingRule, 'satisfied'> {
  recordId: string
  /** What there is to sign now. */
  seen: string
  isMet: boolean
  isMetWithMe: boolean
  gives: boolean
}

/** The person who acts: for a key its maker, so that nobody is two people with the help of a key. */
export const personOf = ({ userId, key }: Pick<Actor, 'userId' | 'key'>): string => key?.madeBy ?? userId

/**
 * The rules that bind decisions. `rows` are those of the function of a column; where nobody has rules they cost next to nothing,
 * and the statement goes in a pipeline with others.
 */
export const rulesOn = (tx: Reader, rows: Sql): Promise<RuleOn[]> =>
  tx.rows<RuleOn>(sql`
    select s.record_id as "recordId", s.seen, r.rule_id as "ruleId", r.name, r.needs, o.name as "roleName", r.level,
           s.is_met as "isMet", s.is_met_with_me as "isMetWithMe", s.gives
    from ${rows} s
    join approval_rules r on r.tenant_id = ${tenant} and r.rule_id = s.rule_id
    left join offered.roles o on o.tenant_id = r.tenant_id and o.role_id = r.role_id
    order by r.name collate "und-x-icu", r.rule_id`)

/**
 * Refuses OC531 where a rule is not satisfied by the signatures together with whoever decides (rules G37): the one gate of all
 * decisions. Cancelling and refusing do not ask.
 */
export function checkSigned(rules: RuleOn[]): void {
  if (isSigned(rules)) return
  throw new Refusal('OC531', { rules: rules.map((rule) => presented(rule, rule.isMetWithMe)) })
}

export const isSigned = (rules: RuleOn[]): boolean => rules.every(({ isMetWithMe }) => isMetWithMe)

const presented = ({ ruleId, name, needs, roleName, level }: RuleOn, satisfied: boolean): BindingRule => ({
  ...{ ruleId, name, needs, roleName, level, satisfied },
})

/** Keeps that somebody agreed to what there is now; of a decision only where a rule binds it. */
export async function sign(
  tx: Tx,
  actor: Actor,
  { kind, recordId, code }: Signed,
  { seen, note = null, isDecision = false }: { seen: string; note?: string | null; isDecision?: boolean },
): Promise<void> {
  const [row] = await tx.rows<{ signatureId: string; forUsers: string[] }>(sql`
    insert into approval_signatures (signature_id, kind, record_id, code, user_id, account_id, for_users, seen, note, is_decision)
    values (${newId()}, ${kind}, ${recordId}, ${code}, ${personOf(actor)}, ${actor.accountId}, delegators_of(${personOf(actor)}), ${seen},
      ${note || null}, ${isDecision})
    on conflict (tenant_id, kind, record_id, user_id) do update
    set account_id = excluded.account_id, for_users = excluded.for_users, seen = excluded.seen, created_at = clock(),
        note = case when excluded.is_decision then coalesce(excluded.note, approval_signatures.note) else excluded.note end,
        is_decision = excluded.is_decision
    returning signature_id as "signatureId", for_users as "forUsers"`)
  if (row === undefined) throw new Error('A signature was not written')
  await record(tx, 'signature.given', 'signature', row.signatureId, {
    after: { ...about({ kind, recordId }), note, isDecision, standsInFor: row.forUsers },
  })
}

const about = ({ kind, recordId }: Pick<Signed, 'kind' | 'recordId'>) =>
  kind === 'order' ? { orderId: recordId } : { dealId: recordId }

/** Withdraws the own signature; RQ404 where there is none, or it was the decision. */
export async function withdraw(tx: Tx, actor: Actor, { kind, recordId }: Omit<Signed, 'code'>): Promise<void> {
  const own = sql`tenant_id = ${tenant} and kind = ${kind} and record_id = ${recordId} and user_id = ${actor.userId} and not is_decision`
  const row = await tx.row<{ signatureId: string }>(
    sql`select signature_id as "signatureId" from approval_signatures where ${own} for update`,
  )
  if (row === undefined) throw new Refusal('RQ404')
  await record(tx, 'signature.withdrawn', 'signature', row.signatureId, { before: about({ kind, recordId }) })
  await tx.run(sql`delete from approval_signatures where ${own}`)
}

/** The record that a standing is read of, as its column knows it. */
export interface Read extends Omit<Signed, 'code'> {
  /** The rows of the column's function. */
  rows: Sql
  /** The hash of what there is to sign, or null where nothing is. */
  seen: string | null
  due: string | null
  /** Whether the reader may decide at all, by the rules of the column. */
  mayDecide: boolean
}

/** What the rules ask of a decision, and who has signed, for who decides on it. Names only of people in the reader's reach. */
export async function readStanding(tx: Reader, actor: Actor, asked: Read): Promise<ApprovalStanding> {
  const { kind, recordId, rows, due, mayDecide } = asked
  const [rules, signatures] = await Promise.all([
    rulesOn(tx, rows),
    listSignatures(tx, actor, { kind, recordId, seen: asked.seen }),
  ])
  return {
    rules: rules.map((rule) => presented(rule, rule.isMet)),
    signatures,
    due,
    maySign: mayDecide && rules.some(({ gives }) => gives),
    isLastStep: mayDecide && asked.seen !== null && isSigned(rules),
  }
}

const person = (row: Sql) =>
  sql`json_build_object('userId', ${row}.user_id, 'firstName', ${row}.first_name, 'lastName', ${row}.last_name)`

const listSignatures = (
  tx: Reader,
  actor: Actor,
  { kind, recordId, seen }: { kind: string; recordId: string; seen: string | null },
) =>
  tx.rows<Signature>(sql`
    select case when n.is_reached then ${person(sql`u`)} end as "signedBy",
           case when n.is_reached then a.name end as "accountName",
           case when n.is_reached then (
             select coalesce(json_agg(${person(sql`f`)} order by f.last_name, f.user_id), '[]') from offered.users f
             where f.tenant_id = s.tenant_id and f.user_id = any(s.for_users)) else '[]' end as "signedFor",
           case when n.is_reached then s.note end as note,
           iso(s.created_at) as "signedDate", s.is_decision as "isDecision", s.user_id = ${actor.userId} as "isMine",
           ${seen}::text is not null and s.seen <> ${seen} as "isOutdated"
    from approval_signatures s
    join offered.users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
    join offered.accounts a on a.tenant_id = s.tenant_id and a.account_id = s.account_id
    cross join lateral (select exists (
      select from accounts_at_or_above(s.account_id) t where t.account_id = ${actor.accountId}) as is_reached) n
    where s.tenant_id = ${tenant} and s.kind = ${kind} and s.record_id = ${recordId}
    order by s.created_at, s.signature_id`)

/** SQL condition: somebody has signed this record, whatever it was when they did. */
export const hasSignatures = (kind: Signed['kind'], recordId: Sql): Sql => sql`exists (
  select from approval_signatures s where s.tenant_id = ${tenant} and s.kind = ${kind} and s.record_id = ${recordId})`
