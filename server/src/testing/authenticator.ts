import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/* An authenticator in software (WebAuthn, CTAP): what a phone or a security key does, and what it should not. */

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(major: number, size: number): Buffer {
  const type = major << 5
  if (size < 24) return Buffer.from([type | size])
  if (size < 256) return Buffer.from([type | 24, size])
  return Buffer.from([type | 25, size >> 8, size & 255])
}

/** RFC 8949, as far as attestations need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])])
}

/** What may go wrong, on purpose. */
export interface Behaviour {
  /** The page that asks; by default the right one. */
  origin?: string
  /** Whether it verified the person by finger, face or PIN. */
  verified?: boolean
  /** The counter in the signature; by default one more than before. */
  counter?: number
  /** The challenge that is signed instead of the one that was asked. */
  challenge?: string
  /** The host name that is signed. */
  host?: string
  /** Instead of the user for whom it was made. */
  userHandle?: string
}

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
interface Request {
  challenge: string
  rpId: string
}

/** A passkey on a device. */
export interface SoftPasskey {
  id: string
  /** The same keys in other hands. */
  copy(): SoftPasskey
  sign(request: Request, behaviour?: Behaviour): object
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const [present, verifiedFlag, attested] = [0x01, 0x04, 0x40]

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const originOf = (host: string) => `http://${host}`

/** Makes a passkey as an authenticator does for these options; `response` is what the browser sends. */
export function makePasskey(creation: Creation, behaviour: Behaviour = {}): { passkey: SoftPasskey; response: object } {
  const { host = creation.rp.id, origin = originOf(creation.rp.id), verified = true, counter = 1 } = behaviour
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const cose = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credentialId.length)
  const authData = Buffer.concat([
    authenticatorData(host, present | attested | (verified ? verifiedFlag : 0), counter),
    Buffer.alloc(16),
    length,
    credentialId,
    cose,
  ])
  const attestation = new Map<string, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const id = credentialId.toString('base64url')
  const made = clientData('webauthn.create', behaviour.challenge ?? creation.challenge, origin)
  return {
    passkey: openPasskey(id, privateKey, creation.user.id, counter),
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: made.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    },
  }
}

function authenticatorData(host: string, flags: number, counter: number): Buffer {
  const counted = Buffer.alloc(5)
  counted.writeUInt8(flags)
  counted.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(host), counted])
}

function openPasskey(id: string, privateKey: KeyObject, userHandle: string, made: number): SoftPasskey {
  let counted = made
  return {
    id,
    copy: () => openPasskey(id, privateKey, userHandle, counted),
    sign(request, behaviour = {}) {
      counted = behaviour.counter ?? counted + 1
      const { host = request.rpId, origin = originOf(request.rpId), verified = true } = behaviour
      const data = authenticatorData(host, present | (verified ? verifiedFlag : 0), counted)
      const client = clientData('webauthn.get', behaviour.challenge ?? request.challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: behaviour.userHandle ?? userHandle,
        },
      }
    },
  }
}
