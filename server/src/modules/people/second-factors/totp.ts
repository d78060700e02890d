import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP, URI } from 'otpauth'

/** RFC 6238 with the parameters that all authenticators support: SHA-1, six digits, 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
export const periodSeconds = parameters.period

/**
 * 160 random bits, as RFC 4226 recommends, followed by 40 bits of a keyed hash that only this installation can compute
 * for this owner.
 */
const randomBytesOfSecret = 20
const markBytes = 5

/**
 * The keyed hash that proves that a returned secret was created here for this user. Without it somebody could set up a
 * secret they already know.
 */
const markOf = (key: Buffer, owner: string, random: Buffer): Buffer =>
  createHmac('sha256', key).update(owner).update('\0').update(random).digest().subarray(0, markBytes)

/**
 * A new secret as a URI for a QR code (Key Uri Format).
 * @param key the installation's key for this purpose
 * @param owner unique id of the owner
 */
export function newSetupLink(key: Buffer, owner: string, { issuer, label }: { issuer: string; label: string }): string {
  const random = randomBytes(randomBytesOfSecret)
  const bytes = Buffer.concat([random, markOf(key, owner, random)])
  // The format separates issuer and label with a colon, so neither may contain one.
  const plain = (text: string) => text.replaceAll(':', ' ').trim()
  const secret = Secret.fromHex(bytes.toString('hex'))
  return new TOTP({ ...parameters, issuer: plain(issuer), label: plain(label), secret }).toString()
}

/** The base32 secret of a link; null for anything but a link that `newSetupLink` made for this owner. */
export function secretOfSetupLink(key: Buffer, owner: string, link: string): string | null {
  let read: TOTP | HOTP
  try {
    read = URI.parse(link)
  } catch {
    return null
  }
  if (!(read instanceof TOTP)) return null
  const { algorithm, digits, period, secret } = read
  if (algorithm !== parameters.algorithm || digits !== parameters.digits || period !== parameters.period) return null
  const bytes = Buffer.from(secret.bytes)
  if (bytes.length !== randomBytesOfSecret + markBytes) return null
  const random = bytes.subarray(0, randomBytesOfSecret)
  return timingSafeEqual(markOf(key, owner, random), bytes.subarray(randomBytesOfSecret)) ? secret.base32 : null
}

/**
 * The time step of the code, or null. Accepts one step of drift in either direction (RFC 6238, 5.2); steps up to
 * `lastStep` have been used already.
 * @param secret base32
 * @param step the current step, by the database's clock
 */
export function matchingStep(secret: string, code: string, step: number, lastStep: number): number | null {
  const key = Secret.fromBase32(secret)
  const fitting = [step - 1, step, step + 1].filter((counter) => {
    const { algorithm, digits } = parameters
    const expected = Buffer.from(HOTP.generate({ secret: key, algorithm, digits, counter }))
    const given = Buffer.from(code)
    return given.length === expected.length && timingSafeEqual(given, expected) && counter > lastStep
  })
  return fitting[0] ?? null
}
