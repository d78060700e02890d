import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { findSelfReleases, selfRelease } from './self-release.ts'

const world = await network()
const { acme, at } = world
const { addProduct, key, write } = licensing(world)
const { activate } = activating(world)

await addProduct({ sku: 'KIND', years: 5, selfReleases: 2 })

beforeEach(() => at(null))

test('one', async () => {
  const serialKey = await key(acme, 'KIND', 2)
  const { body } = await activate(serialKey, 'one')
  const { licenseId } = (await write((tx) =>
    tx.row<{ licenseId: string }>(sql`select license_id as "licenseId" from licenses where serial_key = ${serialKey}`),
  )) as { licenseId: string }
  await write((tx) => selfRelease(tx, { licenseId, licenseSeatId: body.licenseSeatId, by: 'page' }))
  await write((tx) => selfRelease(tx, { licenseId, licenseSeatId: body.licenseSeatId, by: 'page' }))
  expect(await write((tx) => findSelfReleases(tx, licenseId))).toEqual({ allowed: 2, left: 1, nextReleaseDate: null })
  expect(await checkTenant).toBeDefined()
})
