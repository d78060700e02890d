import type { ProviderType } from '@trellis/contract/second-factors'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { periodSeconds } from './totp.ts'

export interface Factor {
  provider_type: ProviderType
  secret_sealed: Buffer | null
  last_step: number
  /** The current time step, by the database's clock. */
  step: number
  /** When it was enabled, as an ISO instant. */
  since: string
}

/** The current time step (RFC 6238, 4.2), by the database's clock, because all servers share it. */
export const presentStep = sql`floor(extract(epoch from machine_clock()) / ${periodSeconds}::int)::bigint`

export const listFactors = (tx: Reader, userId: string) =>
  tx.rows<Factor>(sql`
    select provider_type, secret_sealed, last_step, ${presentStep} as step, iso(created_at) as since from second_factors
    where tenant_id = (select current_tenant()) and user_id = ${userId} order by provider_type`)

/** Whether the user has a second factor of any kind. */
export const hasSecondFactor = async (tx: Reader, userId: string): Promise<boolean> =>
  (await tx.row<{ has: boolean }>(sql`select has_second_factor(${userId}) as has`))?.has ?? false

/** Whether the user has a passkey, at any host name. */
export const hasPasskey = async (tx: Reader, userId: string): Promise<boolean> =>
  (await tx.row(sql`
    select from passkeys where tenant_id = (select current_tenant()) and user_id = ${userId} limit 1`)) !== undefined

export const findStep = async (tx: Reader): Promise<number> =>
  (await tx.row<{ step: number }>(sql`select ${presentStep} as step`))?.step ?? 0

/** Marks a time step and all earlier ones as used. False when a concurrent call has already done so. */
export const spendStep = async (tx: Tx, userId: string, step: number): Promise<boolean> =>
  (await tx.run(sql`
    update second_factors set last_step = ${step}
    where tenant_id = (select current_tenant()) and user_id = ${userId} and provider_type = 3 and last_step < ${step}`)) ===
  1

export interface Owner {
  user_id: string
  email: string
  name: string
  language_code: string
  tenant_name: string
}

export const findOwner = (tx: Reader, userId: string) =>
  tx.row<Owner>(sql`
    select u.user_id, u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code, t.name as tenant_name
    from users u join offered.tenants t on t.tenant_id = u.tenant_id
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId} and u.deleted_at is null`)

/** Locks the user, so that concurrent changes of the user's factors wait for each other. */
export const lockUser = (tx: Tx, userId: string) =>
  tx.row(sql`select from users where tenant_id = (select current_tenant()) and user_id = ${userId} for update`)

export const insertFactor = async (
  tx: Tx,
  factor: { userId: string; providerType: ProviderType; secretSealed: Buffer | null; lastStep: number },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into second_factors (user_id, provider_type, secret_sealed, last_step)
    values (${factor.userId}, ${factor.providerType}, ${factor.secretSealed}, ${factor.lastStep})
    on conflict do nothing`)) === 1

export const deleteFactor = async (tx: Tx, userId: string, providerType: ProviderType): Promise<boolean> =>
  (await tx.run(sql`
    delete from second_factors
    where tenant_id = (select current_tenant()) and user_id = ${userId} and provider_type = ${providerType}`)) === 1
