// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approvalRules, dealSignatures } from '@trellis/contract/approvals'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { find } from '@trellis/contract/find'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { tenants } from '@trellis/contract/tenants'
import { afterEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'
import { sealAudit } from '../audit/index.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'
import { undoRun } from './undo-run.ts'

/*
 * Taking back imported deals and certifications, as long as nobody has done anything with them (rules I42 to I46).
 * Covers: server/src/modules/deals/undo-deals.ts, server/src/modules/certifications/undo-certifications.ts
 */

const world = await network()
const { vendor, manager, nordico, acme, bergen, canary } = world
const { prospect, register, update, protect, ask } = dealing(world)
const { issue } = selling(world)
await issue({ 'EDGE-1Y': 100 })

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const rows = (query: string, values: unknown[] = []) => raw<Record<string, unknown>>(world, query, values)
const codeOf = async ({ accountId }: Person) =>
  String((await rows('select code from accounts where account_id = $1', [accountId]))[0]?.code)
const codes = { nordico: await codeOf(nordico), acme: await codeOf(acme), bergen: await codeOf(bergen) }

async function bring(kind: ImportKind, lines: string[]) {
  const { id } = await vendor.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: csv(...lines), dryRun: false },
  })
  await runQueued(world, importTask)
  const report = await vendor.call(imports.read, { params: { id } })
  expect(report).toMatchObject({ outcome: 'imported', counts: { bad: 0 }, undo: { until: expect.any(String) } })
  return report
}
const undo = (person: Person, id: string, whatCanBe = false) =>
  person.call(imports.undo, { params: { id }, body: { whatCanBe } })
const obstaclesOf = async (id: string) =>
  (await undo(vendor, id)).obstacles.map(({ entityName, reason }) => `${entityName}: ${reason}`).toSorted()
const seal = async () => {
  const as = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  while ((await world.db.write(as, (tx) => sealAudit(tx))) > 0);
}

// The counters, seals and texts agree with the records, before what was done is sealed and after.
afterEach(async () => {
  world.at(null)
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
  await seal()
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})

const dealHead =
  'code,line,vendorAccountCode,company,vatId,street,city,postalCode,countryCode,creationDate,expirationDate,status,protectionStatus,sku,quantity,price,eBidValue,externalIds'
const today = new Date().toISOString().slice(0, 10)
const year = today.slice(0, 4)
const nextYear = `${Number(year) + 1}-12-31`
/** A line of a deal that is open, and protected for more than a year. */
const dealLine = (
  code: string,
  {
    of = codes.acme,
    company = `Company of ${code}`,
    vatId = `IT-${code}`,
    until = nextYear,
    status = 'New',
    protection = 'Pending',
    bid = '',
    ids = '',
  } = {},
) =>
  `${code},1,${of},${company},${vatId},Via Roma 1,Torino,10100,IT,2024-01-15,${until},${status},${protection},EDGE-1Y,2,50,${bid},${ids}`
const dealCoded = async (code: string) => (await rows('select deal_id from deals where code = $1', [code]))[0]?.deal_id
const idOf = async (code: string) => String(await dealCoded(code))
/** What the database has of deals, but for the audit log. */
const countDeals = () =>
  rows(`select (select count(*)::int from deals) as deals, (select count(*)::int from deal_items) as items,
    (select count(*)::int from deal_prospects) as prospects, (select count(*)::int from deal_match_keys) as keys,
    (select count(*)::int from deal_history) as history, (select count(*)::int from deal_ebids) as bids,
    (select count(*)::int from texts where kind = 'deal') as texts,
    (select count(*)::int from external_ids where kind = 'deal') as ids, (select count(*)::int from news) as news`)
const listOf = async (person: Person) => (await person.call(deals.search, { body: { includeChildren: true } })).count

