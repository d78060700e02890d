import type { Tx } from '../../platform/database/tx.ts'
import { createAccount, findRootAccount } from '../accounts/index.ts'
import { seedCertificates } from '../certifications/index.ts'
import { createUser, type Invited } from '../people/index.ts'
import { recordBeginning } from '../settings/index.ts'
import { rootGroupId, type TenantDraft } from '../tenants/index.ts'

/** Of a new tenant: its first super admin, and its root account. */
export interface Furnishing extends TenantDraft {
  adminEmail: string
  adminFirstName: string
  adminLastName: string
  /** Of the super admin; English by default. */
  languageCode?: string | undefined
  /** From `hashPassword`; null: the super admin is pending, and `inviteAdmin` sends the invitation. */
  passwordHash: string | null
  inviteAdmin?: ((tx: Tx, admin: Invited) => Promise<void>) | undefined
  /** Code of the root account; derived from its name when absent. */
  rootAccountCode?: string | undefined
}

export interface FurnishedTenant {
  tenantId: string
  rootAccountId: string
  rootAccountCode: string
  userId: string
}

/**
 * What a tenant has from its beginning, whoever creates it: its first entries in the audit log, certificates, root account, and a first
 * super admin, who can sign in or is invited. It was inserted, and the transaction acts as it.
 */
export async function furnishTenant(tx: Tx, draft: Furnishing): Promise<FurnishedTenant> {
  const { tenantId, passwordHash, languageCode = 'en' } = draft
  await recordBeginning(tx, draft)
  await seedCertificates(tx)
  const rootAccountId = await createAccount(tx, {
    name: draft.name,
    groupId: rootGroupId,
    parentId: null,
    ...(draft.rootAccountCode === undefined ? {} : { code: draft.rootAccountCode }),
  })
  const admin = {
    email: draft.adminEmail,
    firstName: draft.adminFirstName,
    lastName: draft.adminLastName,
    languageCode,
  }
  const userId = await createUser(tx, {
    ...admin,
    timeZone: draft.timeZone ?? null,
    accountId: rootAccountId,
    roles: ['SuperAdmin'],
    status: passwordHash === null ? 'user_pending' : 'user_active',
    passwordHash,
  })
  await draft.inviteAdmin?.(tx, { ...admin, userId, accountName: draft.name })
  const rootAccountCode = (await findRootAccount(tx))?.code ?? ''
  return { tenantId, rootAccountId, rootAccountCode, userId }
}
