import { type Browser, expect, type Page, test } from '@playwright/test'
import { isRefusal } from '../client/src/index.ts'
import { demoTenantCode } from '../server/src/demo/sign-ins.ts'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, type Visitor, violationsOf, visit } from './journey.ts'
import { routes } from './routes.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { strangeWords } from './strange-words.ts'
import { smallTargets } from './targets.ts'
import { type Wire, wireOf } from './wire.ts'

/*
 * Every route of the product, each once: by one of four people in their own language, in one theme and at one width, which change
 * from route to route so that all looks appear; in three parts, each of which needs browsers of all four. `FULL=1` shows each person
 * each route in both languages and all looks, which takes hours. A route that is added is visited without a change here, unless its
 * parameter has a new name.
 */
test.describe.configure({ mode: 'parallel' })

const product = demoProduct()

const people = [
  { email: 'vera@halcyon.example', who: 'the super administrator', language: 'en' },
  { email: 'giulia@pontenuovo.example', who: 'a distributor', language: 'it' },
  { email: 'luca@ferrante.example', who: 'a reseller', language: 'en' },
  { email: 'sara@ferrante.example', who: 'a reseller’s colleague without rights to change', language: 'it' },
] as const

// The screens of the installation are for whom a command has named.
test.beforeAll(() => product.portal('', 'operator', 'add', '--tenant', demoTenantCode, '--email', people[0].email))

/** Only in a sandbox, and only by who needs a second factor and has none: sandbox.spec.ts and passkeys.spec.ts look at them. */
const seenByFew: readonly string[] = ['/settings/mails', '/settings/clock', '/second-factor']

type Person = (typeof people)[number]
type Language = Person['language']

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
]
const looks = sizes.flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })))
type Look = (typeof looks)[number]

/** The routes by their place: a ninth for each check, and two halves of the others. */
const parts: [name: string, isIn: (place: number) => boolean][] = [
  ['every ninth', (place) => place % 9 === 0],
  ['every second other', (place) => place % 9 !== 0 && place % 2 === 0],
  ['the remaining', (place) => place % 9 !== 0 && place % 2 === 1],
]

/** Somebody with a browser, who walks through the screens in one language. */
interface Walker extends Visitor {
  language: Language
  /** A record for each parameter of a route. */
  records: Record<string, string | undefined>
  strange(words: readonly string[]): readonly string[]
}

async function walk(browser: Browser, { email }: Person, language: Language): Promise<Walker> {
  const wire = await wireOf(product, email)
  if (isFull) await speak(wire, language)
  const records = await recordsOf(wire)
  const visitor = await visit(browser, email, product)
  await visitor.page.addInitScript(watchShifts)
  return { ...visitor, language, records, strange: await strangeWords(language) }
}

/** The faults of a route in these looks; undefined if the person has no such record or may not see the screen. */
async function faultsOf(
  { page, language, records, strange }: Walker,
  route: string,
  looks: readonly Look[],
): Promise<string[] | undefined> {
  const path = pathOf(route, records)
  if (path === undefined) return undefined
  const isSamples = path === '/ds'
  const faults: string[] = []
  for (const [turn, { colorScheme, size }] of looks.entries()) {
    const look = `${path} in ${colorScheme} at ${size.width} (${language})`
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    // The screen is loaded in the first look and then changes in place.
    if (turn === 0) await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), look).toBeVisible()
    if (!isSamples) await expect(page.locator('[aria-busy=true]').filter({ visible: true }), look).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (!isFull && !`${new URL(page.url()).pathname}/`.startsWith(`${path}/`)) return undefined
    const found = [
      ...(await violationsOf(page)).map(({ id, at }) => `${id} at ${at.join(', ')}`),
      ...(await page.evaluate(smallTargets)),
      // The design system shows its pieces as they load, one by one.
      ...(turn === 0 && !isSamples ? await shiftsOf(page) : []),
      ...(await wordsAndWidth(page, isSamples ? () => [] : strange)),
    ]
    faults.push(...found.map((fault) => `${look}: ${fault}`))
  }
  return faults
}