test('imported deals are gone with all that belongs to them, are told by events, and come again with the same codes', async () => {
  const before = await countDeals()
  const listed = await listOf(nordico)
  const file = [
    dealHead,
    dealLine('UD-1', { bid: '60', ids: 'crm:17', protection: 'Approved' }),
    dealLine('UD-2', { of: codes.bergen, status: 'Won', protection: 'Approved' }),
    dealLine('DL-2024-000123'),
  ]
  const report = await bring('deals', file)
  await seal()
  const firstId = await idOf('UD-1')
  expect(await listOf(nordico)).toBe(Number(listed) + 3)
  expect(await undo(vendor, report.importId)).toEqual({
    isUndone: true,
    removed: 3,
    restored: 0,
    obstacleCount: 0,
    obstacles: [],
  })
  expect(await countDeals()).toEqual(before)
  expect(await listOf(nordico)).toBe(listed)
  expect(await nordico.refused(deals.read, { params: { id: firstId } })).toMatchObject({ code: 'RQ404' })
  expect(await nordico.call(find.search, { body: { text: 'Company of UD-1' } })).toMatchObject({ items: [] })
  expect(
    await rows(`select action, entity_name as name, before from audit_log where entity_id = $1 order by audit_id`, [
      firstId,
    ]),
  ).toEqual([
    { action: 'deal.imported', name: 'UD-1', before: null },
    {
      action: 'deal.deleted',
      name: 'UD-1',
      before: { code: 'UD-1', status: 'New', company: 'Company of UD-1' },
    },
  ])

  expect((await bring('deals', file)).counts).toMatchObject({ new: 3 })
  for (const code of ['UD-1', 'UD-2', 'DL-2024-000123']) expect(await dealCoded(code)).toEqual(expect.any(String))
})

test('a number that the portal gave to a deal which was taken back is not given again', async () => {
  const file = [dealHead, dealLine('', { company: 'Numbered' })]
  const given = async () =>
    (await rows(`select code from deals join deal_prospects using (tenant_id, deal_id) where name = 'Numbered'`)).map(
      ({ code }) => String(code),
    )
  const report = await bring('deals', file)
  const [first = ''] = await given()
  await undo(vendor, report.importId)
  expect(await given()).toEqual([])
  await bring('deals', file)
  const [second = ''] = await given()
  expect(Number(second.slice(-6))).toBe(Number(first.slice(-6)) + 1)
})

test('who had a rival in an imported deal has none any more, and can be protected (rules J8)', async () => {
  const { vatId, name } = prospect()
  const later = await register(bergen, { 'EDGE-1Y': 1 }, { vatId, name })
  const report = await bring('deals', [dealHead, dealLine('RIVAL', { company: name, vatId, protection: 'Approved' })])
  const duplicates = async () =>
    (await nordico.call(deals.duplicates, { params: { id: later } })).items.map(({ deal }) => deal.code)
  expect(await duplicates()).toEqual(['RIVAL'])
  expect(
    await nordico.refused(deals.updateProtectionStatus, {
      params: { id: later },
      body: { protectionStatus: 'Approved' },
    }),
  ).toMatchObject({ code: 'DL509' })
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 1 })
  expect(await duplicates()).toEqual([])
  expect(await protect(nordico, later, 'Approved')).toMatchObject({ protectionStatus: 'Approved' })
})

test('deals on which somebody has worked since stand in the way, each with its reason; the rest can be undone', async () => {
  const report = await bring('deals', [
    dealHead,
    dealLine('W-CHANGED'),
    dealLine('W-DECIDED'),
    dealLine('W-ASKED'),
    dealLine('W-SIGNED', { bid: '60' }),
    dealLine('W-ORDERED', { status: 'Won', protection: 'Approved' }),
    dealLine('W-NOTHING'),
  ])
  await update(acme, await idOf('W-CHANGED'), { chanceOfClosure: 40 })
  await protect(nordico, await idOf('W-DECIDED'), 'Refused')
  await ask(acme, await idOf('W-ASKED'), 90)
  const euro = (await vendor.call(tenants.currencies)).find(({ currencyCode }) => currencyCode === 'EUR')
  const { id: ruleId } = await nordico.call(approvalRules.create, {
    body: {
      ...{ name: 'Two people', appliesTo: 'both', needs: 'second_person' },
      ...{ amountAbove: 1, currencyId: euro?.currencyId ?? 0 },
    },
  })
  await nordico.call(dealSignatures.sign, { params: { id: await idOf('W-SIGNED') }, body: {} })
  await nordico.call(approvalRules.remove, { params: { id: ruleId } })
  const dealId = await idOf('W-ORDERED')
  const { items } = await acme.call(deals.buyer, { params: { id: dealId } })
  await acme.call(orders.create, { body: { dealId, items } })

  const refused = [
    'W-ASKED: changedSince',
    'W-CHANGED: changedSince',
    'W-DECIDED: changedSince',
    'W-ORDERED: hasOrders',
    'W-SIGNED: changedSince',
  ]
  expect(await obstaclesOf(report.importId)).toEqual(refused)
  expect(await dealCoded('W-NOTHING')).toEqual(expect.any(String))
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 1, obstacleCount: 5 })
  expect(await dealCoded('W-NOTHING')).toBeUndefined()
  for (const code of ['W-CHANGED', 'W-DECIDED', 'W-ASKED', 'W-SIGNED', 'W-ORDERED'])
    expect(await dealCoded(code)).toEqual(expect.any(String))
})

