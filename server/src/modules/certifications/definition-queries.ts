import {
  type Certificate,
  type CertificateDraft,
  type CertificateKind,
  type CertificateOption,
  type CertificateSearch,
  certificateList,
} from '@trellis/contract/certificates'
import type { Out } from '@trellis/contract/endpoint'
import { maximumLimit } from '@trellis/contract/search'
import type { NamedUser } from '@trellis/contract/values'
import { columnsOf, contains, equals, following, named, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { modifiedAt, modifiedWithin } from '../audit/index.ts'
import { whyNotDefine, whyNotRemove } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** The wire's Certificate as JSON, from a row `c` of certificates. */
const certificateJson = (actor: Actor): Sql => sql`json_build_object(
  'certificateId', c.certificate_id,
  'name', c.name,
  'description', c.description,
  'category', c.category,
  'badgeColor', c.badge_color,
  'durationMonths', c.duration_months,
  'kind', c.kind,
  'status', c.status,
  'issued', coalesce(n.issued, 0),
  'modifiedDate', iso(${modifiedAt(sql`c.certificate_id`, sql`c.created_at`)}),
  'blocked', json_build_object('update', ${whyNotDefine(actor)}::text, 'delete',
    case when n.issued > 0 then ${whyNotRemove(actor, 1)}::text else ${whyNotRemove(actor, 0)}::text end))`

/** Drafts are for those who edit them (rules Q1). */
const isSeen = (actor: Actor): Sql => (whyNotDefine(actor) === null ? sql`true` : sql`c.status <> 'Pending'`)

/** How many were issued in the whole tenant, from the counters under the nil id. They are read once for all definitions. */
const issuedOf = sql`left join (
  select t.kind, t.certificate_id, sum(t.certificates)::bigint as issued from offered.certificate_tallies t
  where t.tenant_id = ${tenant} and t.account_id = '00000000-0000-0000-0000-000000000000' group by 1, 2
) n on n.kind = c.kind and n.certificate_id = c.certificate_id`

export const listCertificates = (tx: Reader, search: CertificateSearch, actor: Actor) =>
  tx.json<{ items: Certificate[]; count: number }>(sql`
    with matching as materialized (
      select c.* from certificates c
      where c.tenant_id = ${tenant} and ${isSeen(actor)} and ${columns.matching(search, actor.timeZone)}
    ), page as (
      select c.*, row_number() over (${columns.order(search)}) as row_no
      from matching c ${columns.order(search)} ${paging(search)}
    )
    select json_build_object(
      'items', (select coalesce(json_agg(${certificateJson(actor)} order by c.row_no), '[]') from page c ${issuedOf}),
      'count', (select count(*) from matching))::text`)

const columns = columnsOf(certificateList, sql`c.certificate_id`, {
  anything: { filter: hasWords(sql`fold(concat_ws(' ', c.name, c.category, c.description))`) },
  certificateId: { sort: sql`c.certificate_id`, filter: equals(sql`c.certificate_id`, 'uuid') },
  after: { filter: following(sql`c.certificate_id`) },
  name: { sort: named(sql`c.name`), filter: contains(sql`fold(c.name)`) },
  category: { sort: named(sql`c.category`), filter: contains(sql`fold(c.category)`) },
  kind: { sort: sql`c.kind`, filter: equals(sql`c.kind`, 'text') },
  durationMonths: { sort: sql`c.duration_months` },
  modifiedDate: {
    sort: modifiedAt(sql`c.certificate_id`, sql`c.created_at`),
    between: modifiedWithin('certificate', sql`c.certificate_id`),
  },
  status: { sort: sql`c.status`, filter: equals(sql`c.status`, 'text') },
})

export const presentCertificate = (tx: Reader, certificateId: string, actor: Actor) =>
  tx.json<Certificate>(sql`
    select ${certificateJson(actor)}::text from certificates c ${issuedOf}
    where c.tenant_id = ${tenant} and c.certificate_id = ${certificateId} and ${isSeen(actor)}`)

/** Confirmed certificates of a kind by name, without those that the account itself validly holds. */
export const listAvailable = (tx: Reader, kind: CertificateKind, accountId: string) =>
  tx.json<Out<typeof CertificateOption>[]>(sql`
    select coalesce(json_agg(json_build_object(
      'certificateId', c.certificate_id, 'name', c.name, 'description', c.description,
      'durationMonths', c.duration_months)), '[]')::text
    from (
      select c.* from certificates c
      where c.tenant_id = ${tenant} and c.kind = ${kind} and c.status = 'Confirmed' and not exists (
        select from issued_certificates i
        where i.tenant_id = c.tenant_id and i.account_id = ${accountId} and i.certificate_id = c.certificate_id
          and i.kind = 'Account' and i.is_current and i.expires_at > clock())
      order by ${named(sql`c.name`)}, c.certificate_id limit ${sql.lit(maximumLimit)}
    ) c`)

/** Users of an account without a living certificate of this definition, and without the actor. */
export const listHolders = (tx: Reader, certificateId: string, accountId: string, actor: Actor) =>
  tx.json<Out<typeof NamedUser>[]>(sql`
    select coalesce(json_agg(json_build_object(
      'userId', u.user_id, 'firstName', u.first_name, 'lastName', u.last_name)), '[]')::text
    from (
      select u.* from offered.users u
      where u.tenant_id = ${tenant} and u.account_id = ${accountId} and u.deleted_at is null and u.user_id <> ${actor.userId}
        and not exists (
          select from issued_certificates i
          where i.tenant_id = u.tenant_id and i.user_id = u.user_id and i.certificate_id = ${certificateId}
            and i.is_current and i.expires_at > clock())
      order by ${named(sql`u.last_name`)}, ${named(sql`u.first_name`)}, u.user_id limit ${sql.lit(maximumLimit)}
    ) u`)

export const isDefined = async (tx: Reader, certificateId: string): Promise<boolean> =>
  (await tx.row(sql`
    select from certificates where tenant_id = ${tenant} and certificate_id = ${certificateId}`)) !== undefined

export interface Definition extends CertificateDraft {
  issued: number
}

/** Locks a definition, so that it is not issued concurrently. */
export const lockCertificate = (tx: Tx, certificateId: string) =>
  tx.row<Definition>(sql`
    select c.name, c.description, c.category, c.badge_color as "badgeColor", c.duration_months as "durationMonths",
           c.kind, c.status,
           (select count(*)::int from issued_certificates i
            where i.tenant_id = c.tenant_id and i.certificate_id = c.certificate_id) as issued
    from certificates c
    where c.tenant_id = ${tenant} and c.certificate_id = ${certificateId} for update`)

/** Locks a definition for issuing (SHARE), so that it is neither changed nor deleted concurrently. */
export const lockForIssuing = (tx: Tx, certificateId: string) =>
  tx.row<{ kind: CertificateKind; status: string }>(sql`
    select kind, status from certificates
    where tenant_id = ${tenant} and certificate_id = ${certificateId} for share`)
