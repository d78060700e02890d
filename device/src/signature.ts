import { compactVerify, createLocalJWKSet, errors } from 'jose'

/** The answer of `GET /devices/keys`. Store it with the software or with the lease. */
export interface JsonWebKeys {
  keys: { kty: string; crv: string; x: string; kid: string; alg: string; use: string }[]
}

/** Why a document is refused: not a signed document, wrong type, signed by an unknown key, or changed. */
export type SignatureFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature'

export type Signed = { genuine: true; payload: unknown } | { genuine: false; reason: SignatureFault }

const part = /^[A-Za-z0-9_-]+$/

/**
 * Verifies a compact JWS (RFC 7515) and returns its payload: signed with EdDSA by one of the keys, with the
 * expected header `typ`. The signature is verified over the exact bytes before the payload is parsed. Of the
 * header, only the key id and the type are used, so it cannot choose the algorithm or supply a key.
 */
export async function openSigned(document: string, keys: JsonWebKeys, type: string): Promise<Signed> {
  const parts = document.split('.')
  if (parts.length !== 3 || !parts.every((text) => part.test(text) && isCanonical(text))) return fault('malformed')
  try {
    const { payload, protectedHeader } = await compactVerify(document, createLocalJWKSet({ keys: keys.keys }), {
      algorithms: ['EdDSA'],
    })
    if (protectedHeader.typ !== type) return fault('wrong_type')
    return { genuine: true, payload: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) }
  } catch (error) {
    return fault(faultOf(error))
  }
}

const fault = (reason: SignatureFault): Signed => ({ genuine: false, reason })

function faultOf(error: unknown): SignatureFault {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'unknown_key'
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) {
    return 'bad_signature'
  }
  return 'malformed'
}

/**
 * The last base64url character has unused bits. They must be zero, otherwise several texts would decode to
 * the same signed bytes.
 */
function isCanonical(text: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const over = [0, null, 0b1111, 0b11][text.length % 4]
  return over !== null && over !== undefined && (alphabet.indexOf(text.charAt(text.length - 1)) & over) === 0
}
