import { expect, type Page, test } from '@playwright/test'
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
]

/** Opens a list and waits for its rows. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
}

test('rows of lists have one line and fit a laptop; a name that is cut says itself whole in its tooltip', async ({
  browser,
}) => {
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

test('a laptop shows sixteen orders and their totals below one line of filters; dates that are set say so there', async ({
  browser,
}) => {
  for (const email of ['martin@halcyon.example', 'giulia@pontenuovo.example']) {
    const { page, complaints } = await visit(browser, email, product)
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, '/sell-in')
    const whole = await page.evaluate(() => {
      const end = document.querySelector('tfoot td')?.getBoundingClientRect().top ?? 0
      const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom)
      return rows.filter((bottom) => bottom <= end + 1).length
    })
    expect(whole, email).toBeGreaterThanOrEqual(16)
    const dates = page.getByRole('button', { name: /^(Creation date|Data di creazione)/ })
    const before = await dates.boundingBox()
    await dates.click()
    await page.getByLabel(/^(Period|Periodo)$/).selectOption({ index: 1 })
    await expect(dates).toHaveAccessibleName(/^(Creation date|Data di creazione): .*2\d{3}.* – .*2\d{3}/)
    // The button stays where it was pressed.
    expect(Math.abs(((await dates.boundingBox())?.y ?? 0) - (before?.y ?? 0)), email).toBeLessThanOrEqual(1)
    expect(complaints).toEqual([])
  }
})

test('who prefers comfortable rows keeps them after a reload, with whole texts', async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/products' })
  const row = page.getByRole('row', { name: /Atlas Professional, three years/ })
  await expect(row).toBeVisible()
  const compact = (await row.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Language, appearance and version' }).click()
  await page.getByRole('radio', { name: 'Comfortable' }).check()
  await page.reload()
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.height ?? 0).toBeGreaterThan(compact)
})

test('on a phone an order takes two lines, and its dates are behind a button', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', {
    ...product,
    phone: true,
    at: '/sell-out',
  })
  const order = page.getByRole('list', { name: 'Sell out' }).getByRole('listitem').first()
  await expect(order).toBeVisible()
  expect((await order.boundingBox())?.height ?? 999).toBeLessThanOrEqual(80)
  await expect(page.getByRole('group', { name: 'Creation date' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Creation date' }).click()
  await expect(page.getByRole('group', { name: 'Creation date' })).toBeVisible()
  expect(complaints).toEqual([])
})