if (isFull)
  for (const person of people)
    for (const language of ['en', 'it'] as const)
      test(`every screen of ${person.who} is accessible, fits and is translated (${language})`, async ({ browser }) => {
        test.setTimeout(4 * 3_600_000)
        const walker = await walk(browser, person, language)
        const faults: string[] = []
        for (const route of routes) faults.push(...((await faultsOf(walker, route, looks)) ?? []))
        expect(faults).toEqual([])
        expect(walker.complaints).toEqual([])
      })
else
  for (const [name, isIn] of parts)
    test(`each screen of a part (${name}), as one of four people sees it, is accessible, fits and is translated`, {
      tag: name === 'every ninth' ? [] : '@long',
    }, async ({ browser }) => {
      test.setTimeout(600_000)
      const walkers = new Map<Person, Walker>()
      const faults: string[] = []
      for (const [place, route] of routes.entries()) {
        // The demo is no sandbox: its mails are in sandbox.spec.ts.
        if (!isIn(place) || seenByFew.includes(route)) continue
        const turn = place % people.length
        // Eight routes of one person are in all eight looks.
        const look = looks.slice(Math.floor(place / people.length) % looks.length).slice(0, 1)
        let found: string[] | undefined
        for (const person of [...people.slice(turn), ...people.slice(0, turn)]) {
          const walker = walkers.get(person) ?? (await walk(browser, person, person.language))
          walkers.set(person, walker)
          found = await faultsOf(walker, route, look)
          if (found !== undefined) break
        }
        faults.push(...(found ?? [`${route}: nobody sees it`]))
      }
      expect(faults).toEqual([])
      for (const { complaints } of walkers.values()) expect(complaints).toEqual([])
    })

/** Makes this the language of the person's profile. */
async function speak(wire: Wire, languageCode: Language): Promise<void> {
  const { userId, firstName, lastName, timeZone, isNotificationEnabled } = await wire.call<Record<string, unknown>>(
    'GET',
    '/users/me',
  )
  await wire.call('PUT', `/users/${userId}`, { firstName, lastName, timeZone, isNotificationEnabled, languageCode })
}

/** Faults that axe does not find: a page wider than the window, and words of the other language. */
async function wordsAndWidth(page: Page, strange: (words: readonly string[]) => readonly string[]): Promise<string[]> {
  const { overflow, words } = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words = new Set<string>()
    while (texts.nextNode())
      if (texts.currentNode.parentElement?.checkVisibility()) words.add(texts.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.add(element.getAttribute(name) ?? '')
    return {
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      words: [...words].map((each) => each.trim()),
    }
  })
  return [
    ...(overflow > 0 ? [`wider than the window by ${overflow} px`] : []),
    ...strange(words).map((word) => `not translated: ${word}`),
  ]
}

/** For somebody whose role does not read these records. */
const noneIfRefused =
  <T>(none: T) =>
  (error: unknown): T => {
    if (isRefusal(error, 'RQ403')) return none
    throw error
  }