test('that a protection of the past was noted as ended, or its end as near, is nobody’s work', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const before = await countDeals()
  const report = await bring('deals', [
    dealHead,
    dealLine('ENDED', { until: '2024-06-30' }),
    dealLine('NEAR', { until: soon, protection: 'Approved' }),
  ])
  await runJob(world, 'deals:expire')
  await runJob(world, 'deals:remind')
  expect(await rows(`select distinct words ->> 'code' as code from news where words ->> 'event' = 'expiring'`)).toEqual(
    [{ code: 'NEAR' }],
  )
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 2 })
  expect(await countDeals()).toEqual(before)
})

test('a stranger finds no such import, and a colleague of the vendor’s who is no super admin neither (threats Z18)', async () => {
  const report = await bring('deals', [dealHead, dealLine('OURS')])
  const certified = await bring('certifications', [certificationHead, guest('ABCDEFGH90')])
  for (const { importId } of [report, certified])
    for (const person of [nordico, acme, manager, canary])
      expect(await person.refused(imports.undo, { params: { id: importId }, body: { whatCanBe: true } })).toMatchObject(
        {
          code: 'RQ404',
        },
      )
  expect(await dealCoded('OURS')).toEqual(expect.any(String))
  expect(await undo(vendor, report.importId)).toMatchObject({ removed: 1 })
  expect(await undo(vendor, certified.importId)).toMatchObject({ removed: 1 })
})

test('the application takes away no deal and no certificate that was not imported lately (decision 169)', async () => {
  const registered = await register(acme, { 'EDGE-1Y': 1 })
  await bring('deals', [dealHead, dealLine('LATELY'), dealLine('TOUCHED')])
  await update(acme, await idOf('TOUCHED'), { chanceOfClosure: 40 })
  await bring('certifications', [certificationHead, guest('ABCDEFGH91')])
  /** As a database session of the application, which has learned the names of the functions. */
  const take = async (what: Sql, id: unknown, { clock = null as string | null, tenantId = world.tenantId } = {}) =>
    world.db.write({ tenantId, userId: null, reach: null, clock, requestId: null }, (tx) =>
      tx.row<{ count: number }>(sql`select ${what}(array[${String(id)}::uuid]) as count`),
    )
  const deal = sql`take_back_deals`
  const certification = sql`take_back_certifications`
  const certificateId = await issuedCoded('ABCDEFGH91')
  const later = { clock: new Date(Date.now() + 3 * 86_400_000).toISOString() }
  const elsewhere = (await rows('select tenant_id from tenants where tenant_id <> $1', [world.tenantId]))[0]?.tenant_id
  const strange = { tenantId: String(elsewhere) }
  await expect(take(deal, registered)).rejects.toThrow('not to be taken back')
  await expect(take(deal, await idOf('TOUCHED'))).rejects.toThrow('not to be taken back')
  for (const as of [later, strange]) {
    await expect(take(deal, await idOf('LATELY'), as)).rejects.toThrow('not to be taken back')
    await expect(take(certification, certificateId, as)).rejects.toThrow('not to be taken back')
  }
  await expect(take(certification, registered)).rejects.toThrow('not to be taken back')
  const inTenant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  for (const table of [sql`deals`, sql`deal_prospects`, sql`deal_history`, sql`deal_ebids`, sql`issued_certificates`])
    await expect(world.db.write(inTenant, (tx) => tx.run(sql`delete from ${table}`))).rejects.toThrow(
      'permission denied',
    )
  // What the function lets go does not stay open for the rest of its transaction.
  await expect(
    world.db.write(inTenant, async (tx) => {
      await tx.run(sql`select take_back_deals(array[${await idOf('LATELY')}::uuid])`)
      const setting = await tx.row<{ left: string }>(sql`select current_setting('app.emptied', true) as left`)
      throw new Error(`left: ${JSON.stringify(setting?.left)}`)
    }),
  ).rejects.toThrow('left: ""')
})

const certificationHead =
  'validationCode,certificateName,kind,accountCode,email,firstName,lastName,creationDate,expirationDate,notes,status'
const guest = (code: string, { name = code, until = '', status = '' } = {}) =>
  `${code},Sales Specialist,User,${codes.acme},,Ada,${name},2024-05-02,${until || nextYear},,${status}`
const countCertificates = () =>
  rows(`select (select count(*)::int from issued_certificates) as issued, (select count(*)::int from certificate_reminders) as reminders,
    (select count(*)::int from texts where kind = 'certificate') as texts, (select count(*)::int from news) as news`)
const issuedCoded = async (code: string) =>
  String((await rows('select issued_id from issued_certificates where validation_code = $1', [code]))[0]?.issued_id)
