import { expect, test } from '@playwright/test'
import { codeOf, demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { inPage, openVendorPage } from './vendor-page.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

test('an order leads from the request to an activated key, and the dashboard counts it', async ({ browser }) => {
  const luca = await visit(browser, 'luca@ferrante.example', product)
  const giulia = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await expectAccessible(luca.page)
  await expectAccessible(giulia.page)
  const soldBefore = await piecesSold(giulia.page)

  const code = await test.step('a reseller requests a purchase', async () => {
    const { page } = luca
    await page.getByRole('link', { name: 'Sell in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sell in' })).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New purchase' }).click()
    await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
    await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
    const quantity = page.getByRole('textbox', { name: /^Quantity of Atlas Standard, one year/ })
    await quantity.fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(quantity).toBeFocused()
    await expect(quantity).toHaveAccessibleDescription('Must be at least 1')
    await expect(quantity).toHaveValue('0')
    await quantity.fill('2')
    await page.getByLabel('Reference code').fill('PO-7731')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create purchase' }).click()
    await expect(page).toHaveTitle(/^SO-\d{4}-\d{6} /)
    await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('PO-7731').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    return codeOf(page)
  })

  await test.step('the distributor approves it, in Italian', async () => {
    const { page } = giulia
    await page.getByRole('link', { name: /^sell-out$/i }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: code }).click()
    await page.getByRole('button', { name: 'Approva', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approva', exact: true }).click()
    await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the stock has moved', async () => {
    const { page } = luca
    await page.getByRole('link', { name: 'Stocks' }).click()
    await page.getByRole('link', { name: 'Atlas Standard, one year' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Movements of ATLAS-STD-1Y' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Why' }).selectOption('Purchased')
    await expect(page.getByRole('link', { name: code })).toBeVisible()
    await expect(page).toHaveURL(/reason=purchase/)
    await expectAccessible(page)
  })

  const serialKey = await test.step('the reseller creates a license key', async () => {
    const { page } = luca
    await page.getByRole('link', { name: 'License keys' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Make license keys' }).click()
    await page.getByRole('combobox', { name: 'Product' }).click()
    await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Make license keys' }).click()
    await expect(page.getByText('No device holds a seat')).toBeVisible()
    await expectAccessible(page)
    return decodeURIComponent(page.url().split('/').at(-1) ?? '')
  })

  await test.step('a device takes the seat', async () => {
    const { page, context, complaints, close } = await openVendorPage(browser)
    expect(await inPage(page, product.baseURL, 'activate', serialKey)).toBe('valid')
    expect(await inPage(page, product.baseURL, 'heartbeat')).toBe('valid')
    expect(await inPage(page, product.baseURL, 'activate', 'EDGE-00000-00000-00000-00000')).toBe('DV404')
    await page.reload()
    await page.evaluate(() => import(`${location.origin}/index.js`))
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    await context.setOffline(true)
    expect(await inPage(page, product.baseURL, 'status')).toBe('valid')
    expect(await inPage(page, product.baseURL, 'heartbeat')).toBe('PortalUnreachable')
    await close()
    await luca.page.reload()
    await expect(luca.page.getByRole('table').getByText('Drawing table')).toBeVisible()
    await expect(luca.page.getByRole('img', { name: /Seats: 1/ })).toBeVisible()
    await expectAccessible(luca.page)
  })

  await test.step('the dashboard shows it', async () => {
    await giulia.page.getByRole('link', { name: /^dashboard$/i }).click()
    await idle(giulia.page)
    expect(await piecesSold(giulia.page)).toBe(soldBefore + 2)
  })

  expect([...luca.complaints, ...giulia.complaints]).toEqual([])
})

test('a seller without enough stock is told what is missing, keeps the typed values and can purchase it', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', {
    ...product,
    phone: true,
    at: '/sell-out/create',
  })
  await page.getByRole('combobox', { name: 'Buyer' }).click()
  await page.getByRole('option').nth(1).click()
  await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
  await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
  await page.getByRole('textbox', { name: /^Quantity of Atlas Standard, one year/ }).fill('900000')
  await page.getByLabel('Notes').fill('For the new office')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create sale' }).click()
  await expect(page.getByText('Insufficient stock for the following products:')).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('For the new office')
  await expectAccessible(page)
  await page
    .getByRole('button', { name: 'Purchase the missing items' })
    .or(page.getByRole('link', { name: 'Purchase the missing items' }))
    .click()
  await expect(page).toHaveURL(/\/sell-in\/create/)
  await expect(page.getByRole('textbox', { name: /^Quantity of Atlas Standard/ })).toHaveValue(/^8\d{5}$|^900000$/)
  await expectAccessible(page)
  // The browser logs the expected 409 answer; there must be no other entry.
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
})

