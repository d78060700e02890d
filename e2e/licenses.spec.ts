import { expect, test } from '@playwright/test'
import { closeAll, expectAccessible, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

const fails = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 500, code: 'RQ500', title: 'x', detail: 'x', message: 'x', requestId: 'r-1' }),
}

test('when the products for new keys cannot be loaded, the form says so instead of showing an empty list', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'luca@ferrante.example', product)
  await page.route('**/api/v1/orders/stock/search', (route) => route.fulfill(fails))
  await page.goto('/licenses/create')
  const alert = page.getByRole('alert').filter({ hasText: 'The products could not be loaded' })
  await expect(alert).toBeVisible()
  await expect(page.getByText('No products available')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/api/v1/orders/stock/search')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Product/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('creating more keys than are on hand shows the missing quantity, and the purchase form is filled with exactly that', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'luca@ferrante.example', product)
  await page.goto('/licenses/create')
  await page.getByRole('combobox', { name: /^Product/ }).fill('NORMA-1Y')
  await page.getByRole('option', { name: /NORMA-1Y/ }).click()
  const onHand = Number(/(\d+) on hand/.exec(await page.getByRole('combobox', { name: /^Product/ }).inputValue())?.[1])
  await page.getByRole('textbox', { name: /^Quantity/ }).fill(String(onHand + 3))
  await page.getByRole('button', { name: 'Make license keys' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The keys could not be made' })
  await expect(alert).toContainText('3 pieces are missing')
  await expectAccessible(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await alert.getByRole('link', { name: 'Purchase' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: /^Leave/ })
  await leave
    .or(page.getByRole('heading', { name: 'New purchase' }))
    .first()
    .waitFor()
  if (await leave.isVisible()) await leave.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New purchase' })).toBeVisible()
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'NORMA-1Y' })
  await expect(line.getByRole('textbox', { name: /Quantity/ })).toHaveValue('3')
})

test('a license key that does not exist or cannot be loaded has a page with a heading and a back link', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'luca@ferrante.example', product)
  await page.goto('/licenses/NORM-00000-00000-00000-00000')
  await expect(page.getByRole('heading', { level: 1, name: 'License' })).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/v1/licenses/*', (route) => route.fulfill(fails))
  await page.goto('/licenses/NORM-00000-00000-00000-00001')
  await expect(page.getByRole('heading', { level: 1, name: 'License' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'License keys' })).toBeVisible()
})
