import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { importing } from '../../../testing/importing.ts'

const world = await importing()
afterAll(() => world.close())

test('two imports of the same files at once store everything once, and the second says that it waits', async () => {
  const { records, run, rows, check } = await world.newVendor()
  const waits: string[] = []
  const options = { onWait: (running: string) => waits.push(running) }
  const both = await Promise.all([run(records, options), run(records, options)])
  for (const { problems, good } of both) expect({ problems, good }).toEqual({ problems: [], good: true })
  const outcome = (name: string) =>
    both.map(({ outcomes }) => outcomes[name]).map((file) => [file?.new, file?.unchanged])
  expect(outcome('orders.csv')).toEqual(
    expect.arrayContaining([
      [5, 0],
      [0, 5],
    ]),
  )
  expect(outcome('licenses.csv')).toEqual(
    expect.arrayContaining([
      [2, 0],
      [0, 2],
    ]),
  )
  expect(await rows(sql`select count(*) as count from orders`)).toEqual([{ count: 4 }])
  expect(await rows(sql`select sum(quantity) as quantity from stock_movements where reason = 'import'`)).toEqual([
    { quantity: 140 },
  ])
  expect(waits).toHaveLength(1)
  expect(await check()).toEqual([])
})
