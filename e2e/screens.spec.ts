import { expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, expectAccessible, holdBack, idle, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

/** Opens a screen, waits for its data, and expects that it is accessible and no wider than the window. */
async function expectFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The design system screen /ds shows loading states on purpose.
  if (path !== '/ds') await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

/** An account with a file and an environment, and an order with an attachment; returns the screens that show them. */
async function screensOfRecords(): Promise<string[]> {
  const wire = await wireOf(product, 'giulia@pontenuovo.example')
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  const { accountId } = account
  const upload = async (fileCategory: string) => {
    const fileName = 'Condizioni generali di fornitura, edizione autunnale con allegati.pdf'
    const request = { fileCategory, fileName, fileSizeInBytes: 7, fileNote: 'Nota '.repeat(40).trim() }
    const announced = await wire.call<{ uploadUrl: string; accountFileId: string; uploadSessionId: string }>(
      'POST',
      '/files/upload/request',
      request,
    )
    const { uploadUrl, accountFileId, uploadSessionId } = announced
    const { status } = await fetch(uploadUrl, { method: 'PUT', body: 'content' })
    expect(status).toBe(204)
    await wire.call('POST', '/files/upload/commit', { accountFileId, uploadSessionId })
    return accountFileId
  }
  await upload('document')
  const { id: environment } = await wire.call<{ id: string }>('POST', '/onPremiseEnvironments', {
    accountId,
    customerName: 'Ospedale Maggiore',
    customerEnvironmentId: 'OM-1',
  })
  const found = await wire.call<{ items: { orderId: string }[] }>('POST', '/orders/sell-out/search', { limit: 1 })
  const order = found.items[0]?.orderId
  await wire.call('POST', `/orders/${order}/attachments`, { attachments: [await upload('orderAttachment')] })
  return [
    ...['files', 'environments', 'stock', 'sell-out'].map((tab) => `/accounts/${accountId}/${tab}`),
    `/stocks/movements?account=${accountId}`,
    `/environments/create?account=${accountId}`,
    `/environments/${environment}`,
    `/sell-out/${order}`,
  ]
}

test('files, environments, movements and an order with attachments are accessible and fit, on a phone and on a wide screen', {
  tag: '@long',
}, async ({ browser }) => {
  const paths = await screensOfRecords()
  const phone = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true })
  await phone.page.emulateMedia({ colorScheme: 'dark' })
  const wide = await visit(browser, 'vera@halcyon.example', product)
  await wide.page.setViewportSize({ width: 1440, height: 900 })
  // In turn; with FULL=1, both.
  for (const [place, path] of paths.entries())
    for (const [turn, { page }] of [phone, wide].entries())
      if (isFull || place % 2 === turn) await expectFit(page, path)
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'it')
  await expect(wide.page.locator('html')).toHaveAttribute('lang', 'en')
  expect([...phone.complaints, ...wide.complaints]).toEqual([])
})

test('the vendor sees dollars besides euros, and charts say which currency they show', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/dashboard#figures' })
  const others = page.getByRole('list', { name: 'In other currencies' })
  await expect(others).toHaveCount(1)
  for (const list of await others.all()) await expect(list).toContainText(/\$[\d,]+\.\d\d/)
  await expect(page.getByText('Amounts in EUR only')).toHaveCount(2)
  await page.getByText('Value', { exact: true }).click()
  await expect(page.getByText('Amounts in EUR only')).toHaveCount(3)
  await page.getByRole('button', { name: 'Show Sell-out and sell-in as a table' }).click()
  await expect(page.getByRole('region', { name: /^Sell-out and sell-in: / })).toContainText('€')
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('a product shows the features of its type, and an order shows the origin of each change', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products?sku=VELA-1Y' })
  await page.getByRole('link', { name: /Vela, one year/ }).click()
  const type = page.getByRole('region', { name: 'Type: Rendering application' })
  for (const words of ['glTF, USD, Alembic, OpenEXR', '32', 'Yes', '"graphicsMemoryGb": 8', 'Supported until'])
    await expect(type).toContainText(words)
  await expectAccessible(page)
  await page.goto('/sell-out')
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByText(/^Source: Portal/).first()).toBeVisible()

  await test.step('the palette opens the page of a product', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Find or go to' }).fill('Vela, one')
    await page.getByRole('option', { name: /^Vela, one year/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Vela, one year' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('the settings menu shows the version of the portal', { tag: '@long' }, async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, phone: true })
  const { version } = await (await page.request.get('/api/v1/tenants/current')).json()
  await page.getByRole('button', { name: 'Language, appearance and version' }).click()
  await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a visitor without a session is sent to sign-in, and afterwards to the page they wanted', {
  tag: '@long',
}, async ({ browser }) => {
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

test('a list’s state is in its URL: reload and back keep it', async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/sell-out' })
  await page
    .getByRole('button', { name: /^Buyer/ })
    .first()
    .click()
  await expect(page).toHaveURL(/sort=buyerName/)
  await page.goto('/sell-out?page=2&limit=10')
  await expect(page.getByText(/11–20 of \d+/).first()).toBeVisible()
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(page).toHaveTitle(/^SO-/)
  await page.goBack()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/11–20 of \d+/).first()).toBeVisible()
})

test('the option under the pointer at the press is chosen, even if new results move it before the release', async ({
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
  await idle(page) // a slow click: the debounced search has been answered
  await page.mouse.up()
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: /^Quantity of Atlas Standard/ })).toHaveValue('1')
  expect(complaints).toEqual([])
})

test('a click reaches the pressed control, even if an error message appears below the field that loses the focus', async ({
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
  await idle(page) // a slow click
  await page.mouse.up()
  await expect(page.getByRole('option', { name: 'Italiano' })).toBeVisible()
  await expect(firstName).toHaveAccessibleDescription(/required/i)

  // The browser sends no pointerup after a context menu; validation after keyboard input must not wait for it.
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

test('nothing moves when it becomes known how many products are scarce, on a phone and on a wide screen', {
  tag: '@long',
}, async ({ browser }) => {
  for (const phone of [true, false]) {
    const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone })
    const answer = await holdBack(
      page,
      '**/api/v1/orders/stock/search',
      (route) => route.request().postData()?.includes('belowThreshold') ?? false,
    )
    await page.goto('/stocks')
    const first = page.getByRole('link', { name: 'ATLAS-ENT-1Y' })
    await first.waitFor()
    const before = await first.boundingBox()
    answer()
    await expect(page.getByRole('link', { name: 'Acquista ciò che manca' })).toHaveAttribute('href', /sell-in.create/)
    await expect(page.getByRole('switch', { name: 'Solo sotto la soglia di avviso (1)' })).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('who gives the roles of a partner is not told to ask for another role in the own company', async ({ browser }) => {
  const at = { ...product, at: '/products/create' }
  const luca = await visit(browser, 'luca@ferrante.example', at)
  const sara = await visit(browser, 'sara@ferrante.example', at)
  await expect(luca.page.getByRole('main')).toContainText('Who runs this portal decides who may open')
  await expect(sara.page.getByRole('main')).toContainText('Un amministratore della tua azienda può cambiarlo.')
  // No role of a partner opens the settings of the portal.
  await luca.page.goto('/settings')
  await expect(luca.page.getByRole('main')).toContainText('Who runs this portal decides who may open')
  await sara.page.goto('/settings')
  await expect(sara.page.getByRole('main')).toContainText('Chi gestisce il portale decide chi può aprire')
})
