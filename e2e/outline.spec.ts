import { expect, type Route, test } from '@playwright/test'
import { closeAll, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

test('a click draws the outline of the next screen before anything of it has arrived', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  await expect(page.getByRole('region', { name: 'What needs me', exact: true })).toBeVisible()
  const waiting: Route[] = []
  let isHeld = true
  // Nothing arrives until the outline was seen, however slow the machine is.
  await page.route(/\/(assets|api)\//, (route) => (isHeld ? void waiting.push(route) : route.continue()))
  await page.getByRole('link', { name: 'license keys', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/licenses$/)
  isHeld = false
  await Promise.all(waiting.map((route) => route.continue()))
  await expect(page.getByRole('heading', { level: 1, name: 'License keys', exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  expect(complaints).toEqual([])
})

test('dates are written as the reader chooses, at once and after a reload', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-in' })
  const first = page.getByRole('row').nth(1).locator('time').first()
  const day = (await first.getAttribute('datetime'))?.slice(0, 4)
  await page.getByRole('button', { name: 'Language, appearance and version', exact: true }).click()
  for (const [choice, pattern] of [
    ['ISO, 2026-12-31', new RegExp(`^${day}-\\d\\d-\\d\\d`)],
    ['British, 31/12/2026', new RegExp(`^\\d{1,2} [A-Z][a-z]+ ${day}`)],
    ['As this browser', new RegExp(`^\\d{1,2} [A-Z][a-z]+ ${day}`)],
    ['ISO, 2026-12-31', new RegExp(`^${day}-\\d\\d-\\d\\d`)],
  ] as const) {
    await page.getByRole('radio', { name: choice, exact: true }).check()
    await expect(first).toHaveText(pattern)
  }
  await page.reload()
  await expect(first).toHaveText(new RegExp(`^${day}-\\d\\d-\\d\\d`))
  expect(complaints).toEqual([])
})

test('somebody who types an address beyond their menu or role, or with a stale sort, reads why', async ({
  browser,
}) => {
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
