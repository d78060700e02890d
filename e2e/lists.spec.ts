import { expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, visit } from './journey.ts'

const product = demoProduct()

const lists = [
  '/sell-out',
  '/sell-in',
  '/licenses',
  '/products',
  '/pricelists',
  '/stocks',
  '/deals',
  '/renewals',
  '/certifications',
  '/reports/licenses',
]

/** Opens a list and waits for its rows. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
}

for (const [email, locale] of [
  ['vera@halcyon.example', 'en-GB'],
  ['giulia@pontenuovo.example', 'it-IT'],
] as const)
  test(`a laptop of 1280 pixels shows all columns of the lists of ${email}`, { tag: '@long' }, async ({ browser }) => {
    const { page } = await visit(browser, email, { ...product, locale, at: '/accounts' })
    await page.setViewportSize({ width: 1280, height: 800 })
    const tabs = await page
      .getByRole('main')
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
    for (const path of [...lists, '/accounts', ...tabs.filter((tab) => /(licenses|users|files|sell-\w+)$/.test(tab))]) {
      await open(page, path)
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll('main table')].map(
          (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
        ),
      )
      // On a busy machine the page keeps the fallback typeface, whose texts are a little wider.
      expect(Math.max(...wider, 0), `${path} is wider than its frame`).toBeLessThanOrEqual(16)
    }
  })

test('rows of lists have one line and fit a laptop; a name that is cut says itself whole in its tooltip', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', product)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of lists) {
    await open(page, path)
    const seen = await page.evaluate(() => ({
      heights: [...document.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height)),
      wider: [...document.querySelectorAll('main table')].map(
        (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
      ),
    }))
    expect(Math.max(...seen.heights, 0), `a row of ${path} has more than one line`).toBeLessThanOrEqual(43)
    // On a busy machine the page keeps the fallback typeface, whose texts are a little wider.
    expect(Math.max(...seen.wider, 0), `${path} is wider than its frame`).toBeLessThanOrEqual(16)
  }
  await open(page, '/products')
  const name = page
    .getByRole('row', { name: /Atlas Professional, three years/ })
    .getByRole('cell', { name: /^Atlas Professional, three years/ })
    .first()
  await name.hover()
  await expect(name).toHaveAttribute('title', /^Atlas Professional, three years.+/)
  expect(complaints).toEqual([])
})

/** What stands above the first row of a list, without the tabs of its page. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => {
      const { visibility, opacity } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      return visibility !== 'hidden' && Number(opacity) > 0.05 && width > 1 && height > 1
    }
    const rows = [...document.querySelectorAll('main [data-row]')]
    const [first] = rows
    const isBefore = (element: Element) =>
      first !== undefined &&
      !first.contains(element) &&
      Boolean(first.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
    const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')].filter(
      (element) => element.closest('nav') === null && isSeen(element) && isBefore(element),
    )
    const end = document.querySelector('main [data-list-foot]')?.getBoundingClientRect().top ?? 900
    return {
      controls: controls.length,
      top: first?.getBoundingClientRect().top ?? 0,
      whole: rows.filter((row) => row.getBoundingClientRect().bottom <= Math.min(900, end) + 1).length,
      all: rows.length,
    }
  })

test('above the first row of a list stand at most 12 controls and 180 pixels; a laptop shows 18 rows', {
  tag: '@long',
}, async ({ browser }) => {
  // Each sees every second list; with FULL=1, all.
  for (const [turn, email] of ['vera@halcyon.example', 'giulia@pontenuovo.example'].entries()) {
    const { page, complaints } = await visit(browser, email, product)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [place, path] of [...lists, '/audit', '/reports/licenses'].entries()) {
      if (!isFull && place % 2 !== turn) continue
      await open(page, path)
      const seen = await measured(page)
      const where = `${path} of ${email}`
      expect(seen.controls, `controls of ${where}`).toBeLessThanOrEqual(12)
      expect(seen.top, `first row of ${where}`).toBeLessThanOrEqual(path === '/renewals' ? 300 : 180)
      const most = path === '/audit' ? 13 : path === '/renewals' ? 10 : 18
      expect(seen.whole, `rows of ${where}`).toBeGreaterThanOrEqual(Math.min(most, seen.all))
    }
    expect(complaints).toEqual([])
  }
})

test('one button narrows a list: dates and switches that are set say so once, beside it', async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/sell-in' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  await filter.click()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Period').selectOption({ index: 1 })
  // The address keeps it, so the switch turns a moment later.
  await page.getByRole('switch', { name: 'Only pending' }).click()
  await expect(page.getByRole('switch', { name: 'Only pending' })).toBeChecked()
  await page.keyboard.press('Escape')
  const set = page.getByRole('list', { name: 'Applied filters' })
  await expect(set.getByRole('listitem').filter({ hasText: /^Creation date: .*2\d{3} – .*2\d{3}/ })).toHaveCount(1)
  await expect(set.getByRole('listitem').filter({ hasText: 'Status: Pending' })).toHaveCount(1)
  const [button, chip] = [await filter.boundingBox(), await set.getByRole('listitem').first().boundingBox()]
  // In the line of the button, with a gap.
  expect(chip?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0))
  expect((chip?.x ?? 0) - (button?.x ?? 0) - (button?.width ?? 0)).toBeGreaterThanOrEqual(6)
  await set.getByRole('button', { name: 'Clear filters' }).click()
  await expect(set).toHaveCount(0)
})

test('the filter of a column appears under the pointer and under the keyboard, and moves nothing', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/sell-out' })
  const head = page.getByRole('columnheader', { name: 'Buyer' })
  const funnel = page.getByRole('button', { name: 'Filter by Buyer' })
  await expect(head).toBeVisible()
  await expect(funnel).toHaveCount(0)
  const before = await head.boundingBox()
  await head.hover()
  await expect(funnel).toBeVisible()
  expect(await head.boundingBox()).toEqual(before)
  await page.mouse.move(0, 0)
  await head.getByRole('button', { name: 'Buyer' }).focus()
  await page.keyboard.press('Tab')
  await expect(funnel).toBeFocused()
})

test('who prefers comfortable rows keeps them after a reload, with whole texts', async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/products' })
  const row = page.getByRole('row', { name: /Atlas Professional, three years/ })
  await expect(row).toBeVisible()
  const compact = (await row.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Export, order and columns' }).click()
  await page.getByRole('switch', { name: 'Comfortable rows' }).check()
  await page.reload()
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.height ?? 0).toBeGreaterThan(compact)
})

test('on a phone an order takes two lines, and its dates are behind the filter', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', {
    ...product,
    phone: true,
    at: '/sell-out',
  })
  const order = page.getByRole('list', { name: 'Sell out' }).getByRole('listitem').first()
  await expect(order).toBeVisible()
  expect((await order.boundingBox())?.height ?? 999).toBeLessThanOrEqual(80)
  await expect(page.getByRole('group', { name: 'Creation date' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Creation date' })).toBeVisible()
  expect(complaints).toEqual([])
})