const verify = (validationCode: string) => vendor.raw(certificates.verify, { params: { validationCode } })

test('imported certifications are gone, are verified no more, and come again with the same codes', async () => {
  const before = await countCertificates()
  const file = [
    certificationHead,
    guest('ABCDEFGH01'),
    guest('ABCDEFGH02', { until: '2025-01-01' }),
    guest('ABCDEFGH03', { status: 'Revoked' }),
    `ABCDEFGH04,Certified Partner,Account,${codes.acme},,,,2024-05-02,${nextYear},,`,
  ]
  const report = await bring('certifications', file)
  await seal()
  expect((await verify('ABCDEFGH01')).status).toBe(200)
  const id = await issuedCoded('ABCDEFGH01')
  expect(await undo(vendor, report.importId)).toEqual({
    isUndone: true,
    removed: 4,
    restored: 0,
    obstacleCount: 0,
    obstacles: [],
  })
  expect(await countCertificates()).toEqual(before)
  expect((await verify('ABCDEFGH01')).status).toBe(404)
  expect(
    await rows(`select action, entity_name as name, before from audit_log where entity_id = $1 order by audit_id`, [
      id,
    ]),
  ).toEqual([
    { action: 'certification.imported', name: 'Sales Specialist', before: null },
    {
      action: 'certification.deleted',
      name: 'Sales Specialist',
      before: { validationCode: 'ABCDEFGH01', certificateName: 'Sales Specialist' },
    },
  ])
  expect((await bring('certifications', file)).counts).toMatchObject({ new: 4 })
  expect((await verify('ABCDEFGH01')).status).toBe(200)
})

test('certifications that somebody renewed, revoked or noted since stand in the way; a reminder does not', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const report = await bring('certifications', [
    certificationHead,
    guest('ABCDEFGH11', { name: 'Renewed' }),
    guest('ABCDEFGH12', { name: 'Revoked' }),
    guest('ABCDEFGH13', { name: 'Reminded', until: soon }),
    guest('ABCDEFGH14', { name: 'Noted' }),
  ])
  await vendor.call(userCertificates.renew, { params: { id: await issuedCoded('ABCDEFGH11') } })
  await vendor.call(userCertificates.remove, { params: { id: await issuedCoded('ABCDEFGH12') } })
  await vendor.call(certificates.updateNotes, {
    body: { userCertificateId: await issuedCoded('ABCDEFGH14'), notes: 'Came late' },
  })
  await runJob(world, 'certifications:remind')
  const reminded = await issuedCoded('ABCDEFGH13')
  const remindersOf = () => rows('select from certificate_reminders where issued_id = $1', [reminded])
  expect(await remindersOf()).toHaveLength(1)
  expect(await obstaclesOf(report.importId)).toEqual([
    'Sales Specialist · ABCDEFGH11: changedSince',
    'Sales Specialist · ABCDEFGH12: changedSince',
    'Sales Specialist · ABCDEFGH14: changedSince',
  ])
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 1, obstacleCount: 3 })
  expect(await remindersOf()).toEqual([])
  expect(await issuedCoded('ABCDEFGH13')).toBe('undefined')
  for (const code of ['ABCDEFGH11', 'ABCDEFGH12', 'ABCDEFGH14']) expect(await issuedCoded(code)).not.toBe('undefined')
})

test('a run of the command is taken back with the accounts and products that its deals and certifications name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-undo-'))
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), csv(...lines))
  const runs: string[] = []
  try {
    write(
      'accounts.csv',
      'accountCode,accountName,groupName,parentAccountCode',
      `RUN-R,Run,RESELLER_GOLD,${codes.nordico}`,
    )
    write('products.csv', 'sku,name,price', 'RUN-1,One,10')
    write('deals.csv', dealHead, dealLine('RUN-DEAL', { of: 'RUN-R' }).replace('EDGE-1Y', 'RUN-1'))
    write('certifications.csv', certificationHead, guest('ABCDEFGH21').replace(codes.acme, 'RUN-R'))
    await importFolder(world.db, world.tenantId, folder, {
      ...{ dryRun: false, keepGood: false, refusedTo: folder },
      onRun: (id) => runs.push(id),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(await dealCoded('RUN-DEAL')).toEqual(expect.any(String))
  const undone = await undoRun(world.db, world.tenantId, runs[0] ?? '', { whatCanBe: false, onWait: () => undefined })
  expect(undone).toEqual({ isUndone: true, removed: 4, restored: 0, obstacleCount: 0, obstacles: [] })
  expect(await dealCoded('RUN-DEAL')).toBeUndefined()
  expect(await rows(`select from products where sku = 'RUN-1'`)).toEqual([])
})
