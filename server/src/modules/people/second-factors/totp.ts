import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP, URI } from 'otpauth'

/** RFC 6238 as every authenticator has it: SHA-1, six digits, 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
export const periodSeconds = parameters.period

/** 160 random bits, as RFC 4226 recommends, and 40 that only this installation can add for this owner. */
const randomBytesOfSecret = 20
const markBytes = 5

/** Proves that a secret that comes back was made here, for this user: nobody can set up one that they know already. */
const markOf = (key: Buffer, owner: string, random: Buffer): Buffer =>
  createHmac('sha256', key).update(owner).update('\0').update(random).digest().subarray(0, markBytes)

/**
 * A fresh secret as the deep link that a QR code is drawn from (Key Uri Format).
 * @param key the installation's, for this purpose
 * @param owner whose it is, unmistakably
 */
export function newSetupLink(key: Buffer, owner: string, { issuer, label }: { issuer: string; label: string }): string {
  const random = randomBytes(randomBytesOfSecret)
  const bytes = Buffer.concat([random, markOf(key, owner, random)])
  // The format parts issuer and label at the colon, so neither may have one.
  const plain = (text: string) => text.replaceAll(':', ' ').trim()
  const secret = Secret.fromHex(bytes.toString('hex'))
  return new TOTP({ ...parameters, issuer: plain(issuer), label: plain(label), secret }).toString()
}

/** The secret of a deep link, in base32, or null for anything but a link that `newSetupLink` made for this owner. */
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
 * The time step whose code this is, or null. One step of drift either way (RFC 6238, 5.2); steps up to `lastStep` are
 * spent.
 * @param secret base32
 * @param step the present one, by the database's clock
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
