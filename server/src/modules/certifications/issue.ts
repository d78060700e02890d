import { randomBytes } from 'node:crypto'
import type { CertificateKind } from '@trellis/contract/certificates'
import type { AccountCertificateDraft, UserCertificateDraft } from '@trellis/contract/issued-certificates'
import { base32Alphabet } from '@trellis/contract/serial-keys'
import { violates } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { forbid, found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lockLivingAccount, reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { lockForIssuing } from './definition-queries.ts'
import { findUser } from './issued-queries.ts'
import { type Holder, whyNotCertify } from './rules.ts'

const codeLength = 10

/** 50 random bits (rules Q7). */
export const newValidationCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => base32Alphabet.charAt(byte & 31)).join('')

interface Wanted extends Holder {
  kind: CertificateKind
  guest: { firstName: string; lastName: string } | null
  certificateId: string
  notes: string | null
}

/** Issues to a user, or to a guest of an account. Refuses CC509 when the same certificate is living (rules Q2). */
export async function issueToUser(tx: Tx, actor: Actor, draft: UserCertificateDraft): Promise<string> {
  const { certificateId, notes = null, parentAccountId } = draft
  const named = parentAccountId ? await reachedId(tx, actor, parentAccountId) : null
  if (draft.isGuestCertificate) {
    const accountId = named ?? actor.accountId
    const guest = { firstName: nameOf(draft, 'userFirstName'), lastName: nameOf(draft, 'userLastName') }
    if (draft.userId) throw invalid(['userId'], 'contradicts', 'A guest is not a user of the portal')
    return issue(tx, actor, { kind: 'User', accountId, userId: null, guest, certificateId, notes })
  }
  if (!draft.userId) throw invalid(['userId'], 'required', 'Name a user, or issue to a guest')
  const { accountId } = found(await findUser(tx, draft.userId))
  if (named !== null && named !== accountId)
    throw invalid(['parentAccountId'], 'contradicts', 'The user belongs to another account')
  return issue(tx, actor, { kind: 'User', accountId, userId: draft.userId, guest: null, certificateId, notes })
}

function nameOf(draft: UserCertificateDraft, field: 'userFirstName' | 'userLastName'): string {
  const name = draft[field]?.trim()
  if (!name) throw invalid([field], 'required', 'A guest has a first and a last name')
  return name
}

/** Issues to an account itself. Refuses CC509 when the same certificate is living. */
export async function issueToAccount(tx: Tx, actor: Actor, draft: AccountCertificateDraft): Promise<string> {
  const accountId = await reachedId(tx, actor, draft.accountId)
  const { certificateId, notes = null } = draft
  return issue(tx, actor, { kind: 'Account', accountId, userId: null, guest: null, certificateId, notes })
}

async function issue(tx: Tx, actor: Actor, wanted: Wanted): Promise<string> {
  forbid(whyNotCertify(actor, 'c', wanted), { reason: 'self' })
  await lockLivingAccount(tx, wanted.accountId)
  const definition = await lockForIssuing(tx, wanted.certificateId)
  if (definition?.status !== 'Confirmed' || definition.kind !== wanted.kind)
    throw invalid(['certificateId'], 'unknown', 'This certificate cannot be issued')
  const issuedId = newId()
  await makeRoom(tx, wanted)
  while ((await orAlreadyAssigned(insertWithNewCode(tx, issuedId, wanted))) === 0);
  await record(tx, 'certification.issued', 'certification', issuedId, { after: { ...wanted } })
  return issuedId
}

/** Inserts no row when the random code is in use. */
const insertWithNewCode = (tx: Tx, issuedId: string, { certificateId, accountId, userId, guest, notes }: Wanted) =>
  tx.run(sql`
    insert into issued_certificates (issued_id, certificate_id, kind, account_id, user_id, guest_first_name,
      guest_last_name, validation_code, notes, expires_at, counted_from, counted_months)
    select ${issuedId}, c.certificate_id, c.kind, ${accountId}, ${userId}, ${guest?.firstName ?? null},
      ${guest?.lastName ?? null}, ${newValidationCode()}, ${notes}, months_after(clock(), c.duration_months), clock(), c.duration_months
    from certificates c
    where c.tenant_id = (select current_tenant()) and c.certificate_id = ${certificateId}
    on conflict (tenant_id, validation_code) do nothing`)

/** The holder's certificate of the same definition that has ended no longer counts, so that another one can be issued. */
const makeRoom = (tx: Tx, wanted: Wanted) =>
  tx.run(sql`
    update issued_certificates i set is_current = false
    where i.tenant_id = (select current_tenant()) and i.certificate_id = ${wanted.certificateId} and i.is_current
      and i.expires_at <= clock() and ${isOf(wanted)}`)

function isOf({ accountId, userId, guest }: Wanted): Sql {
  if (userId) return sql`i.user_id = ${userId}`
  const ofAccount = sql`i.account_id = ${accountId}`
  return guest
    ? sql`${ofAccount} and key_of(i.guest_first_name) = key_of(${guest.firstName})
        and key_of(i.guest_last_name) = key_of(${guest.lastName})`
    : sql`${ofAccount} and i.kind = 'Account'`
}

const holdersOnce = [
  'issued_certificates_of_user',
  'issued_certificates_of_guest',
  'issued_certificates_of_account',
] as const

/** Refuses CC509 when the holder has another living certificate of the same definition. */
export async function orAlreadyAssigned<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (holdersOnce.some((index) => violates(error, index))) throw new Refusal('CC509')
    throw error
  }
}
