import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, settled, signInOn } from './journey.ts'
import { keep, type Recorded, record, recorded, replay } from './recorded.ts'
import { wireOf } from './wire.ts'

/*
 * Compares pictures of the screens before and after a change. They are drawn of recorded answers, with the clocks of the browser
 * standing at the moment of the recording. `PICTURES=record` records the answers, the full run with `--update-snapshots=all` draws
 * the pictures of before, and each later full run compares with them (docs/decisions/122).
 */
const isRecording = process.env.PICTURES === 'record'

const people = {
  vera: 'vera@halcyon.example',
  giulia: 'giulia@pontenuovo.example',
  luca: 'luca@ferrante.example',
  sara: 'sara@ferrante.example',
} as const
type Who = keyof typeof people

const looks = {
  wide: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'phone dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const
type Look = keyof typeof looks

/** What the calls of lists and figures are made to do. */
const states = {
  /** Nothing was ever entered. */
  empty: (path: string) => (/\/search$/.test(path) ? { status: 200, body: '{"items":[],"count":0}' } : null),
  /** Nothing can be read. */
  failing: (path: string) =>
    /\/search$|dashboard|\/orders\/|\/deals\//.test(path)
      ? {
          status: 500,
          body: JSON.stringify({ code: 'RQ500', detail: 'Unexpected error', requestId: '01a2-picture', info: null }),
        }
      : null,
  /** No answer comes. */
  slow: (path: string) => (/\/search$|dashboard|\/orders\/|\/deals\//.test(path) ? 'never' : null),
} as const
type State = keyof typeof states

interface Shot {
  who: Who
  /** A path, or `@` and the name of a recorded one. */
  at: string
  look: Look
  state?: State
}

const shot = (who: Who, at: string, look: Look = 'wide', state?: State): Shot => ({
  who,
  at,
  look,
  ...(state && { state }),
})

/** English as Vera, Luca and Sara; Italian as Giulia. */
const shots: Shot[] = [
  ...(['vera', 'giulia', 'luca', 'sara'] as const).map((who) => shot(who, '/dashboard')),
  ...['@sale', '@purchase', '@deal', '@key', '@product', '@account', '@priceList', '@environment', '@event'].map((at) =>
    shot('vera', at),
  ),
  ...['@sale', '@deal', '@key', '@account'].map((at) => shot('giulia', at)),
  ...['/products', '/pricelists', '/accounts', '/deals', '/deals/board', '/deals/forecast', '/sell-in'].map((at) =>
    shot('vera', at),
  ),
  ...['/stocks', '/sell-out', '/licenses', '/renewals', '/certifications', '/audit', '/reports/licenses'].map((at) =>
    shot('vera', at),
  ),
  ...['/sell-out', '/deals', '/licenses', '/renewals', '/stocks', '/deals/waiting'].map((at) => shot('giulia', at)),
  ...['/profile', '/profile/account', '/settings', '/settings/roles', '/products/create', '/pricelists/create'].map(
    (at) => shot('vera', at),
  ),
  ...['/sell-in/create', '/deals/create', '/licenses/create'].map((at) => shot('luca', at)),
  ...['/dashboard', '@sale', '@deal', '@key', '/sell-out', '/deals', '/licenses', '/renewals'].map((at) =>
    shot('giulia', at, 'phone'),
  ),
  ...['/dashboard', '@key', '/sell-in', '/deals/create'].map((at) => shot('luca', at, 'phone dark')),
  ...['/dashboard', '@sale', '@deal', '@key', '/sell-out', '/renewals'].map((at) => shot('vera', at, 'dark')),
  ...['/dashboard', '/sell-out', '/products', '/deals'].map((at) => shot('vera', at, 'wide', 'empty')),
  ...['/dashboard', '/sell-out', '@sale'].map((at) => shot('vera', at, 'wide', 'failing')),
  ...['/dashboard', '/sell-out', '@deal'].map((at) => shot('vera', at, 'wide', 'slow')),
  ...['/sell-out?limit=100', '/licenses?limit=100'].map((at) => shot('vera', at)),
]

const nameOf = ({ who, at, look, state }: Shot) =>
  [who, at.replace(/[^a-z]+/gi, ' ').trim(), look === 'wide' ? '' : look, state ?? '']
    .filter(Boolean)
    .join(' ')
    .replaceAll(' ', '-')

/** The records whose pages are drawn: the first of each list that the person sees. */
const lists = {
  sale: ['/orders/sell-out/search', 'orderId', '/sell-out/'],
  purchase: ['/orders/search', 'orderId', '/sell-in/'],
  deal: ['/deals/search', 'dealId', '/deals/'],
  key: ['/licenses/search', 'serialKey', '/licenses/'],
  product: ['/pricelists/products/search', 'productId', '/products/'],
  priceList: ['/pricelists/search', 'priceListId', '/pricelists/'],
  environment: ['/onPremiseEnvironments/search', 'onPremiseEnvironmentId', '/environments/'],
  user: ['/users/search', 'userId', '/users/'],
  event: ['/audit/search', 'id', '/audit/'],
} as const

async function pathsOf(baseURL: string, who: Who): Promise<[string, string][]> {
  const wire = await wireOf({ baseURL }, people[who])
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  const found: [string, string][] = [[`${who} @account`, `/accounts/${account.accountId}`]]
  for (const [name, [path, field, page]] of Object.entries(lists)) {
    const body = { page: 1, limit: 1, includeChildren: true }
    const answer = await wire
      .call<{ items: Record<string, string>[] }>(
        'POST',
        path,
        path.includes('pricelists') ? { page: 1, limit: 1 } : body,
      )
      .catch(() => null)
    const id = answer?.items[0]?.[field]
    if (id !== undefined) found.push([`${who} @${name}`, `${page}${id}`])
  }
  return found
}

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>
const signedIn = new Map<Who, Promise<Stored>>()

/** Signs in once for all pictures of a person: more would be guesses of a password. */
async function sessionOf(browser: Browser, baseURL: string, who: Who): Promise<Stored> {
  const context = await browser.newContext({ baseURL })
  await signInOn(context, people[who])
  const stored = await context.storageState()
  await context.close()
  return stored
}

/** A browser of the person whose clock stands. */
async function open(browser: Browser, baseURL: string, who: Who, at: string): Promise<BrowserContext> {
  const session = signedIn.get(who) ?? sessionOf(browser, baseURL, who)
  signedIn.set(who, session)
  const context = await browser.newContext({ baseURL, storageState: await session, reducedMotion: 'reduce' })
  await context.clock.setFixedTime(at)
  return context
}

async function show(page: Page, path: string, { look, state }: Pick<Shot, 'look' | 'state'>): Promise<void> {
  const { viewport, colorScheme } = looks[look]
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  if (state !== undefined)
    await page.route('**/api/v1/**', (route) => {
      const { pathname } = new URL(route.request().url())
      const answer = states[state](pathname)
      if (answer === null) return route.fallback()
      // Held back for as long as the picture takes.
      if (answer === 'never') return
      return route.fulfill({ ...answer, contentType: 'application/json' })
    })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (state !== 'slow') await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await settled(page)
}

if (isRecording) {
  const product = demoProduct()
  test('what the pictures are drawn of is recorded', async ({ browser }) => {
    test.setTimeout(3_600_000)
    const { baseURL } = product
    const all: Recorded = { at: new Date().toISOString(), paths: {}, answers: {} }
    for (const who of Object.keys(people) as Who[])
      Object.assign(all.paths, Object.fromEntries(await pathsOf(baseURL, who)))
    for (const who of Object.keys(people) as Who[]) {
      // One browser for each person: a session is exchanged at each load, and one that was used before is stolen.
      const context = await open(browser, baseURL, who, all.at)
      await record(context, who, all)
      for (const one of shots.filter((each) => each.who === who && each.state === undefined)) {
        const page = await context.newPage()
        await show(page, pathIn(all, one), one)
        await page.close()
      }
      await context.close()
    }
    keep(all)
  })
}

if (isFull) {
  const product = demoProduct()
  const all = recorded()
  test.describe.configure({ mode: 'parallel' })
  for (const one of shots)
    test(`the picture of ${nameOf(one)} is as before`, async ({ browser }) => {
      test.skip(all === null, 'Nothing is recorded here: run with PICTURES=record first.')
      if (all === null) return
      const context = await open(browser, product.baseURL, one.who, all.at)
      const missing = await replay(context, one.who, all)
      const page = await context.newPage()
      await show(page, pathIn(all, one), one)
      expect(missing).toEqual([])
      await expect(page).toHaveScreenshot(`${nameOf(one)}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.002 })
    })
}

function pathIn({ paths }: Recorded, { who, at }: Shot): string {
  if (!at.startsWith('@')) return at
  const path = paths[`${who} ${at}`]
  if (path === undefined) throw new Error(`${who} has no ${at}.`)
  return path
}
