import { expect, type Locator, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, idle, visit, withoutLive } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const rows = (page: Page): Locator => page.locator('main [data-need]')
const selected = (page: Page): Locator => page.locator('main [data-need][aria-current]')
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Shows all rows: how many wait, and so which are shown at once, depends on the day of the demo. */
async function showAll(page: Page): Promise<void> {
  const whole = page.getByRole('button', { name: /^Mostra tutte e / })
  if ((await whole.count()) > 0) await whole.click()
  await expect(whole).toHaveCount(0)
}

/** Moves down, by the keyboard alone, to a row. */
async function goDownTo(page: Page, row: Locator): Promise<void> {
  while (!(await row.evaluate((each) => each.hasAttribute('aria-current')))) await page.keyboard.press('j')
}

/** What the row says that it is worth. */
const worthOf = async (row: Locator) =>
  Number(
    /([\d.]+,\d\d)\s€/
      .exec(await row.innerText())?.[1]
      ?.replaceAll('.', '')
      .replace(',', '.'),
  )

/** Elements that hide a part of what they have, and scroll inside the page that scrolls. */
const scrollInside = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => element.scrollHeight > element.clientHeight + 1)
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map((element) => element.className),
  )

test('on a laptop orders of one buyer are told apart by their codes, which are never cut', async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await showAll(page)
  const codes = page.locator('main [data-need=order] [data-code]')
  await expect(codes.first()).toBeVisible()
  const seen = await codes.evaluateAll((found) =>
    found.map((code) => {
      const end = code.closest('td')?.getBoundingClientRect().right ?? 0
      return { code: code.textContent, isWhole: code.getBoundingClientRect().right <= end + 1 }
    }),
  )
  expect(new Set(seen.map(({ code }) => code)).size).toBe(await page.locator('main [data-need=order]').count())
  expect(seen.filter(({ isWhole }) => !isWhole)).toEqual([])
})

test('the first screen shows all that waits, what it is worth and what the month is worth, and hides nothing', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await idle(page)
  const { call } = await wireOf(product, 'giulia@pontenuovo.example')
  const today = await call<{ count: number; worth: { currencyCode: string; amount: number }[] }>('GET', '/today')
  const worth = today.worth.map(({ amount, currencyCode }) =>
    new Intl.NumberFormat('it', { style: 'currency', currency: currencyCode, maximumFractionDigits: 0 }).format(amount),
  )
  await expect(title(page)).toHaveText(`${today.count} decisioni, ${worth.join(' + ')}`)
  // A fixed number of rows; where more wait, a button says how many.
  const whole = page.getByRole('button', { name: `Mostra tutte e ${today.count}` })
  await expect.poll(async () => (await rows(page).count()) === today.count || (await whole.isVisible())).toBe(true)
  expect(await rows(page).count()).toBeGreaterThanOrEqual(Math.min(today.count, 10))
  for (const row of await rows(page).all()) {
    const box = await row.boundingBox()
    expect(box?.height).toBe(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900)
  }
  const strip = page.getByRole('list', { name: 'Dati del mese' })
  await expect(strip.getByRole('link')).toHaveCount(4)
  await expect(strip.getByRole('link').first()).toHaveText(/\d\s€$/)
  expect(await scrollInside(page)).toEqual([])
  await expectAccessible(page)

  await test.step('each figure leads to its list', async () => {
    const links = await strip.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const href of links) {
      await page.goto(href)
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await expect(title(page)).toBeVisible()
    }
  })
  expect(complaints).toEqual([])
})

