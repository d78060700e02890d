// @module-tag long
import { execFile } from 'node:child_process'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DealReceiptClaims } from '@trellis/contract/deal-receipts'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealing } from '../../../testing/dealing.ts'
import { often } from '../../../testing/full.ts'
import { network } from '../../../testing/network.ts'
import { sealAudit } from '../../audit/index.ts'

const world = await network()
const { acme, bergen } = world
const { register, prospect } = dealing(world)
const folder = mkdtempSync(join(tmpdir(), 'trellis-forged-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = promisify(execFile)
const example = (name: string) => fileURLToPath(new URL(`../../../../../docs/examples/${name}`, import.meta.url))
const verifiers = [
  { name: 'the script for Node', command: process.execPath, script: example('verify-receipt.mjs') },
  { name: 'the script for openssl', command: 'bash', script: example('verify-receipt.sh') },
]
const keys = join(folder, 'keys.json')
/** Genuine receipts: of two vendors, one after the other, sealed. */
let genuine: string[] = []
/** What the owner of the first one disclosed. */
let disclosed = { salt: '', prospect: '', products: '' }
let portalKey: { kid: string; x: string }

beforeAll(async () => {
  const ids = [
    [acme, await register(acme, { 'EDGE-1Y': 2 }, prospect())],
    [bergen, await register(bergen, { BOX: 5 }, prospect())],
    [acme, await register(acme, { BOX: 1 }, prospect())],
  ] as const
  await world.db.write({ tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }, (tx) =>
    sealAudit(tx),
  )
  const answers = await Promise.all(ids.map(([person, id]) => person.call(deals.receipt, { params: { id } })))
  genuine = answers.map(({ receipt }) => receipt)
  disclosed = answers[0]?.disclosed ?? disclosed
  const { body } = await world.anonymous(devices.keys)
  portalKey = (body as { keys: (typeof portalKey)[] }).keys[0] as typeof portalKey
  writeFileSync(keys, JSON.stringify(body))
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (receipt: string) => receipt.split('.') as [string, string, string]
const claimsOf = (receipt: string): DealReceiptClaims =>
  JSON.parse(Buffer.from(partsOf(receipt)[1], 'base64url').toString('utf8'))
const headOf = (receipt: string) => JSON.parse(Buffer.from(partsOf(receipt)[0], 'base64url').toString('utf8'))
const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T

/** Earlier by some days than what it says. */
const earlier = (at: string, n: number) => new Date(Date.parse(at) - (1 + (n % 400)) * 86_400_000).toISOString()
type Change = (claims: DealReceiptClaims, n: number, other: DealReceiptClaims) => DealReceiptClaims

const changes: Change[] = [
  (claims, n) => ({ ...claims, registeredAt: earlier(claims.registeredAt, n) }),
  (claims, n) => ({ ...claims, prospect: { ...claims.prospect, at: earlier(claims.prospect.at, n) } }),
  (claims, n) => ({ ...claims, products: { ...claims.products, at: earlier(claims.products.at, n) } }),
  (claims, n) => ({ ...claims, issuedAt: earlier(claims.issuedAt, n) }),
  (claims, n) => ({ ...claims, dealCode: `${claims.dealCode.slice(0, -1)}${n}` }),
  (claims, n) => ({ ...claims, vendorName: `Rival ${n}`, vendorCode: `RIVAL-${n}` }),
  (claims, n) => ({ ...claims, prospect: { ...claims.prospect, hash: Buffer.alloc(32, n).toString('base64url') } }),
  // Its place in the chain: before another one, or in its place.
  (claims, n) => ({
    ...claims,
    prospect: {
      ...claims.prospect,
      audit: claims.prospect.audit && {
        ...claims.prospect.audit,
        seq: Math.max(1, (claims.prospect.audit.seq ?? 9) - 1 - (n % 5)),
      },
    },
  }),
  (claims, _n, other) => ({ ...claims, prospect: { ...claims.prospect, audit: other.prospect.audit } }),
  (claims, _n, other) => ({ ...claims, prospect: other.prospect, registeredAt: other.registeredAt }),
]

const signedBy = (key: KeyObject, head: unknown, claims: unknown) => {
  const text = `${encoded(head)}.${encoded(claims)}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
const stranger = generateKeyPairSync('ed25519')

/** Ways to make a receipt of other claims. */
const forgers: ((receipt: string, claims: DealReceiptClaims, other: string) => string)[] = [
  // The old signature under new claims.
  (receipt, claims) => [partsOf(receipt)[0], encoded(claims), partsOf(receipt)[2]].join('.'),
  // Signed by somebody else, in the name of the portal's key.
  (receipt, claims) => signedBy(stranger.privateKey, headOf(receipt), claims),
  // Signed by somebody else, whose key the receipt brings along.
  (receipt, claims) =>
    signedBy(
      stranger.privateKey,
      { ...headOf(receipt), kid: 'mine', jwk: stranger.publicKey.export({ format: 'jwk' }) },
      claims,
    ),
  // Not signed at all, and signed with what everybody knows.
  (receipt, claims) => `${encoded({ ...headOf(receipt), alg: 'none' })}.${encoded(claims)}.`,
  (receipt, claims) => {
    const text = `${encoded({ ...headOf(receipt), alg: 'HS256' })}.${encoded(claims)}`
    return `${text}.${createHmac('sha256', Buffer.from(portalKey.x, 'base64url')).update(text).digest('base64url')}`
  },
  // Parts of two receipts.
  (receipt, _claims, other) => [partsOf(receipt)[0], partsOf(receipt)[1], partsOf(other)[2]].join('.'),
  (receipt, claims, other) => [partsOf(receipt)[0], encoded(claims), partsOf(other)[2]].join('.'),
  // Its parts in another order, and with one more.
  (receipt) => [partsOf(receipt)[1], partsOf(receipt)[0], partsOf(receipt)[2]].join('.'),
  (receipt, claims) =>
    [...partsOf(receipt).slice(0, 1), encoded(claims), partsOf(receipt)[1], partsOf(receipt)[2]].join('.'),
]

function forged(n: number): string {
  const receipt = pick(genuine, n)
  const other = pick(genuine, n + 1 + (n % 2))
  const claims = pick(changes, n)(claimsOf(receipt), n, claimsOf(other))
  return pick(forgers, Math.floor(n / changes.length) + n)(receipt, claims, other)
}

/** What a verifier says of a receipt: its first line, whether it is accepted. */
async function verdict(
  { command, script }: (typeof verifiers)[number],
  receipt: string,
  n: number,
  told: string[] = [],
) {
  const file = join(folder, `${n}.txt`)
  writeFileSync(file, receipt)
  try {
    return { isAccepted: true, said: (await run(command, [script, keys, file, ...told])).stdout }
  } catch (error) {
    return { isAccepted: false, said: (error as { stderr: string }).stderr }
  } finally {
    rmSync(file)
  }
}

for (const verifier of verifiers) {
  test(`${verifier.name} accepts what the portal signed and refuses forged, antedated and reordered receipts (rules J20)`, async () => {
    for (const [n, receipt] of genuine.entries()) {
      const { dealCode, vendorName, registeredAt } = claimsOf(receipt)
      const { said } = await verdict(verifier, receipt, n)
      expect(said).toContain(`${dealCode} of ${vendorName}, registered ${registeredAt}`)
    }
    const seen = new Set<string>()
    for (let n = 0; n < often(8, 1000); n++) {
      const receipt = forged(n)
      expect(genuine).not.toContain(receipt)
      seen.add(receipt)
      const { isAccepted, said } = await verdict(verifier, receipt, n)
      expect([n, isAccepted, said.startsWith('Not valid: ')], said).toEqual([n, false, true])
    }
    expect(seen.size).toBeGreaterThan(often(3, 400))
  })

  test(`${verifier.name} says whether what the owner tells is what was registered`, async () => {
    const { salt, prospect: who, products: what } = disclosed
    const said = async (...told: string[]) => (await verdict(verifier, genuine[0] as string, 0, told)).said
    expect(await said(salt, who, what)).toContain(`: ${what}`)
    expect(await said(salt, `${who} `, what)).toContain('another prospect')
    expect(await said(salt, who, what.replace('2', '3'))).toContain('other products')
    expect(await said(`${salt}0`, who)).toContain('another prospect')
  })

  test(`${verifier.name} takes no other document of the same key for a receipt`, async () => {
    const receipt = genuine[0] as string
    const others = ['trellis-lease+jwt', 'trellis-license+jwt', 'JWT']
    for (const [n, typ] of others.entries()) {
      const { said } = await verdict(
        verifier,
        [encoded({ ...headOf(receipt), typ }), ...partsOf(receipt).slice(1)].join('.'),
        n,
      )
      expect(said).toContain('this is no receipt of a deal')
    }
  })
}