test('a reseller’s user with basic rights sees no approval buttons, and the order of another branch does not exist for them', async ({
  browser,
}) => {
  const vera = await visit(browser, 'vera@halcyon.example', { ...product, at: '/sell-out' })
  const first = vera.page.getByRole('link', { name: /^SO-/ }).first()
  const href = await first.getAttribute('href')
  const sara = await visit(browser, 'sara@ferrante.example', { ...product, at: '/sell-in?mine=yes' })
  await sara.page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(sara.page).toHaveTitle(/^SO-/)
  await expect(sara.page.getByRole('button', { name: 'Approva', exact: true })).toHaveCount(0)
  await sara.page.goto(`/sell-out/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`)
  await expectAccessible(sara.page)
  await expect(sara.page.getByText('SO-')).toHaveCount(0)
  expect(href).toMatch(/\/sell-out\//)
})

test('what one person does appears by itself in the open list, detail and bell of the other, and nothing typed is lost', {
  tag: '@long',
}, async ({ browser }) => {
  const [lucaApi, giuliaApi] = [
    await wireOf(product, 'luca@ferrante.example'),
    await wireOf(product, 'giulia@pontenuovo.example'),
  ]
  const { account } = await lucaApi.call<{ account: { accountId: string } }>('GET', '/users/me')
  const offered = await giuliaApi.call<{ productId: string; price: number; available: number }[]>(
    'GET',
    `/orders/stock/available?buyerAccountId=${account.accountId}`,
  )
  const item = offered.find(({ available }) => available > 10)
  const request = () =>
    lucaApi.call<{ id: string; orderCode: string }>('POST', '/orders', {
      items: [{ productId: item?.productId, quantity: 1, price: item?.price }],
    })
  const first = await request()
  const approve = ({ id }: { id: string }) =>
    giuliaApi.call('PUT', `/orders/${id}`, { status: 'approved', source: 'api' })

  const list = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-in' })
  const detail = await visit(browser, 'luca@ferrante.example', { ...product, at: `/sell-in/${first.id}` })
  const seller = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT', at: '/sell-out' })
  const row = list.page.getByRole('row').filter({ hasText: first.orderCode })
  await expect(row.getByText('Pending')).toBeVisible()

  await test.step('a text is being typed in the detail', async () => {
    await detail.page.getByRole('button', { name: /reference code/i }).click()
    await detail.page.getByRole('dialog').getByRole('textbox').fill('PO half typ')
  })
  await test.step('the seller approves', async () => {
    await approve(first)
    await Promise.all([
      expect(row.getByText('Approved')).toBeVisible(),
      expect(row).toHaveAttribute('data-live', 'updated'),
      expect(detail.page.getByText('Just updated')).toBeVisible(),
      expect(list.page.getByRole('button', { name: /^News: \d+ unread/ })).toBeVisible(),
    ])
    await expect(detail.page.getByRole('dialog').getByRole('textbox')).toHaveValue('PO half typ')
    await expect(detail.page.getByText('Approved', { exact: true }).first()).toBeVisible()
  })
  await test.step('a new order waits behind a bar, and no row moves', async () => {
    const rows = seller.page.getByRole('row')
    // The approval appears in this list too, by itself.
    await idle(seller.page)
    await expect(rows.nth(1)).toContainText('Approvato')
    const before = await rows.nth(1).innerText()
    const second = await request()
    const bar = seller.page.getByRole('button', { name: '1 in più: mostra' })
    await expect(bar).toBeVisible()
    expect(await rows.nth(1).innerText()).toBe(before)
    await expectAccessible(seller.page)
    await bar.click()
    await expect(rows.nth(1)).toContainText(second.orderCode)
    await expect(bar).toHaveCount(0)
  })
  await test.step('the news says so, links to the order and is read with it', async () => {
    const { page } = list
    await page.getByRole('button', { name: /^News: \d+ unread/ }).click()
    const panel = page.getByRole('dialog', { name: 'News' })
    const sentence = panel.getByRole('link', { name: new RegExp(`has approved order ${first.orderCode}`) })
    await expect(sentence).toBeVisible()
    await expectAccessible(page)
    await sentence.click()
    await expect(page).toHaveTitle(new RegExp(`^${first.orderCode} `))
    await page.getByRole('button', { name: /^News/ }).click()
    const all = panel.getByRole('button', { name: 'Mark all as read' })
    // Other orders may have made news too. The button is there unless the link has read the last one.
    await idle(page)
    if (await all.isVisible()) await all.click()
    await expect(page.getByRole('button', { name: 'News', exact: true })).toBeVisible()
  })
  await test.step('the choice of how to be told is kept', async () => {
    const { page } = list
    await page.goto('/profile')
    const field = page.getByRole('radio', { name: 'An order was approved: One mail a day', exact: true })
    await field.check()
    await expect(page.getByText('Choice saved')).toBeVisible()
    await page.reload()
    await expect(field).toBeChecked()
    await expectAccessible(page)
  })
  expect([...list.complaints, ...detail.complaints, ...seller.complaints]).toEqual([])
})

/** The number of sold pieces in the dashboard's sell-out tile. */
async function piecesSold(page: import('@playwright/test').Page): Promise<number> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Figures|Dati)/ })
    .click()
  const tile = page.getByText(/^Sell-out, (pieces|pezzi)$/).locator('..')
  await expect(tile).toContainText(/\d/)
  return Number((await tile.innerText()).split('\n')[1]?.replace(/\D/g, ''))
}
