import type { Passkey } from '@trellis/contract/passkeys'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'

/** A passkey and its user, as a sign-in looks them up. */
export interface KnownPasskey {
  passkeyId: string
  userId: string
  name: string
  host: string
  credentialId: Buffer
  publicKey: Buffer
  transports: string[]
  email: string
  passwordHash: string | null
  /** The user may sign in. */
  isActive: boolean
}

const columns = sql`
  p.passkey_id as "passkeyId", p.user_id as "userId", p.name, p.host, p.credential_id as "credentialId",
  p.public_key as "publicKey", p.transports, u.email::text, u.password_hash as "passwordHash",
  u.status = 'user_active' and u.deleted_at is null and a.deleted_at is null as "isActive"`

const rows = sql`
  from passkeys p
  join users u on u.tenant_id = p.tenant_id and u.user_id = p.user_id
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id`

export const findByCredential = (tx: Reader, credentialId: Buffer) =>
  tx.row<KnownPasskey>(sql`
    select ${columns} ${rows} where p.tenant_id = (select current_tenant()) and p.credential_id = ${credentialId}`)

export const listPasskeysAt = (tx: Reader, userId: string, host: string) =>
  tx.rows<KnownPasskey>(sql`
    select ${columns} ${rows}
    where p.tenant_id = (select current_tenant()) and p.user_id = ${userId} and p.host = ${host} order by p.passkey_id`)

const presented = sql`
  passkey_id as "passkeyId", name, host, iso(created_at) as "creationDate", iso(last_used_at) as "lastUsedDate"`

export const listOwn = (tx: Reader, userId: string) =>
  tx.rows<Passkey>(sql`
    select ${presented} from passkeys where tenant_id = (select current_tenant()) and user_id = ${userId}
    order by created_at, passkey_id`)

export const findOwn = (tx: Reader, userId: string, passkeyId: string) =>
  tx.row<Passkey>(sql`
    select ${presented} from passkeys
    where tenant_id = (select current_tenant()) and user_id = ${userId} and passkey_id = ${passkeyId}`)

export interface NewPasskey {
  passkeyId: string
  userId: string
  name: string
  host: string
  credentialId: Buffer
  publicKey: Buffer
  signatures: number
  transports: string[]
}

/** False when the tenant knows the credential already. */
export const insertPasskey = async (tx: Tx, passkey: NewPasskey): Promise<boolean> =>
  (await tx.run(sql`
    insert into passkeys (passkey_id, user_id, name, host, credential_id, public_key, signatures, transports)
    values (${passkey.passkeyId}, ${passkey.userId}, ${passkey.name}, ${passkey.host}, ${passkey.credentialId},
            ${passkey.publicKey}, ${passkey.signatures}, ${passkey.transports}::text[])
    on conflict do nothing`)) === 1

export const renamePasskey = (tx: Tx, passkeyId: string, name: string) =>
  tx.run(sql`
    update passkeys set name = ${name} where tenant_id = (select current_tenant()) and passkey_id = ${passkeyId}`)

export const deletePasskey = (tx: Tx, userId: string, passkeyId: string) =>
  tx.run(sql`
    delete from passkeys
    where tenant_id = (select current_tenant()) and user_id = ${userId} and passkey_id = ${passkeyId}`)

/** Notes the use. False when the counter has not gone forward: somebody has a copy, or this is an old signature. */
export const noteUse = async (tx: Tx, passkeyId: string, signatures: number): Promise<boolean> =>
  (await tx.run(sql`
    update passkeys set last_used_at = machine_clock(), signatures = ${signatures}
    where tenant_id = (select current_tenant()) and passkey_id = ${passkeyId}
      and (signatures < ${signatures} or signatures = 0 and ${signatures} = 0)`)) === 1
