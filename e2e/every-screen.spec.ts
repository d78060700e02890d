import { expect, type Page, test } from '@playwright/test'
import { closeAll, violationsOf, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'
import { routes } from './routes.ts'
import { strangeWords } from './strange-words.ts'
import { smallTargets } from './targets.ts'
import { type Wire, wireOf } from './wire.ts'

/*
 * Every route of the product, seen by four people in their own language, in both themes and at four widths: each person sees a
 * route in two of these eight looks, all four together in all of them. `EVERY_LOOK=1` shows each person each route in both languages
 * and all looks, which takes hours. A route that is added is visited without a change here, unless its parameter has a new name.
 */
test.describe.configure({ mode: 'parallel' })

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

const people = [
  { email: 'vera@halcyon.example', who: 'the super administrator', language: 'en' },
  { email: 'giulia@pontenuovo.example', who: 'a distributor', language: 'it' },
  { email: 'luca@ferrante.example', who: 'a reseller', language: 'en' },
  { email: 'sara@ferrante.example', who: 'a reseller’s colleague without rights to change', language: 'it' },
] as const

type Language = (typeof people)[number]['language']

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
]
const looks = sizes.flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })))
type Look = (typeof looks)[number]

const isFull = process.env.EVERY_LOOK === '1'

/** The looks in which a person sees a route; the screen is loaded in the first and then changes in place. */
function looksFor(person: number, route: number): readonly Look[] {
  if (isFull) return looks
  // The second differs in theme and width.
  const first = route + 2 * person
  return [first, first + 3].flatMap((place) => looks[place % looks.length] ?? [])
}

const visits = people.flatMap(({ email, who, language }, person) =>
  (isFull ? (['en', 'it'] as const) : [language]).map((shown) => ({ email, who, person, language: shown })),
)

for (const { email, who, person, language } of visits) {
  test(`every screen of ${who} is accessible, fits and is translated (${language})`, async ({ browser }) => {
    if (isFull) test.setTimeout(4 * 3_600_000)
    const wire = await wireOf(product, email)
    if (isFull) await speak(wire, language)
    const paths = pathsOf(await recordsOf(wire))
    const { page, complaints } = await visit(browser, email, product)
    await page.addInitScript(watchShifts)
    const strange = await strangeWords(language)
    const faults: string[] = []
    for (const [route, path] of paths.entries()) {
      const isSamples = path === '/ds'
      for (const [turn, { colorScheme, size }] of looksFor(person, route).entries()) {
        const look = `${path} in ${colorScheme} at ${size.width}`
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(size)
        if (turn === 0) await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }), look).toBeVisible()
        if (!isSamples) await expect(page.locator('[aria-busy=true]').filter({ visible: true }), look).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        const found = [
          ...(await violationsOf(page)).map(({ id, at }) => `${id} at ${at.join(', ')}`),
          ...(await page.evaluate(smallTargets)),
          // The design system shows its pieces as they load, one by one.
          ...(turn === 0 && !isSamples ? await shiftsOf(page) : []),
          ...(await faultsOf(page, isSamples ? () => [] : strange)),
        ]
        faults.push(...found.map((fault) => `${look}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
    expect(complaints).toEqual([])
  })
}

/** Makes this the language of the person's profile. */
async function speak(wire: Wire, languageCode: Language): Promise<void> {
  const { userId, firstName, lastName, timeZone, isNotificationEnabled } = await wire.call<Record<string, unknown>>(
    'GET',
    '/users/me',
  )
  await wire.call('PUT', `/users/${userId}`, { firstName, lastName, timeZone, isNotificationEnabled, languageCode })
}

interface Shift {
  value: number
  words: string
}

/** Runs in the page before its own scripts: collects layout shifts without input, with the elements that moved most. */
function watchShifts(): void {
  interface Entry extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const place = (rect: DOMRectReadOnly) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ')
        return `${element?.tagName} "${node?.textContent?.slice(0, 30)}" from ${place(from)} to ${place(to)}`
      })
      shifts.push({ value, words: moved.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts while the screen was loading: their sum must be 0.000; a fraction of a pixel is rounding. */
async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum.toFixed(3) === '0.000') return []
  return [`moved by ${sum.toFixed(5)}: ${shifts.map(({ value, words }) => `${value.toFixed(5)} ${words}`).join('; ')}`]
}

/** Faults that axe does not find: a page wider than the window, and words of the other language. */
async function faultsOf(page: Page, strange: (words: readonly string[]) => readonly string[]): Promise<string[]> {
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

/** A record for each parameter of a route, as far as the person has one. */
async function recordsOf(wire: Wire): Promise<Record<string, string | undefined>> {
  const first = async (path: string, field: string, body: object = {}): Promise<string | undefined> => {
    const found = await wire
      .call<{ items: Record<string, string>[] }>('POST', path, { page: 1, limit: 1, ...body })
      .catch(() => ({ items: [] as Record<string, string>[] }))
    return found.items[0]?.[field]
  }
  /** The account of the newest certificate and its id, for a route with both. */
  const certificate = async (path: string, field: string) => {
    const id = await first(path, field, { includeChildren: true })
    return id && [await first(path, 'accountId', { includeChildren: true }), id].join(' ')
  }
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  return {
    '/accounts/$id': account.accountId,
    '/products/$id': await first('/pricelists/products/search', 'productId'),
    '/products/types/$id': await first('/productsType/search', 'id'),
    '/pricelists/$id': await first('/pricelists/search', 'priceListId'),
    '/sell-in/$id': await first('/orders/sell-in/search', 'orderId'),
    '/sell-out/$id': await first('/orders/sell-out/search', 'orderId'),
    '/licenses/$serialKey': await first('/licenses/search', 'serialKey'),
    '/environments/$id': await first('/onPremiseEnvironments/search', 'id', { accountId: account.accountId }),
    '/accounts/$id/certifications/$idCertificate': await certificate('/certificates/users/search', 'userCertificateId'),
    '/accounts/$id/accountcertifications/$idCertificate': await certificate(
      '/certificates/accounts/search',
      'accountCertificateId',
    ),
    '/deals/$id': await first('/deals/search', 'dealId', { includeChildren: true }),
    '/audit/$id': await first('/audit/search', 'id'),
    '/settings/roles/$id': '2',
  }
}

/** The routes with their parameters filled in; a route whose record the person does not have is left out. */
function pathsOf(records: Record<string, string | undefined>): string[] {
  return routes.flatMap((route) => {
    if (!route.includes('$')) return [route]
    const known = Object.keys(records)
      .filter((prefix) => route === prefix || route.startsWith(`${prefix}/`))
      .sort((one, other) => other.length - one.length)[0]
    const value = known && records[known]
    if (!known || !value) return []
    const values = value.split(' ')
    const path = route.replaceAll(/\$\w+/g, () => encodeURIComponent(values.shift() ?? '$'))
    return path.includes('%24') ? [] : [path]
  })
}
