import type { CertificateKind, Validation } from '@trellis/contract/certificates'
import type { Out } from '@trellis/contract/endpoint'
import type { AccountCertificate, UserCertificate } from '@trellis/contract/issued-certificates'
import { maximumLimit } from '@trellis/contract/search'
import { daysAround } from '@trellis/contract/today'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { modifiedAt } from '../audit/index.ts'
import { type Holder, whyNotChange, whyNotPrint } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** Issued certificates `i` with definition `c`, living account `a` and, for users, user `u`. */
export const issued = sql`issued_certificates i
  join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
  join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id and a.deleted_at is null
  left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id`

/** Why the actor may not change a row `i`, by what decides it: reach, oneself, one's own account, revoked. */
function blocked(actor: Actor): Sql {
  const of = (holder: Partial<Holder> & { isRevoked: boolean }) => {
    const facts = { accountId: '', userId: null, ...holder }
    const codes = {
      notes: whyNotChange(actor, 'u', { ...facts, isRevoked: false }),
      pdf: whyNotPrint(facts),
      renew: whyNotChange(actor, 'u', facts),
      delete: whyNotChange(actor, 'd', facts),
    }
    return sql`${JSON.stringify(codes)}::json`
  }
  return sql`case
    when not exists (select from accounts_at_or_above(i.account_id) t where t.account_id = ${actor.accountId})
      then json_build_object('notes', 'RQ404', 'renew', 'RQ404', 'delete', 'RQ404', 'pdf',
        case when i.revoked_at is null then ${whyNotPrint({ isRevoked: false })}::text else ${whyNotPrint({ isRevoked: true })}::text end)
    when i.user_id = ${actor.userId} and i.revoked_at is null then ${of({ userId: actor.userId, isRevoked: false })}
    when i.user_id = ${actor.userId} then ${of({ userId: actor.userId, isRevoked: true })}
    when i.account_id = ${actor.accountId} and i.revoked_at is null then ${of({ accountId: actor.accountId, isRevoked: false })}
    when i.account_id = ${actor.accountId} then ${of({ accountId: actor.accountId, isRevoked: true })}
    when i.revoked_at is null then ${of({ isRevoked: false })} else ${of({ isRevoked: true })} end`
}

const shared = (actor: Actor): Sql => sql`
  'certificateId', i.certificate_id,
  'certificateName', c.name,
  'accountId', i.account_id,
  'accountName', a.name,
  'accountCode', a.code,
  'statusName', ${status},
  'validationCode', i.validation_code,
  'notes', i.notes,
  'creationDate', iso(i.created_at),
  'modifiedDate', iso(${modifiedAt(sql`i.issued_id`, sql`i.created_at`)}),
  'expirationDate', iso(i.expires_at),
  'renewalDate', iso(${renewed}),
  'blocked', ${blocked(actor)}`

/**
 * What the end of a row `i` is counted from after a renewal now, with its definition `c`: as before, so that no end that was
 * clamped to a short month shortens the next term, or from now if it has ended (rules Q5).
 */
export const countedFrom = sql`case when i.expires_at < (select clock()) then (select clock()) else i.counted_from end`
export const countedMonths = sql`(case when i.expires_at < (select clock()) then 0 else i.counted_months end + c.duration_months)`
export const renewed = sql`months_after(${countedFrom}, ${countedMonths})`

export const status = sql`case when i.revoked_at is null then 'Confirmed' else 'Revoked' end`
export const firstName = sql`coalesce(u.first_name, i.guest_first_name)`
export const lastName = sql`coalesce(u.last_name, i.guest_last_name)`

export const userCertificateJson = (actor: Actor): Sql => sql`json_build_object(
  'userCertificateId', i.issued_id,
  'userId', i.user_id,
  'userFirstName', ${firstName},
  'userLastName', ${lastName},
  'isGuestCertificate', i.user_id is null,
  ${shared(actor)})`

const accountCertificateJson = (actor: Actor): Sql => sql`json_build_object(
  'accountCertificateId', i.issued_id,
  ${shared(actor)})`

const jsonOf = { User: userCertificateJson, Account: accountCertificateJson }

export const isInReach = sql`i.account_id in (select account_id from reachable_accounts())`

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`

/**
 * SQL: the certificate `i` of account `a` and user `u` ends soon or has ended lately, and the reader's own account is the one
 * right above the holder's, or the root for its own (rules Q3). Nobody renews what they hold themselves.
 */
export const isToRenew: Sql = sql`(i.is_current and i.expires_at >= (select clock() - ${days(daysAround.after)})
  and i.expires_at <= (select clock() + ${days(daysAround.before)})
  and (a.parent_id = (select own_account()) or a.parent_id is null and a.account_id = (select own_account()))
  and u.deleted_at is null and i.user_id is distinct from (select current_user_id()))`

interface Wire {
  User: UserCertificate
  Account: AccountCertificate
}

/** Certificates of one kind of one account, newest first, as many as a page may have. */
export const listOfAccount = <K extends CertificateKind>(tx: Reader, kind: K, accountId: string, actor: Actor) =>
  tx.json<Wire[K][]>(sql`
    select coalesce(json_agg(${jsonOf[kind](actor)} order by i.created_at desc, i.issued_id), '[]')::text
    from (
      select * from issued_certificates i
      where i.tenant_id = ${tenant} and i.account_id = ${accountId} and i.kind = ${kind}
      order by i.created_at desc, i.issued_id limit ${sql.lit(maximumLimit)}
    ) p join ${issued} on i.tenant_id = p.tenant_id and i.issued_id = p.issued_id`)

/** One certificate of a kind in reach. */
export const presentIssued = <K extends CertificateKind>(tx: Reader, kind: K, issuedId: string, actor: Actor) =>
  tx.json<Wire[K]>(sql`
    select ${jsonOf[kind](actor)}::text from ${issued}
    where i.tenant_id = ${tenant} and i.issued_id = ${issuedId} and i.kind = ${kind} and ${isInReach}`)

export interface IssuedFacts extends Holder {
  certificateId: string
  isRevoked: boolean
  notes: string | null
  expiresAt: string
}

/** Locks a certificate of a kind in reach. */
export const lockIssued = (tx: Tx, kind: CertificateKind, issuedId: string) =>
  tx.row<IssuedFacts>(sql`
    select i.certificate_id as "certificateId", i.account_id as "accountId", i.user_id as "userId", i.notes,
           i.revoked_at is not null as "isRevoked", iso(i.expires_at) as "expiresAt"
    from issued_certificates i
    join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id and a.deleted_at is null
    where i.tenant_id = ${tenant} and i.issued_id = ${issuedId} and i.kind = ${kind} and ${isInReach}
    for no key update of i`)

/** A user in reach who is not deleted. */
export const findUser = (tx: Reader, userId: string) =>
  tx.row<{ accountId: string }>(sql`
    select u.account_id as "accountId" from offered.users u
    where u.tenant_id = ${tenant} and u.user_id = ${userId} and u.deleted_at is null
      and u.account_id in (select account_id from reachable_accounts())`)

/** What a code proves in this tenant; nothing for an unknown and for a revoked one. */
export const findValidation = (tx: Reader, validationCode: string) =>
  tx.row<Out<typeof Validation>>(sql`
    select c.name as "certificateName", iso(i.created_at) as "creationDate", iso(i.expires_at) as "expirationDate",
           case when i.kind = 'Account' then a.name else ${firstName} || ' ' || ${lastName} end as "ownerFullName"
    from issued_certificates i
    join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
    join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id
    left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
    where i.tenant_id = ${tenant} and i.validation_code = ${validationCode} and i.revoked_at is null`)