/** A record for each parameter of a route, as far as the person has one. */
async function recordsOf(wire: Wire): Promise<Record<string, string | undefined>> {
  const first = async (path: string, field: string, body: object = {}): Promise<string | undefined> => {
    const found = await wire
      .call<{ items: Record<string, string>[] }>('POST', path, { page: 1, limit: 1, ...body })
      .catch(noneIfRefused({ items: [] as Record<string, string>[] }))
    return found.items[0]?.[field]
  }
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  const { accountId } = account
  /** The account of a certificate and its id, for a route with both. */
  const certificate = async (path: string, field: string) => {
    const [newest] = await wire
      .call<Record<string, string>[]>('GET', `/certificates/${path}?accountId=${accountId}`)
      .catch(noneIfRefused([]))
    return newest && `${accountId} ${newest[field]}`
  }
  /** A webhook of the account, which sends nothing. */
  const webhook = async () => {
    const url = 'http://127.0.0.1:9/'
    const made = await wire
      .call<{ id: string }>('POST', '/webhooks', { url, parentAccountId: accountId })
      .catch(noneIfRefused(undefined))
    if (made) await wire.call('PUT', `/webhooks/${made.id}`, { url, isPaused: true })
    return made && `${accountId} ${made.id}`
  }
  /** A connection to a directory that nobody signs in by; one is enough. */
  const connection = async () => {
    const path = '/tenants/current/connections'
    const all = await wire.call<{ connectionId: string }[]>('GET', path).catch(noneIfRefused(undefined))
    if (all === undefined) return undefined
    if (all[0]) return all[0].connectionId
    const body = {
      ...{ name: 'Directory', issuer: 'https://login.example', clientId: 'portal', clientSecret: 'a secret of 4711' },
      ...{ isEnabled: false, isShown: false, createsUsers: true, vouchesForAddresses: false, endsSession: false },
      domains: [{ name: 'people.example', only: false }],
      ...{ rolesClaim: 'groups', roleMappings: [{ value: 'Staff', roleId: 2 }], defaultRoleIds: [] },
      ...{ accountClaim: null, accountSystem: null, defaultAccountId: accountId },
    }
    return (await wire.call<{ connectionId: string }>('POST', path, body)).connectionId
  }
  const priceListId = await first('/pricelists/search', 'priceListId')
  /** Prices that are planned for a day far off; one plan is enough. */
  const plan = async () => {
    const of = `/pricePlans?priceListId=${priceListId}`
    const found = await wire.call<{ items: { planId: string }[] }>('GET', of).catch(noneIfRefused(undefined))
    if (found === undefined || found.items[0]) return found?.items[0]?.planId
    const list = await wire.call<{ products: { productId: string; customPrice: number }[] }>(
      'GET',
      `/pricelists/${priceListId}`,
    )
    const items = list.products.slice(0, 3).map(({ productId, customPrice }) => ({
      ...{ productId, customPrice: customPrice + 1 },
    }))
    const body = { priceListId, day: '2999-01-01', note: '2999', items }
    return (await wire.call<{ id: string }>('POST', '/pricePlans', body)).id
  }
  return {
    '/accounts/$id': accountId,
    '/accounts/$id/webhooks/$webhookId': await webhook(),
    '/products/$id': await first('/pricelists/products/search', 'productId'),
    '/products/types/$id': await first('/productsType/search', 'id'),
    '/pricelists/$id': priceListId,
    '/pricelists/plans/$id': await plan(),
    '/sell-in/$id': await first('/orders/search', 'orderId'),
    '/sell-out/$id': await first('/orders/sell-out/search', 'orderId'),
    '/licenses/$serialKey': await first('/licenses/search', 'serialKey'),
    '/environments/$id': await first('/onPremiseEnvironments/search', 'onPremiseEnvironmentId', {
      includeChildren: true,
    }),
    '/accounts/$id/certifications/$idCertificate': await certificate('users', 'userCertificateId'),
    '/accounts/$id/accountcertifications/$idCertificate': await certificate('accounts', 'accountCertificateId'),
    '/deals/$id': await first('/deals/search', 'dealId', { includeChildren: true }),
    '/users/$id': await first('/users/search', 'userId', { includeChildren: true }),
    '/audit/$id': await first('/audit/search', 'id'),
    '/settings/roles/$id': '2',
    '/installation/tenants/$code': demoTenantCode,
    '/settings/directories/$id': await connection(),
  }
}

/** A route with its parameters filled in; undefined if the person does not have the record. */
function pathOf(route: string, records: Record<string, string | undefined>): string | undefined {
  if (!route.includes('$')) return route
  const known = Object.keys(records)
    .filter((prefix) => route === prefix || route.startsWith(`${prefix}/`))
    .sort((one, other) => other.length - one.length)[0]
  const value = known && records[known]
  if (!known || !value) return undefined
  const values = value.split(' ')
  const path = route.replaceAll(/\$\w+/g, () => encodeURIComponent(values.shift() ?? '$'))
  return path.includes('%24') ? undefined : path
}
