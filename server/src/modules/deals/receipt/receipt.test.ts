import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DealReceiptClaims } from '@trellis/contract/deal-receipts'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dealing } from '../../../testing/dealing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { qrIn } from '../../../testing/qr.ts'
import { raw } from '../../../testing/selling.ts'
import { sealAudit } from '../../audit/index.ts'

/* Covers: server/src/modules/audit/places.ts */

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, fjord, canary } = world
const { register, protect, read, itemsOf, prospect } = dealing(world)
const folder = mkdtempSync(join(tmpdir(), 'trellis-receipt-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => world.at(null))

const company = { name: 'Acquedotto Nuovo Spa', vatId: 'IT00743110157', countryCode: 'IT' }
const told = JSON.stringify(['Acquedotto Nuovo Spa', 'IT00743110157', 'IT'])
const receiptOf = (person: Person, id: string) => person.call(deals.receipt, { params: { id } })
const claimsOf = (receipt: string): DealReceiptClaims =>
  JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString('utf8'))
const seal = () =>
  world.db.write({ tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }, (tx) =>
    sealAudit(tx),
  )

/** What the script of the documentation says about a receipt. */
async function verified(receipt: string, ...disclosed: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../../../../../docs/examples/verify-receipt.mjs', import.meta.url))
  const [keys, file] = [join(folder, 'keys.json'), join(folder, 'receipt.txt')]
  writeFileSync(keys, JSON.stringify((await world.anonymous(devices.keys)).body))
  writeFileSync(file, receipt)
  try {
    return (await promisify(execFile)(process.execPath, [script, keys, file, ...disclosed])).stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

test('a third person verifies with the documented script who registered what, and when (rules J20)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2, BOX: 5 }, company)
  const deal = await read(acme, id)
  const { receipt, disclosed } = await receiptOf(acme, id)
  if (disclosed === null) throw new Error('The owner got no salt.')
  expect([disclosed.prospect, disclosed.products]).toEqual([
    told,
    JSON.stringify([
      ['EDGE-1Y', 2],
      ['BOX', 5],
    ]),
  ])
  const { salt, prospect: who, products: what } = disclosed
  const words = await verified(receipt, salt, who, what)
  expect(words).toContain(`${deal.code} of Acme, registered ${deal.creationDate}`)
  expect(words).toContain(`prospect since ${deal.creationDate}: ${told}`)

  expect(await verified(receipt, salt, who.replace('Nuovo', 'Vecchio'))).toContain('another prospect')
  expect(await verified(receipt, salt, who, '[["EDGE-1Y",200]]')).toContain('other products')
  expect(await verified(receipt, `${salt}0`, who)).toContain('another prospect')
  const [header, payload = '', signature] = receipt.split('.')
  const later = { ...claimsOf(receipt), registeredAt: '2020-01-01T00:00:00.000Z' }
  const forged = [header, Buffer.from(JSON.stringify(later)).toString('base64url'), signature].join('.')
  expect(payload).not.toBe(forged.split('.')[1])
  expect(await verified(forged)).toContain('the signature is wrong')
})

test('it names its place in the audit chain once that is sealed', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 }, prospect())
  const before = claimsOf((await receiptOf(acme, id)).receipt)
  expect(before.prospect.audit).toMatchObject({ seq: null, hash: null })
  await seal()
  const { prospect: who, products } = claimsOf((await receiptOf(acme, id)).receipt)
  const [link] = await raw<{ audit_id: string; seq: string; hash: string; action: string }>(
    world,
    `select s.audit_id, s.seq, encode(s.hash, 'hex') as hash, a.action
     from audit_seals s join audit_log a using (tenant_id, audit_id) where a.entity_id = $1 and a.action like 'deal.%'`,
    [id],
  )
  expect(link?.action).toBe('deal.created')
  expect(who.audit).toEqual({ id: link?.audit_id, seq: Number(link?.seq), hash: link?.hash })
  expect(products.audit).toEqual(who.audit)
  expect(before.prospect.hash).toBe(who.hash)
})

