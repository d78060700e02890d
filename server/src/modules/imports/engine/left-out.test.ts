import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { csv, importing } from '../../../testing/importing.ts'
import { exportFolder, readMe } from './export-folder.ts'

const { db, newFolder, newVendor, close } = await importing()
afterAll(close)

test('an export says per file what it leaves out, and its page says what is in no file (rules I31)', async () => {
  const { run, records, tenantId, write } = await newVendor()
  expect((await run(records)).problems).toEqual([])
  await run({ 'seats.csv': csv('serialKey,deviceUuid', 'OLD-1-1,one', 'OLD-1-1,two') })
  const before = await exportFolder(db, tenantId, join(newFolder(), 'before'))
  const of = (files: typeof before, name: string) => files.find(({ file }) => file === name)?.leavesOut
  expect(of(before, 'seats.csv')).toEqual([])
  await write(sql`update license_seats set revoked_at = clock() where device_uuid = 'one'`)
  await write(sql`update licenses set seats_occupied = seats_occupied - 1 where serial_key = 'OLD-1-1'`)
  const after = await exportFolder(db, tenantId, join(newFolder(), 'after'))
  expect(of(after, 'seats.csv')).toMatchObject([{ count: 1 }])
  expect(of(after, 'orders.csv')).toMatchObject([{ what: expect.stringContaining('codes'), count: 4 }])
  const page = readMe('vendor-1', after)
  expect(page).toContain('seats.csv: 1 rows\n  leaves out: seats that were freed')
  expect(page).toContain('In no file:\n- passwords')
})

// Covers: server/src/modules/licenses/import-terms.ts
test('an export refuses to shorten a key, and names it (rules I31)', async () => {
  const { run, records, tenantId, write } = await newVendor()
  await run(records)
  await write(sql`update licenses set expires_at = expires_at - interval '1 hour' where serial_key = 'OLD-2-1'`)
  const folder = join(newFolder(), 'shortened')
  await expect(exportFolder(db, tenantId, folder)).rejects.toThrow('No file can say when these keys end: OLD-2-1.')
  expect(() => readFileSync(join(folder, 'accounts.csv'))).toThrow()
  // Nor can a file say an end before the key was activated.
  await write(sql`
    update licenses set expires_at = date_trunc('day', activated_at at time zone 'UTC') at time zone 'UTC' - interval '1 millisecond'
    where serial_key = 'OLD-2-1'`)
  await expect(exportFolder(db, tenantId, folder)).rejects.toThrow('OLD-2-1')
})
