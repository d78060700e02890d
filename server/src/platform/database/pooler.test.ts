import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openPooler } from '../../testing/pooler.ts'
import { OperatorError } from '../operator-error.ts'
import { refusePooler } from './pooler.ts'

const database = await testDatabase()
const refusing = await openPooler(database.url, 'refuse')
const ignoring = await openPooler(database.url, 'ignore')
afterAll(async () => {
  await refusing.close()
  await ignoring.close()
  await database.drop()
})

test('PostgreSQL itself is accepted for everything', async () => {
  for (const settings of [true, false]) await refusePooler(database.url, { variable: 'DATABASE_URL', settings })
})

test.each([
  { pooler: refusing, settings: true, says: 'refuses settings of the session (unsupported startup parameter: ' },
  { pooler: ignoring, settings: true, says: 'ignores settings of the session' },
  { pooler: ignoring, settings: false, says: 'lends a connection for one transaction at a time' },
  { pooler: refusing, settings: false, says: 'lends a connection for one transaction at a time' },
])(
  'a pooler that $says is refused at start, in one sentence that names the variable',
  async ({ pooler, settings, says }) => {
    const variable = settings ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    for (let times = 0; times < 3; times++) {
      const refused = refusePooler(pooler.url, { variable, settings })
      await expect(refused).rejects.toThrow(OperatorError)
      const { host } = new URL(pooler.url)
      await expect(refused).rejects.toThrow(`${variable} leads through a connection pooler at ${host} that ${says}`)
    }
  },
)
