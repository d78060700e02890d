import { expect, type Locator, type Route, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, loaded, timersRun, visit } from './journey.ts'

const product = demoProduct()

/** Each of the two opens every fourth entry of the menu; with FULL=1, every one. */
for (const [turn, { email, who, rests }] of [
  { email: 'vera@halcyon.example', who: 'a person of the vendor', rests: false },
  { email: 'luca@ferrante.example', who: 'a reseller whose pointer rests on each link', rests: true },
].entries()) {
  test(`menu entries and the first rows of lists draw the next screen’s outline to ${who} before anything of it has arrived`, {
    tag: '@long',
  }, async ({ browser }) => {
    const { page, complaints } = await visit(browser, email, product)
    await loaded(page)
    const menu = page.getByRole('navigation', { name: 'Main menu', exact: true })
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const own = links.filter((href) => href.startsWith('/'))
    expect(own.length).toBeGreaterThan(9)
    // Answers are held back until the outline has been seen, so that the test does not depend on the machine's speed.
    const waiting: Route[] = []
    let isHeld = false
    await page.route(/\/(assets|api)\//, (route) => (isHeld ? void waiting.push(route) : route.continue()))
    const times: string[] = []
    const open = async (link: Locator) => {
      const href = (await link.getAttribute('href')) ?? ''
      isHeld = true
      await link.hover()
      // The code and the rows of the next screen are then requested already, and do not arrive.
      if (rests) await timersRun(page)
      await page.evaluate(watchOutline)
      await link.click()
      const drawn = page.waitForFunction(() => (globalThis as { outlineAfter?: number }).outlineAfter)
      const after = await drawn.then((handle) => handle.jsonValue()).catch(() => null)
      expect(after, `the outline of ${href}`).not.toBeNull()
      times.push(`${href} ${after?.toFixed()} ms`)
      isHeld = false
      await Promise.all(waiting.splice(0).map((route) => route.continue()))
      await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(href))
      await loaded(page)
    }
    // The first entry is already open, so it is visited last.
    for (const [place, href] of [...own.slice(1), ...own.slice(0, 1)].entries()) {
      if (!isFull && place % 4 !== 2 * turn) continue
      await open(menu.locator(`a[href="${href}"]`))
      const row = page.getByRole('main').locator('tbody tr').first().locator('a[href^="/"]').first()
      if (href !== '/ds' && (await row.count()) > 0) await open(row)
    }
    test.info().annotations.push({ type: 'from the click to the outline', description: times.join(', ') })
    expect(complaints).toEqual([])
  })
}

test('somebody without a session reads the heading of sign-in before any code has arrived', async ({ browser }) => {
  for (const [locale, heading] of [
    ['en-GB', 'Welcome back'],
    ['it-IT', 'Ti diamo il bentornato'],
  ] as const) {
    const page = await (await browser.newContext({ baseURL: product.baseURL, locale })).newPage()
    const waiting: Route[] = []
    let isHeld = true
    await page.route(/\/assets\/.*\.js$/, (route) => (isHeld ? void waiting.push(route) : route.continue()))
    await page.goto('/products', { waitUntil: 'commit' })
    await expect(page.getByText(heading, { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    isHeld = false
    await Promise.all(waiting.splice(0).map((route) => route.continue()))
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(heading, { exact: true })).toHaveCount(1)
  }
})

/**
 * Runs in the page: after the next click, measures the time until the screen shows an outline or another heading. The test
 * only asserts that one appears, because a busy machine needs more than the 100 ms of an idle one.
 */
function watchOutline(): void {
  const main = document.querySelector('main')
  if (main === null) return
  const heading = () => main.querySelector('h1')?.textContent
  const outlines = () => main.querySelectorAll('[aria-busy=true], [data-outline]')
  const before = { heading: heading(), outlines: new Set(outlines()) }
  let clicked: number | null = null
  Object.assign(globalThis, { outlineAfter: undefined })
  addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true })
  new MutationObserver((_, observer) => {
    const isNew = heading() !== before.heading || [...outlines()].some((each) => !before.outlines.has(each))
    if (clicked === null || !isNew) return
    observer.disconnect()
    Object.assign(globalThis, { outlineAfter: performance.now() - clicked })
  }).observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
}

test('dates are written as the reader chooses, at once and after a reload', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-in' })
  const first = page.getByRole('row').nth(1).locator('time').first()
  const instant = new Date((await first.getAttribute('datetime')) ?? '')
  // In the browser's zone: the last hour of a year in UTC is in the next one there.
  const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', year: 'numeric' }).format(instant)
  await page.getByRole('button', { name: 'Language, appearance and version', exact: true }).click()
  for (const [choice, pattern] of [
    ['ISO, 2026-12-31', new RegExp(`^${year}-\\d\\d-\\d\\d`)],
    ['British, 31/12/2026', new RegExp(`^\\d{1,2} [A-Z][a-z]+ ${year}`)],
    ['As this browser', new RegExp(`^\\d{1,2} [A-Z][a-z]+ ${year}`)],
    ['ISO, 2026-12-31', new RegExp(`^${year}-\\d\\d-\\d\\d`)],
  ] as const) {
    await page.getByRole('radio', { name: choice, exact: true }).check()
    await expect(first).toHaveText(pattern)
  }
  await page.reload()
  await expect(first).toHaveText(new RegExp(`^${year}-\\d\\d-\\d\\d`))
  expect(complaints).toEqual([])
})

test('somebody who types an address beyond their menu or role, or with a stale sort, reads why', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'sara@ferrante.example', { ...product, at: '/audit' })
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Il tuo ruolo non comprende la schermata richiesta.')).toBeVisible()
  await page.getByRole('link', { name: 'sell-in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sell-in', exact: true })).toBeVisible()
  await expect(page.getByText('Il tuo ruolo non comprende')).toHaveCount(0)
  await page.goto('/sell-in?sort=-gone')
  const stale = page.getByText('L’elenco non si può più ordinare come chiede l’indirizzo')
  await expect(stale).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(stale).toHaveCount(0)
  await expect(page).toHaveURL(/\/sell-in$/)
  expect(complaints).toEqual([])
})
