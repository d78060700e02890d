import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memoryStorage, openLicense, PortalRefusal } from '../../../../device/src/index.ts'
import { createTenant } from '../../cli/create-tenant.ts'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { exportFolder, importFolder } from '../imports/index.ts'

const { newVendor, close } = await importing()
const [before, after] = [await network(), await network()]
const scratch = mkdtempSync(join(tmpdir(), 'trellis-seats-'))
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await close()
})

test('devices that run keep their seats when their vendor moves, and the first heartbeat brings a lease of the new portal (rules K39)', async () => {
  const urlOf = ({ app }: typeof before) => app.http.listen({ host: '127.0.0.1', port: 0 })
  const [oldUrl, newUrl] = [await urlOf(before), await urlOf(after)]
  const { key, addProduct } = licensing(before)
  await addProduct({ sku: 'TEAM', years: 2, selfReleases: 1 })
  const serialKey = await key(before.acme, 'TEAM', 3)
  const device = (portalUrl: string, deviceUuid: string, storage = memoryStorage()) =>
    openLicense({ portalUrl, storage, deviceUuid, pause: 1, installedVersion: '5.1' })
  const storages = { laptop: memoryStorage(), desktop: memoryStorage() }
  const leases: Record<string, number> = {}
  for (const [name, storage] of Object.entries(storages)) {
    const { claims } = await device(oldUrl, name, storage).activate(serialKey, { deviceName: `My ${name}` })
    leases[name] = claims?.number ?? 0
  }
  await licensing(before).write((tx) =>
    tx.run(sql`update license_seats set suspended = true where device_uuid = 'desktop'`),
  )

  const folder = join(scratch, 'moved')
  await exportFolder(before.db, before.tenantId, folder)
  const { tenantId } = await createTenant(after.db, {
    ...{ code: 'moved', name: 'Verdant', currencyCode: 'EUR' },
    ...{ adminEmail: 'vera@moved.example', adminPassword: 'Orchard-Lane-Ladder-27' },
  })
  const problems: unknown[] = []
  await importFolder(after.db, tenantId, folder, {
    ...{ dryRun: false, keepGood: false, refusedTo: scratch },
    onProblem: (file, problem) => problems.push({ file, ...problem }),
  })
  expect(problems).toEqual([])

  const laptop = device(newUrl, 'laptop', storages.laptop)
  // Without a word from the new portal it runs on its old lease.
  expect(await laptop.status()).toMatchObject({ valid: true, claims: { number: leases.laptop } })
  await laptop.heartbeat()
  const status = await laptop.status()
  expect(status).toMatchObject({ valid: true, claims: { serialKey, tenantCode: 'moved', deviceUuid: 'laptop' } })
  expect(status.valid && status.claims.number).toBeGreaterThan(leases.laptop ?? 0)
  // A suspended device stays suspended.
  const refusal = await device(newUrl, 'desktop', storages.desktop)
    .heartbeat()
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(PortalRefusal)
  expect(refusal).toMatchObject({ code: 'DV423' })
  // One seat is left, and no more.
  await device(newUrl, 'third').activate(serialKey)
  expect(
    await device(newUrl, 'fourth')
      .activate(serialKey)
      .catch((error: unknown) => error),
  ).toMatchObject({ code: 'DV409' })
})

const header = 'serialKey,deviceUuid,deviceName,activationDate,lastContact,suspended'

test('more devices than a key has seats are refused, and a seat that was freed since stays free (rules K39)', async () => {
  const { run, rows, write, records, check, code } = await newVendor()
  await run(records)
  const [activated, waiting] = [`OLD-${code.slice(7)}-1`, `OLD-${code.slice(7)}-2`]
  const file = (...lines: string[]) => ({ 'seats.csv': csv(header, ...lines) })
  const good = [
    `${activated.toLowerCase()},one,Till,2023-02-01T08:00:00Z,2023-06-01T09:30:00Z,`,
    `${activated},two,,,,yes`,
  ]
  const dry = await run(file(...good), { dryRun: true })
  expect([dry.problems, await rows(sql`select from license_seats`)]).toEqual([[], []])
  const { problems, outcomes } = await run(file(...good))
  expect([problems, outcomes['seats.csv']]).toMatchObject([[], { new: 2, sums: { keys: 1, suspended: 1 } }])
  expect(
    await rows(sql`
      select device_uuid as device, device_name as name, iso(created_at) as taken, suspended,
             iso(last_seen_at) = '2023-06-01T09:30:00.000Z' as "isOld"
      from license_seats order by device_uuid`),
  ).toEqual([
    { device: 'one', name: 'Till', taken: '2023-02-01T08:00:00.000Z', suspended: false, isOld: true },
    // Silent devices lose their seats: what the file does not say is as new as the import.
    { device: 'two', name: null, taken: '2023-01-31T12:00:00.000Z', suspended: true, isOld: false },
  ])
  expect(await check()).toEqual([])

  const faults = await run(
    file(
      `${activated},three,,,,`,
      `${activated},four,,,,`,
      `${waiting},five,,,,`,
      'NOTHING,six,,,,',
      `${activated},one,,,,`,
      `${activated},one,,,,`,
      `${activated},seven,,2099-01-01,,`,
      `${activated},naïve,,,,`,
    ),
  )
  expect(faults.problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [3, 'deviceUuid', 'is one device too many: the key has 3 seats'],
    [4, 'serialKey', 'is a key that is not activated, so no device can hold a seat of it'],
    [5, 'serialKey', 'is no license key'],
    [7, 'deviceUuid', 'repeats the row of line 6'],
    [8, 'activationDate', 'lies in the future'],
    [9, 'deviceUuid', 'is not 1 to 100 letters, digits and signs of ASCII'],
  ])

  await write(sql`update license_seats set revoked_at = clock() where device_uuid = 'one'`)
  await write(sql`update licenses set seats_occupied = seats_occupied - 1 where serial_key = ${activated}`)
  const again = await run(file(...good))
  expect([again.problems, again.outcomes['seats.csv']]).toMatchObject([[], { new: 0, unchanged: 2 }])
  expect(await rows(sql`select device_uuid as device from license_seats where revoked_at is null`)).toEqual([
    { device: 'two' },
  ])
  expect(await check()).toEqual([])
})