test('what was corrected counts from its correction, what was not keeps its time', async () => {
  world.at('2026-05-01T10:00:00.000Z')
  const given = prospect()
  const id = await register(acme, { 'EDGE-1Y': 1 }, given)
  world.at('2026-05-02T10:00:00.000Z')
  const street = { ...given, street: 'Via Nuova 9' }
  await acme.call(deals.correctProspect, { params: { id }, body: street })
  world.at('2026-05-03T10:00:00.000Z')
  await acme.call(deals.correctItems, { params: { id }, body: { items: itemsOf({ 'EDGE-1Y': 7 }) } })
  const at = async () => {
    const { registeredAt, prospect: who, products } = claimsOf((await receiptOf(acme, id)).receipt)
    return [registeredAt, who.at, products.at].map((instant) => instant.slice(0, 10))
  }
  expect(await at()).toEqual(['2026-05-01', '2026-05-01', '2026-05-03'])
  world.at('2026-05-04T10:00:00.000Z')
  await acme.call(deals.correctProspect, { params: { id }, body: { ...street, name: 'Another Spa' } })
  expect(await at()).toEqual(['2026-05-01', '2026-05-04', '2026-05-03'])
  // Back to what it was: it was not so in between.
  world.at('2026-05-05T10:00:00.000Z')
  await acme.call(deals.correctProspect, { params: { id }, body: street })
  expect(await at()).toEqual(['2026-05-01', '2026-05-05', '2026-05-03'])
})

test('only users of the deal’s vendor get the salt; who does not reach the deal gets nothing (threats T2, T3)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 }, company)
  for (const person of [acme, acmeBasic]) expect((await receiptOf(person, id)).disclosed).not.toBeNull()
  for (const person of [nordico, vendor]) {
    const { receipt, disclosed } = await receiptOf(person, id)
    expect(disclosed).toBeNull()
    for (const secret of ['Acquedotto', '00743110157', 'EDGE'])
      expect(receipt + atob(receipt.split('.')[1] ?? '')).not.toContain(secret)
  }
  for (const person of [bergen, sudvia, fjord, canary])
    for (const format of [undefined, 'pdf'] as const)
      expect(await person.raw(deals.receipt, { params: { id }, query: { format } })).toMatchObject({
        status: 404,
        body: { code: 'RQ404' },
      })
})

test('a receipt is the same beside rivals as alone (rules J9)', async () => {
  const same = prospect()
  const first = await register(bergen, { 'EDGE-1Y': 1 }, same)
  const id = await register(acme, { 'EDGE-1Y': 1 }, same)
  const before = claimsOf((await receiptOf(acme, id)).receipt)
  await protect(nordico, first, 'Approved')
  await protect(nordico, id, 'Approved', 'Bergen agrees')
  const after = claimsOf((await receiptOf(acme, id)).receipt)
  expect({ ...after, issuedAt: '' }).toEqual({ ...before, issuedAt: '' })
})

test('as a page it is one PDF, with the salt for the owner only, in both languages', { tags: ['long'] }, async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 }, company)
  const { code } = await read(acme, id)
  const page = async (person: Person, languageCode: 'en' | 'it') => {
    const answer = await world.app.http.inject({
      method: 'GET',
      url: `/api/v1/deals/${id}/receipt?format=pdf&languageCode=${languageCode}`,
      headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const document = await getDocumentProxy(new Uint8Array(answer.rawPayload), { verbosity: 0 })
    const { text, totalPages } = await extractText(document, { mergePages: true })
    expect(totalPages).toBe(1)
    const words = text.replace(/\s+/g, ' ')
    return { text: words, name: String(answer.headers['content-disposition']), qr: qrIn(answer.rawPayload) }
  }
  const salt = (await receiptOf(acme, id)).disclosed?.salt ?? ''
  const own = await page(acme, 'en')
  expect(own.name).toContain(`${code}-receipt.pdf`)
  for (const words of ['RECEIPT OF REGISTRATION', code, 'Acme', 'Acquedotto Nuovo Spa', salt])
    expect(own.text).toContain(words)
  // A third person scans the page.
  expect(await verified(own.qr ?? '', salt, told)).toContain(`${code} of Acme`)
  const theirs = await page(nordico, 'it')
  expect(theirs.text).toContain('RICEVUTA DI REGISTRAZIONE')
  for (const secret of ['Acquedotto', salt]) expect(theirs.text).not.toContain(secret)
})