test('keys decide from arrival: the row below comes next, U takes back, and a closed dialog gives the row back', {
  tag: '@long',
}, async ({ browser }) => {
  const toApprove = await orderOf('NORMA-1Y', 1)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await expect(selected(page)).toHaveCount(1)
  await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows(page).first()).toBeFocused()
  await showAll(page)

  await test.step('an extension asks for a reason; who changes their mind is back on its row', async () => {
    const extension = page.locator('[data-need="extension"]').first()
    await rows(page).first().focus()
    await goDownTo(page, extension)
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(extension).toBeFocused()
  })
  await test.step('an approved order is held, the next row has the keyboard, and U brings it back', async () => {
    const order = page.locator(`[data-decision-row="${toApprove}"]`)
    await goDownTo(page, order)
    const after = rows(page).nth((await rows(page).evaluateAll((all) => all.findIndex((row) => row.ariaCurrent))) + 1)
    await page.keyboard.press('a')
    await expect(order).toHaveAttribute('data-decided', 'true')
    await expect(after).toBeFocused()
    await page.keyboard.press('u')
    await expect(order).not.toHaveAttribute('data-decided')
    await expect(order).toBeFocused()
  })
  await test.step('what is typed is never a key', async () => {
    const before = await rows(page).count()
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.type('aaraxu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(rows(page)).toHaveCount(before)
    await expect(page.locator('[data-decided]')).toHaveCount(0)
    await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveCount(0)
  })
  await test.step('X selects some, which are worth their sum and approved at once', async () => {
    const [one, two] = [page.locator('[data-need="order"]').nth(1), page.locator('[data-need="order"]').nth(2)]
    await one.click()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(two).toHaveAttribute('aria-selected', 'true')
    const sum = (await worthOf(one)) + (await worthOf(two))
    const said = sum.toLocaleString('it', { maximumFractionDigits: 0, useGrouping: 'always' })
    await expect(page.getByRole('region', { name: '2 selezionate' })).toContainText(`${said} €`)
    await page.keyboard.press('a')
    // Each order with its buyer and amount, as in the list.
    const results = page.getByRole('dialog').getByRole('listitem')
    await expect(results).toHaveCount(2)
    for (const result of await results.all()) await expect(result).toContainText(/SO-[\d-]+ · [^€]+\d,\d\d\s€/)
    await page.keyboard.press('Escape')
    await expect(two).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveCount(0)
  })
  await test.step('away from the queue the keys decide nothing', async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('heading', { level: 2, name: 'Dashboard' })).toBeFocused()
    await expect(page.getByRole('search', { name: 'Filtri della dashboard' })).toBeVisible()
    await expect(page.getByRole('grid')).not.toBeInViewport()
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('Enter opens the record', async () => {
    await page.locator('[data-need="extension"]').first().click()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/deals\/[\w-]{36}$/)
  })
  expect(complaints).toEqual([])
})

/** An order of the reseller Ferrante, which the distributor decides on. */
async function orderOf(sku: string, quantity: number): Promise<string> {
  const { call } = await wireOf(product, 'luca@ferrante.example')
  const { items } = await call<{ items: { productId: string; customPrice: number }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 1, filterBy: [{ field: 'sku', values: [sku] }] },
  )
  const [sold] = items
  const line = { productId: sold?.productId, quantity, price: sold?.customPrice }
  const { id } = await call<{ id: string }>('POST', '/orders', { items: [line] })
  return id
}

test('deals that are selected are decided together, with what they are worth and what stands in their way', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  const bids = page.locator('main [data-need="protection"]')
  await expect(selected(page)).toHaveCount(1)
  const chosen = await bids.count()
  expect(chosen).toBeGreaterThan(1)
  for (const row of await bids.all()) {
    await row.focus()
    await expect(row).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('x')
  }
  await expect(page.getByRole('button', { name: `Proteggi ${chosen} trattative…` })).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText(/In tutto: .*€/)
  await expect(dialog.getByRole('listitem')).toHaveCount(chosen)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(bids).toHaveCount(chosen)
  expect(complaints).toEqual([])
})

test('who leaves the page while a decision is held has decided (rules V16)', async ({ browser }) => {
  const id = await orderOf('NORMA-1Y', 1)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await showAll(page)
  const order = page.locator(`[data-decision-row="${id}"]`)
  await order.click()
  await page.keyboard.press('a')
  await expect(order).toHaveAttribute('data-decided', 'true')
  await page.reload()
  await expect(title(page)).toHaveText(/\d/)
  await showAll(page)
  await expect(order).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('what is short is not approved: it is shown with what is missing, and the key offers the purchase of it', async ({
  browser,
}) => {
  const id = await orderOf('ATLAS-ENT-1Y', 900)
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await showAll(page)
  const order = page.locator(`[data-decision-row="${id}"]`)
  await order.click()
  const pane = page.getByRole('region', { name: /^Ordine SO-/ })
  await expect(pane.getByText(/^Atlas Enterprise, one year: ne mancano \d+\./)).toBeVisible()
  await expect(pane.getByRole('link', { name: 'Acquista gli articoli mancanti' })).toHaveAttribute(
    'href',
    /^\/sell-in\/create\?item=/,
  )
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Acquista gli articoli mancanti' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(order).toBeFocused()
  await expect(order).not.toHaveAttribute('data-decided')
})

test('on a phone a row opens its decision in place, and all rows are shown on request', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, phone: true })
  await expect(rows(page).first()).toBeVisible()
  await expect(selected(page)).toHaveCount(0)
  await rows(page).first().click()
  const decision = page.getByRole('grid').getByRole('button').first()
  await expect(decision).toBeInViewport()
  const row = await rows(page).first().boundingBox()
  expect((await decision.boundingBox())?.y).toBeGreaterThan(row?.y ?? 0)
  expect(await scrollInside(page)).toEqual([])
  await expectAccessible(page)
  expect(complaints).toEqual([])
  // Below the decisions of a reseller stand purchases and keys, with names that have room.
  const luca = await visit(browser, 'luca@ferrante.example', { ...product, phone: true })
  await expect(luca.page.getByRole('region', { name: 'Pending purchases' }).getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(luca.page)
})

