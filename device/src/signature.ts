import { compactVerify, createLocalJWKSet, errors } from 'jose'

/** What `GET /devices/keys` answers: keep it with the software, or with the lease. */
export interface JsonWebKeys {
  keys: { kty: string; crv: string; x: string; kid: string; alg: string; use: string }[]
}

/** Why a document is not believed: it is no signed document, of another kind, of a key we do not know, or changed. */
export type SignatureFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature'

export type Signed = { genuine: true; payload: unknown } | { genuine: false; reason: SignatureFault }

const part = /^[A-Za-z0-9_-]+$/

/**
 * The payload of a compact JWS (RFC 7515) that one of the keys signed with EdDSA and whose header `typ` is the wanted one.
 * The signature is checked over the exact bytes before anything of them is believed; nothing the document says about
 * algorithms or keys beyond the key's id counts.
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

/** Base64url leaves bits over in its last character; a document that uses them is not the one that was signed. */
function isCanonical(text: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const over = [0, null, 0b1111, 0b11][text.length % 4]
  return over !== null && over !== undefined && (alphabet.indexOf(text.charAt(text.length - 1)) & over) === 0
}
