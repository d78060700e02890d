import { brokenPasswordRules } from '@trellis/contract/identity'
import { TenantDraft } from '@trellis/contract/installation'
import { Host } from '@trellis/contract/settings'
import { Email } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { type FurnishedTenant, furnishTenant } from '../modules/installation/index.ts'
import { type About, hashPassword, type Invited, weaknessOf } from '../modules/people/index.ts'
import { findTenantByCode, listTakenElsewhere, type TenantDraft as Seed, seedTenant } from '../modules/tenants/index.ts'
import type { Config } from '../platform/config.ts'
import { type Database, violates } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import { CommandError, checkedBy } from './command.ts'

export interface NewTenant extends Omit<Seed, 'tenantId'> {
  adminEmail: string
  /** Absent: the super admin is pending, and `inviteAdmin` sends the invitation. */
  adminPassword?: string
  inviteAdmin?: (tx: Tx, admin: Invited) => Promise<void>
  adminFirstName?: string
  adminLastName?: string
  /** Of the super admin; English by default. */
  languageCode?: string
  /** Code of the root account; derived from its name when absent. */
  rootAccountCode?: string
  /** Sets the business clock, for the demo. */
  clock?: string
}

/**
 * Creates a tenant with its groups, roles and subscriptions, its root account, and a first super admin, who can sign in
 * or is invited.
 * @param at the primary that it will live in, of several
 */
export async function createTenant(db: Database, draft: NewTenant, at = db): Promise<FurnishedTenant> {
  const { firstName, lastName, passwordHash } = await checkNew(db, draft)
  const tenantId = newId()
  const context = { tenantId, userId: null, reach: null, clock: draft.clock ?? null, requestId: null }
  const tenant = { ...draft, tenantId, adminFirstName: firstName, adminLastName: lastName, passwordHash }
  try {
    return await at.administer(context, async (tx) => {
      await seedTenant(tx, tenant)
      return furnishTenant(tx, tenant)
    })
  } catch (error) {
    throw inWords(error, draft)
  }
}

/** What the screen checks of the same values. */
const forms = z.partial(
  z.extend(z.pick(TenantDraft, { tenantCode: true, tenantName: true, adminFirstName: true, adminLastName: true }), {
    host: Host,
  }),
)
const formOptions = {
  tenantCode: 'code',
  tenantName: 'name',
  adminFirstName: 'admin-first-name',
  adminLastName: 'admin-last-name',
  host: 'host',
}

/** Refuses a code, an address or a password that cannot be; the name and the password's hash of the first super admin. */
export async function checkNew(db: Database, draft: Omit<NewTenant, 'currencyCode'>) {
  checkSignIn(draft.adminEmail, draft.adminPassword)
  const { code: tenantCode, name: tenantName, adminFirstName, adminLastName, hosts } = draft
  checkedBy(forms, { tenantCode, tenantName, adminFirstName, adminLastName, host: hosts?.[0] }, formOptions)
  if (await findTenantByCode(db, draft.code)) throw isThere(draft)
  if ((await listTakenElsewhere(db, null, draft.hosts ?? [])).length > 0) throw hostIsTaken()
  const firstName = draft.adminFirstName ?? 'Super'
  const lastName = draft.adminLastName ?? 'Admin'
  if (draft.adminPassword !== undefined) {
    const about = { email: draft.adminEmail, name: `${firstName} ${lastName}` }
    await checkStrength(draft.adminPassword, about, [draft.name, draft.code])
  }
  const passwordHash = draft.adminPassword === undefined ? null : await hashPassword(draft.adminPassword)
  return { firstName, lastName, passwordHash }
}

const isThere = ({ code }: { code: string }) => new CommandError(`There is a tenant ${code} already.`)

const hostIsTaken = () => new CommandError('One of the host names belongs to another tenant.')

/** What the database refuses of a new tenant, for the operator. */
export function inWords(error: unknown, draft: { code: string }): unknown {
  if (violates(error, 'tenants_code_key')) return isThere(draft)
  if (violates(error, 'tenant_hosts_proved')) return hostIsTaken()
  return error
}

/** Refuses a password that the portal would refuse too. */
export async function checkStrength(password: string, about: About, portal: string[]): Promise<void> {
  const weakness = await weaknessOf(password, about, portal)
  if (weakness === 'password_common') throw new CommandError('The password is among the first that are tried.')
  if (weakness === 'password_personal')
    throw new CommandError('The password contains the name or address of its owner, or the name of the portal.')
}

/** Refuses an e-mail address or password that the portal would refuse too. */
/** What became of an invitation, in words. */
export const invitationSays = ({ smtpUrl }: Pick<Config, 'smtpUrl'>, email: string): string =>
  smtpUrl === undefined
    ? `An invitation to ${email} is stored and not sent, because SMTP_URL is absent; \`portal user set-password\` does without.`
    : `An invitation to ${email} is on its way.`

export function checkSignIn(email: string, password: string | undefined): void {
  if (!Email.safeParse(email).success) throw new CommandError(`${email} is not an e-mail address.`)
  if (password === undefined) return
  const broken = brokenPasswordRules(password)
  if (broken.length === 0) return
  const words = {
    length: '8 characters',
    lowercase: 'a small letter',
    uppercase: 'a capital',
    digit: 'a digit',
    special: 'a special character',
  }
  throw new CommandError(`The password lacks ${broken.map((rule) => words[rule]).join(', ')}.`)
}