test('forty that wait are shown in whole rows and on request all; one kind of them alone too', async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT', at: '/licenses' })
  await page.route(/\/api\/v1\/today/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const [first] = body.items
    const items = Array.from({ length: 40 }, (_, at) => ({
      ...first,
      kind: at % 2 ? 'protection' : 'extension',
      recordId: `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`,
      name: `Azienda ${at}`,
    }))
    const kinds = (['extension', 'protection'] as const).map((kind) => ({ kind, count: 20, overdue: 20 }))
    await route.fulfill({ response: answer, json: { ...body, items, count: 40, kinds } })
  })
  await page.goto('/dashboard')
  await expect(title(page)).toHaveText(/^40 decisioni/)
  await expect(rows(page)).toHaveCount(12)
  const last = await rows(page).last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(900)
  await page.getByRole('button', { name: 'Mostra tutte e 40' }).click()
  await expect(rows(page)).toHaveCount(40)
  await page.getByRole('button', { name: 'Proroghe 20' }).click()
  await expect(rows(page)).toHaveCount(20)
  expect(await scrollInside(page)).toEqual([])
})

test('a figure that fails says so alone, what supports a decision too, and the queue when it fails itself', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT', at: '/licenses' })
  // The stream of changes, when it opens, reads again what failed: the button would go away under the click.
  await withoutLive(page)
  const failing = { status: 400, json: { code: 'RQ500', status: 400, message: 'No' } }
  await page.route('**/api/v1/renewals/figures', (route) => route.fulfill(failing))
  await page.route(/\/api\/v1\/deals\/[\w-]{36}$/, (route) => route.fulfill(failing))
  await page.goto('/dashboard')
  const strip = page.getByRole('list', { name: 'Dati del mese' })
  await expect(strip.getByRole('button', { name: 'Non caricato. Riprova' })).toHaveCount(1)
  await expect(strip.getByRole('link')).toHaveCount(3)
  await page.locator('[data-need="extension"]').first().click()
  const pane = page.getByRole('region', { name: /^Proroga DL-/ })
  await expect(pane.getByText('Non è stato possibile caricare questa voce')).toBeVisible()
  await expect(pane.getByRole('button', { name: /^Rifiuta DL-/ })).toBeVisible()
  await page.unroute('**/api/v1/renewals/figures')
  await strip.getByRole('button', { name: 'Non caricato. Riprova' }).click()
  await expect(strip.getByRole('link')).toHaveCount(4)

  await page.route(/\/api\/v1\/today/, (route) => route.fulfill(failing))
  await page.reload()
  await expect(page.getByText('Non è stato possibile caricare le cose da fare')).toBeVisible()
  await expect(strip.getByRole('link').first()).toBeVisible()
})

test('what waits comes late and moves nothing', async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    locale: 'it-IT',
    at: '/licenses',
    before: `addEventListener('DOMContentLoaded', () => { window.moved = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += entry.value }).observe({ type: 'layout-shift', buffered: true }) })`,
  })
  const answers: (() => void)[] = []
  await page.route(/\/api\/v1\/today/, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue()
  })
  await page.goto('/dashboard')
  const strip = page.getByRole('list', { name: 'Dati del mese' })
  await expect(strip.getByRole('link')).toHaveCount(4)
  const foot = page.getByRole('main').getByRole('link', { name: 'Dati' })
  const places = async () => [await strip.boundingBox(), await foot.boundingBox()]
  const before = await places()
  for (const answer of answers) answer()
  await expect(rows(page).first()).toBeVisible()
  await idle(page)
  expect(await places()).toEqual(before)
  expect(await page.evaluate('window.moved')).toBe(0)
})

test('who has little or nothing to decide has a desk of their own: purchases, keys that end, and news', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'sara@ferrante.example', { ...product, locale: 'it-IT' })
  const own = page.getByRole('region', { name: 'Acquisti in attesa', exact: true })
  await expect(own.getByRole('link', { name: /^SO-/ }).first()).toBeVisible()
  const news = page.getByRole('region', { name: 'Che cosa è successo' }).getByRole('listitem')
  await expect(news.first().getByRole('link')).toBeVisible()
  await expectAccessible(page)
  // However long the names of companies are: in a wide window the rows below decisions fill the room of the queue and no more.
  const { height } = (await news.first().boundingBox()) ?? {}
  await page.route(/\/api\/v1\/news\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('Ferrante', `Ferrante ${'e Figli '.repeat(30)}`),
    })
  })
  await page.reload()
  await expect(news.first()).toContainText('e Figli')
  expect(await news.first().boundingBox()).toMatchObject({ height })
  expect(complaints).toEqual([])
})
