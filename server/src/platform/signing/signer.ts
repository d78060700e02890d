import { sign } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Secrets } from '../secrets.ts'
import { type PublicKey, type SigningKey, unsealKey } from './keys.ts'

/** Signs documents that are verified offline, with the installation's Ed25519 key. */
export interface Signer {
  /**
   * A compact JWS (EdDSA) of the claims; `type` becomes the `typ` header. With `keysUrl`, where the keys are published, `kid`
   * becomes a URL and the header carries the public key, for verifiers that do not know the installation.
   */
  sign(claims: object, type: string, keysUrl?: string): Promise<string>
  /** Every public key, the signing one first; older keys stay, so that their signatures can be verified. */
  keys(): Promise<PublicKey[]>
}

/** How long the keys are cached, in milliseconds. */
const freshMilliseconds = 10_000
/**
 * How long a new key is published before it signs, in seconds. Longer than `freshMilliseconds`, so that every process
 * publishes a key before any process signs with it.
 */
export const signingDelay = 60

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

interface Row {
  kid: string
  sealed: Buffer
  maySign: boolean
}

/** Reads the keys from the database, and again after a few seconds: a rotation needs no restart. */
export function openSigner(db: Pick<Database, 'shared'>, secrets: Secrets): Signer {
  const unsealed = new Map<string, SigningKey>()
  let known: SigningKey[] | undefined
  let freshUntil = 0
  let reading: Promise<SigningKey[]> | undefined

  /** The signing key first, then the others, newest first. */
  async function read(): Promise<SigningKey[]> {
    const rows = await db.shared.rows<Row>(sql`
      select kid, private_key_sealed as sealed,
             created_at <= now() - make_interval(secs => ${signingDelay}) as "maySign"
      from signing_keys order by created_at desc, kid`)
    for (const { kid, sealed } of rows) {
      if (!unsealed.has(kid)) unsealed.set(kid, await unsealKey(secrets, kid, sealed))
    }
    const signs = rows.find(({ maySign }) => maySign) ?? rows.at(-1)
    if (signs === undefined) throw new Error('The database holds no signing key.')
    return [signs, ...rows.filter((row) => row !== signs)].map(({ kid }) => unsealed.get(kid) as SigningKey)
  }

  /** The cached keys when reading fails. */
  async function current(): Promise<SigningKey[]> {
    if (known && performance.now() < freshUntil) return known
    reading ??= read().finally(() => {
      reading = undefined
    })
    try {
      known = await reading
      freshUntil = performance.now() + freshMilliseconds
    } catch (error) {
      if (!known) throw error
    }
    return known
  }

  return {
    async keys() {
      return (await current()).map(({ shown }) => shown)
    },
    async sign(claims, type, keysUrl) {
      const [first] = await current()
      if (!first) throw new Error('There is no signing key.')
      const { kid, kty, crv, x } = first.shown
      const named = keysUrl === undefined ? { kid } : { kid: `${keysUrl}#${kid}`, jwk: { kty, crv, x } }
      const signed = `${encoded({ alg: 'EdDSA', ...named, typ: type })}.${encoded(claims)}`
      // At once: Ed25519 takes less than the way to another thread and back, which was a fifth of a heartbeat.
      return `${signed}.${sign(null, Buffer.from(signed), first.key).toString('base64url')}`
    },
  }
}
