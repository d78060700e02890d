import { defineConfig } from 'vitest/config'
import { longFiles } from './scripts/lib/long.mjs'

// Only what is ours: these also become conditions of Node's own `require`, where "import" or "module" would break libraries.
const resolve = { conditions: ['source', 'node'] }
const ssr = { resolve }

/** Far beyond what anything takes: a machine that is busy with other work is slow, and that is no fault of the product. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/** One project per floor, so that only the server's tests start a PostgreSQL. The browser journeys in e2e are Playwright's. */
function floor(
  name: string,
  more: {
    globalSetup?: string
    setupFiles?: string
    include?: string[]
    experimental?: { fsModuleCache: boolean }
    exclude?: string[]
  } = {},
) {
  return {
    resolve,
    ssr,
    test: {
      name,
      include: [`${name}/src/**/*.test.{ts,tsx}`],
      environment: 'node' as const,
      isolate: false,
      exclude,
      ...patience,
      ...more,
    },
  }
}

/** What is not even loaded: files of the full run only, and in `npm test` files whose tests are all long (CONTRIBUTING). */
const exclude = [
  ...(process.env.FULL === '1' ? [] : ['server/src/two-versions.test.ts']),
  ...(process.env.WITHOUT_LONG === '1' ? longFiles() : []),
]

const onPostgres = {
  globalSetup: 'server/src/testing/global-setup.ts',
  experimental: { fsModuleCache: true },
}
const lists = [
  'growth',
  'reach',
  'modified',
  'search-fields',
  'searching',
  'modules/accounts/accounts',
  'modules/audit/searching',
  'modules/certifications/certifications',
  'modules/deals/lists',
  'modules/environments/environments',
  'modules/files/files',
  'modules/find/find',
  'modules/licenses/list',
  'modules/orders/lists',
  'modules/people/members/list',
  'modules/price-lists/price-lists',
  'modules/stock/stock',
  'whole-lists',
].map((name) => `server/src/${name}.test.ts`)

/*
 * The server's tests keep transformed modules on disk, keyed by content: imports of one file take about half the time. Not the
 * web's: the cache does not recognize `import.meta.glob` with a type argument and would miss new locale files.
 * `npx vitest --clearCache` empties it.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    tags: [{ name: 'long', description: 'not in `npm test`, but in `npm run test:all` (CONTRIBUTING)' }],
    projects: [
      floor('contract'),
      floor('device'),
      floor('client'),
      floor('web'),
      floor('scripts', { include: ['scripts/**/*.test.mjs'] }),
      floor('server', onPostgres),
      // Small networks take the way of a statement that is for few rows: tests of lists run once more on the other one.
      floor('server, many rows', { ...onPostgres, include: lists, setupFiles: 'server/src/testing/limits.many.ts' }),
    ],
  },
})
