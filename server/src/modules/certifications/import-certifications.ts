import { certificateKinds } from '@trellis/contract/certificates'
import { issuedStatuses } from '@trellis/contract/issued-certificates'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { email, Fault, instant, type Kind, oneOf, optional, required, text } from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { key, sameKey } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { report, reportFuture, sound } from '../../platform/import/stage.ts'
import { accountNamed, codeInReach, inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { newValidationCode } from './issue.ts'

const table = 'stage_certifications'
const tenant = sql`(select current_tenant())`

const validationCode: Kind = {
  sqlType: 'text',
  read: (value) =>
    /^[0-9A-HJKMNP-TV-Z]{10}$/.test(value.toUpperCase()) ? value.toUpperCase() : new Fault('notValidationCode'),
}

/** The holder and the definition of a staged row: one column, so that rows of the same holder compare equal. */
const holder = sql`concat_ws('|', s.certificate_id, s.account_id, s.user_id, key_of(s.first_name), key_of(s.last_name))`
const isLiving = sql`coalesce(s.status, 'Confirmed') = 'Confirmed' and s.ends_at > (select clock())`

/** Certificates that were issued before the portal existed, or by another one. They keep dates and codes (rules Q13). */
export const certificationsImport: ImportFile = {
  name: 'certifications.csv',
  columns: {
    validationCode: optional(validationCode),
    certificateName: required(key()),
    kind: required(oneOf(...certificateKinds)),
    accountCode: required(key()),
    email: optional(email),
    firstName: optional(text()),
    lastName: optional(text()),
    creationDate: required(instant),
    expirationDate: optional(instant),
    notes: optional(text()),
    status: optional(oneOf(...issuedStatuses)),
  },
  workedOut:
    'issued_id uuid, certificate_id uuid, account_id uuid, user_id uuid, ends_at timestamptz, new_code text, seq int, state text',
  isLeaf: true,

  async check(tx) {
    await report(
      tx,
      'validationCode',
      { reason: 'repeated', detail: sql`s.first_line` },
      sql`from (
        select s.*, min(s.at_line) over (partition by s.validation_code) as first_line
        from stage_certifications s where s.validation_code is not null and ${sound}) s
      where s.at_line > s.first_line`,
    )
    await tx.run(sql`analyze stage_certifications`)
    await tx.run(sql`
      update stage_certifications s set account_id = a.account_id, certificate_id = c.certificate_id, user_id = u.user_id,
        ends_at = coalesce(o.expiration_date, months_after(o.creation_date, c.duration_months))
      from stage_certifications o
      left join offered.accounts a on ${accountNamed(sql`o.account_code`)}
      left join certificates c on c.tenant_id = ${tenant} and c.kind = o.kind and ${sameKey(sql`c.name`, sql`o.certificate_name`)}
      left join offered.users u on u.tenant_id = ${tenant} and lower(u.email) = lower(o.email) and u.account_id = a.account_id
      where o.at_line = s.at_line`)
    const rows = sql`from stage_certifications s where ${sound}`
    const ofUser = sql`${rows} and s.kind = 'User'`
    await report(tx, 'accountCode', 'noAccount', sql`${rows} and s.account_id is null`)
    await report(tx, 'certificateName', 'noCertificate', sql`${rows} and s.certificate_id is null`)
    for (const [column, filled] of holderColumns)
      await report(tx, column, 'notOfAccounts', sql`${rows} and s.kind = 'Account' and ${filled} is not null`)
    await report(
      tx,
      'email',
      'userOrGuest',
      sql`${ofUser} and s.email is not null and (s.first_name is not null or s.last_name is not null)`,
    )
    await report(tx, 'firstName', 'required', sql`${ofUser} and s.email is null and s.first_name is null`)
    await report(tx, 'lastName', 'required', sql`${ofUser} and s.email is null and s.last_name is null`)
    await report(tx, 'email', 'noUserOfAccount', sql`${ofUser} and s.email is not null and s.user_id is null`)
    await reportFuture(tx, table)
    await report(tx, 'expirationDate', 'beforeCreation', sql`${rows} and s.ends_at <= s.creation_date`)
    await findExisting(tx)
    await reportDifferences(tx)
    await reportSecond(tx)
    await giveCodes(tx)
  },

  async write(tx, step) {
    const added = await number(tx, table, 'new', 'creation_date, at_line')
    await inBatches(added, 2000, step, async (from, to) => {
      const rows = sql`stage_certifications s where s.state = 'new' and s.seq between ${from} and ${to}`
      await tx.run(sql`
        insert into issued_certificates (issued_id, certificate_id, kind, account_id, user_id, guest_first_name, guest_last_name,
                                         validation_code, notes, created_at, expires_at, counted_from, counted_months, revoked_at, revoked_by, is_current)
        select s.issued_id, s.certificate_id, s.kind, s.account_id, s.user_id, s.first_name, s.last_name, s.new_code, s.notes,
               s.creation_date, s.ends_at, ${countedFrom}, coalesce(months_between(s.creation_date, s.ends_at), 0), case when s.status = 'Revoked' then clock() end,
               case when s.status = 'Revoked' then current_user_id() end, ${isLiving}
        from ${rows} order by s.seq`)
      await recordRows(
        tx,
        'certification.imported',
        'certification',
        sql`select s.issued_id, null::jsonb, jsonb_build_object(
              'validationCode', s.new_code, 'certificateName', s.certificate_name, 'accountCode', s.account_code) from ${rows}`,
      )
    })
  },

  present: (among) => sql`
    select i.issued_id::text as id, i.validation_code as "validationCode", c.name as "certificateName", i.kind,
           ${codeInReach(sql`i.account_id`)} as "accountCode", u.email, i.guest_first_name as "firstName",
           i.guest_last_name as "lastName", ${exactInstant(sql`i.created_at`)} as "creationDate",
           ${exactInstant(sql`i.expires_at`)} as "expirationDate", i.notes,
           case when i.revoked_at is null then 'Confirmed' else 'Revoked' end as status
    from issued_certificates i
    join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
    left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
    where i.tenant_id = ${tenant} and ${inReach(sql`i.account_id`)} and ${among(sql`i.issued_id`)}
    order by i.created_at, i.validation_code`,

  leavesOut: [
    {
      what: 'when certifications were revoked: it becomes the day of the import',
      count: sql`select count(*) from issued_certificates i
        where i.tenant_id = ${tenant} and i.revoked_at is not null and ${inReach(sql`i.account_id`)}`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<{ living: number; revoked: number }>(sql`
      select count(*) filter (where ${isLiving})::int as living, count(*) filter (where s.status = 'Revoked')::int as revoked
      from stage_certifications s`)
    return { living: row?.living ?? 0, revoked: row?.revoked ?? 0 }
  },
}

/** An end that is no whole number of months after its creation is where the next term is counted from (rules Q5). */
const countedFrom = sql`case when months_between(s.creation_date, s.ends_at) is null then s.ends_at else s.creation_date end`

const holderColumns: [column: string, filled: Sql][] = [
  ['email', sql`s.email`],
  ['firstName', sql`s.first_name`],
  ['lastName', sql`s.last_name`],
]

/** A row is the certificate with its code or, without a code, the one of the same holder, definition and creation. */
async function findExisting(tx: Tx): Promise<void> {
  // One statement for each way: a condition of both would compare every row with every certificate.
  await tx.run(sql`
    update stage_certifications s set issued_id = i.issued_id
    from issued_certificates i
    where i.tenant_id = ${tenant} and i.validation_code = s.validation_code`)
  await tx.run(sql`
    update stage_certifications s set issued_id = i.issued_id
    from issued_certificates i
    where i.tenant_id = ${tenant} and s.validation_code is null
      and i.certificate_id = s.certificate_id and i.account_id = s.account_id and i.created_at = s.creation_date
      and i.user_id is not distinct from s.user_id
      and key_of(i.guest_first_name) is not distinct from key_of(s.first_name)
      and key_of(i.guest_last_name) is not distinct from key_of(s.last_name)`)
  await tx.run(sql`
    update stage_certifications set state = case when issued_id is null then 'new' else 'same' end`)
  await tx.run(sql`
    update stage_certifications set issued_id = id_at(creation_date) where issued_id is null and creation_date is not null`)
}

/** An existing certificate stays as it is: a row that says something else is refused. */
async function reportDifferences(tx: Tx): Promise<void> {
  const known = sql`from stage_certifications s
    join issued_certificates i on i.tenant_id = ${tenant} and i.issued_id = s.issued_id
    where s.state = 'same' and ${sound}`
  const differences: [column: string, differs: Sql][] = [
    ['certificateName', sql`i.certificate_id <> s.certificate_id`],
    ['accountCode', sql`i.account_id <> s.account_id`],
    ['email', sql`i.user_id is distinct from s.user_id`],
    ['firstName', sql`key_of(i.guest_first_name) is distinct from key_of(s.first_name)`],
    ['lastName', sql`key_of(i.guest_last_name) is distinct from key_of(s.last_name)`],
    ['creationDate', sql`i.created_at <> s.creation_date`],
    ['expirationDate', sql`s.expiration_date is not null and i.expires_at <> s.expiration_date`],
    ['status', sql`s.status is not null and (i.revoked_at is not null) <> (s.status = 'Revoked')`],
  ]
  for (const [column, differs] of differences)
    await report(tx, column, 'unlikeCertificate', sql`${known} and ${differs}`)
}

/** A holder has one living certificate of a definition (rules Q2), also within the file. */
async function reportSecond(tx: Tx): Promise<void> {
  const living = sql`from stage_certifications s where s.state = 'new' and ${isLiving} and ${sound}`
  await report(
    tx,
    'certificateName',
    'alreadyCertified',
    sql`${living} and exists (
      select from issued_certificates i
      where i.tenant_id = ${tenant} and i.is_current and i.certificate_id = s.certificate_id and i.account_id = s.account_id
        and i.user_id is not distinct from s.user_id
        and key_of(i.guest_first_name) is not distinct from key_of(s.first_name)
        and key_of(i.guest_last_name) is not distinct from key_of(s.last_name))`,
  )
  await report(
    tx,
    'certificateName',
    { reason: 'repeated', detail: sql`s.first_line` },
    sql`from (select s.*, min(s.at_line) over (partition by ${holder}) as first_line ${living}) s where s.at_line > s.first_line`,
  )
}

/** New certificates without a code get one (rules Q7). A code in use, which is next to impossible, fails and is tried again. */
async function giveCodes(tx: Tx): Promise<void> {
  await tx.run(sql`update stage_certifications set new_code = validation_code where state = 'new'`)
  for (let after = 0; ; ) {
    const rows = await tx.rows<{ line: number }>(sql`
      select at_line as line from stage_certifications
      where state = 'new' and new_code is null and at_line > ${after} order by at_line limit 5000`)
    const last = rows.at(-1)
    if (last === undefined) return
    const codes = rows.map(() => newValidationCode())
    await tx.run(sql`
      update stage_certifications s set new_code = c.code
      from unnest(${rows.map(({ line }) => line)}::int[], ${codes}::text[]) as c (line, code) where s.at_line = c.line`)
    after = last.line
  }
}
