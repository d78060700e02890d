import { expect, test } from '@playwright/test'
import { closeAll, expectAccessible, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

const screens = [
  '/dashboard?interval=thisYear',
  '/products',
  '/products/types',
  '/products/features',
  '/sell-in',
  '/sell-in/create',
  '/pricelists',
  '/pricelists/create',
  '/sell-out',
  '/sell-out/create',
  '/stocks',
  '/licenses',
  '/licenses/create',
  '/profile',
  '/profile/account',
  '/profile/account-edit',
  '/profile/create-user',
  '/accounts',
  '/profile/edit',
  '/ds',
]

test('every screen is accessible, fits a phone and speaks Italian in the dark', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // What is still loading is part of what /ds shows.
    if (path !== '/ds') await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${path} is wider than the phone`).toBeLessThanOrEqual(0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  }
  expect(complaints).toEqual([])
})

test('the vendor sees dollars beside its euro, and charts say which currency they draw', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', product)
  const others = page.getByRole('list', { name: 'In other currencies' })
  await expect(others).toHaveCount(2)
  for (const list of await others.all()) await expect(list).toContainText(/\$[\d,]+\.\d\d/)
  await expect(page.getByText('Amounts in EUR only')).toHaveCount(2)
  await page.getByText('Value', { exact: true }).click()
  await expect(page.getByText('Amounts in EUR only')).toHaveCount(3)
  await page.getByRole('button', { name: 'Show Sell-out and sell-in as a table' }).click()
  await expect(page.getByRole('region', { name: /^Sell-out and sell-in: / })).toContainText('€')
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('a product shows the features of its type, and an order where each change came from', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products?sku=VELA-1Y' })
  await page.getByRole('link', { name: /Vela, one year/ }).click()
  const type = page.getByRole('region', { name: 'Type: Rendering application' })
  for (const words of ['glTF, USD, Alembic, OpenEXR', '32', 'Yes', '"graphicsMemoryGb": 8', 'Supported until'])
    await expect(type).toContainText(words)
  await expectAccessible(page)
  await page.goto('/sell-out')
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(page.getByText(/^Source: Portal/).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('the settings of the frame show the version of the portal', async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, phone: true })
  const { version } = await (await page.request.get('/api/v1/tenants/current')).json()
  await page.getByRole('button', { name: 'Language, appearance and version' }).click()
  await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a visitor without a session is led to sign in, and then to where they wanted to go', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.baseURL, locale: 'it-IT' })
  const page = await context.newPage()
  await page.goto('/sell-out?status=pending')
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  await expectAccessible(page)

  await page.locator('input[type=email]').fill('luca@ferrante.example')
  await page.locator('input[type=password]').fill('Wrong-Days-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await expect(page.locator('input[type=email]')).toHaveValue('luca@ferrante.example')
  await expectAccessible(page)

  await page.locator('input[type=password]').fill('Halcyon-Days-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell-out\?status=pending/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.goto('/no/such/place')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth\/signin/)
  await page.goto('/stocks')
  await expect(page).toHaveURL(/\/auth\/signin/)
})

test('where a list was left is in its address: reload and back keep it', async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/sell-out' })
  await page
    .getByRole('button', { name: /^Buyer/ })
    .first()
    .click()
  await expect(page).toHaveURL(/sort=buyerName/)
  await page.goto('/sell-out?page=2&limit=10')
  await expect(page.getByText(/11–20 of \d+/).first()).toBeVisible()
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/SO-/)
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/11–20 of \d+/).first()).toBeVisible()
})

test('the option pressed is the option chosen, though the answer to what was typed moves it meanwhile', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-in/create' })
  const field = page.getByRole('combobox', { name: 'Product' })
  await field.click()
  const option = page.getByRole('option', { name: /ATLAS-STD-1Y/ })
  await option.hover()
  await page.mouse.down()
  await field.fill('ATLAS-STD-1Y')
  await expect(field).toHaveValue('ATLAS-STD-1Y')
  await page.waitForTimeout(400) // as long as a slow hand holds the button: longer than the list waits to be asked
  await page.mouse.up()
  await expect(field).toHaveValue(/Atlas Standard/)
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /^Quantity of Atlas Standard/ })).toHaveValue('1')
  expect(complaints).toEqual([])
})

test('a press meets what was pressed, though the field that loses the focus has something to say', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/profile/edit')
  const firstName = page.getByLabel('First name')
  const language = page.getByRole('combobox', { name: 'Language' })
  await firstName.fill('')
  const { x, y, width } = (await language.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + 3)
  await page.mouse.down()
  await page.waitForTimeout(400) // as long as a slow hand takes
  await page.mouse.up()
  await expect(page.getByRole('option', { name: 'Italiano' })).toBeVisible()
  await expect(firstName).toHaveAccessibleDescription(/required/i)

  // A menu of the browser's own may swallow the release: whoever goes on by the keys is not kept waiting for it.
  const lastName = page.getByLabel('Last name')
  await lastName.fill('')
  await lastName.hover()
  await page.mouse.down({ button: 'right' })
  await page.keyboard.press('Enter')
  await expect(lastName).toHaveAccessibleDescription(/required/i)
  await lastName.fill('Ferrante')
  await page.mouse.down()
  await lastName.fill('')
  await page.keyboard.press('Enter')
  await expect(lastName).toHaveAccessibleDescription(/required/i)
  expect(complaints).toEqual([])
})
