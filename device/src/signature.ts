/** A public signing key of the portal (RFC 7517, RFC 8037). */
export interface JsonWebKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}

/** The answer of `GET /devices/keys`: every public key, also those that no longer sign. */
export interface JsonWebKeys {
  keys: JsonWebKey[]
}

/** Why a document is refused: not a signed document, of another type, signed by an unknown key, or changed. */
export type SignatureFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature'

export type Signed = { genuine: true; payload: unknown } | { genuine: false; reason: SignatureFault }

const part = /^[A-Za-z0-9_-]+$/
const refused = (reason: SignatureFault): Signed => ({ genuine: false, reason })

/**
 * Verifies a compact JWS (RFC 7515) and returns its payload: signed with EdDSA by one of the keys, with the expected
 * header `typ`. The signature is verified over the exact bytes before the payload is parsed. The header can neither choose
 * the algorithm nor bring a key: of it only `alg` (must be EdDSA), `kid` and `typ` are read.
 */
export async function openSigned(document: string, { keys }: JsonWebKeys, type: string): Promise<Signed> {
  const parts = document.split('.')
  if (parts.length !== 3 || !parts.every((text) => part.test(text) && isCanonical(text))) return refused('malformed')
  const [head, body, signature] = parts as [string, string, string]
  const header = parse(bytesOf(head))
  if (header === undefined || typeof header !== 'object' || header === null) return refused('malformed')
  const { alg, kid, typ, crit } = header as Record<string, unknown>
  if (alg !== 'EdDSA' || crit !== undefined) return refused('bad_signature')
  const candidates = keys.filter((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519')
  const [key] = candidates
  if (key === undefined || candidates.length > 1) return refused('unknown_key')
  if (!(await isSignedBy(key, bytesOf(signature), new TextEncoder().encode(`${head}.${body}`))))
    return refused('bad_signature')
  if (typ !== type) return refused('wrong_type')
  const payload = parse(bytesOf(body))
  return payload === undefined ? refused('malformed') : { genuine: true, payload }
}

async function isSignedBy(key: JsonWebKey, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) {
  const { kty, crv, x } = key
  let imported: Awaited<ReturnType<typeof crypto.subtle.importKey>>
  try {
    imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  } catch (error) {
    if ((error as Error).name === 'NotSupportedError')
      throw new Error('This platform does not verify Ed25519 signatures with WebCrypto', { cause: error })
    return false
  }
  return crypto.subtle.verify('Ed25519', imported, signature, signed)
}

/** The bytes of canonical base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** JSON in UTF-8; undefined when it is not. A byte order mark is not removed, and so is not JSON. */
function parse(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * The last base64url character has unused bits. They must be zero, otherwise several texts would decode to the same signed
 * bytes.
 */
function isCanonical(text: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const unused = [0, null, 0b1111, 0b11][text.length % 4]
  return unused !== null && unused !== undefined && (alphabet.indexOf(text.charAt(text.length - 1)) & unused) === 0
}
