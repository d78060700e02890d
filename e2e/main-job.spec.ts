import { expect, test } from '@playwright/test'
import { closeAll, expectAccessible, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

test('an order leads from the request to an activated key, and the dashboard counts it', async ({ browser }) => {
  const luca = await visit(browser, 'luca@ferrante.example', product)
  const giulia = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await expectAccessible(luca.page)
  await expectAccessible(giulia.page)
  const soldBefore = await piecesSold(giulia.page)

  const code = await test.step('a reseller requests a purchase', async () => {
    const { page } = luca
    await page.getByRole('link', { name: 'Sell in' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New purchase' }).click()
    await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
    await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
    await page.getByRole('textbox', { name: /^Quantity of Atlas Standard, one year/ }).fill('2')
    await page.getByLabel('Reference code').fill('PO-7731')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create purchase' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/SO-\d{4}-\d{6}/)
    await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('PO-7731').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    return (await page.getByRole('heading', { level: 1 }).innerText()).trim()
  })

  await test.step('the distributor approves it, in Italian', async () => {
    const { page } = giulia
    await page.getByRole('link', { name: 'Sell out' }).click()
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
    const activation = await fetch(`${product.baseURL}/api/v1/devices/activate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ serialKey, deviceUuid: 'workstation-1', deviceName: 'Drawing table', osName: 'Windows' }),
    })
    expect(activation.status).toBe(200)
    await luca.page.reload()
    await expect(luca.page.getByText('Drawing table')).toBeVisible()
    await expect(luca.page.getByRole('img', { name: /Seats: 1/ })).toBeVisible()
    await expectAccessible(luca.page)
  })

  await test.step('the dashboard shows it', async () => {
    await giulia.page.getByRole('link', { name: /^dashboard$/i }).click()
    await expect.poll(() => piecesSold(giulia.page)).toBe(soldBefore + 2)
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
  await expect(sara.page.getByRole('heading', { level: 1 })).toHaveText(/SO-/)
  await expect(sara.page.getByRole('button', { name: 'Approva', exact: true })).toHaveCount(0)
  await sara.page.goto(`/sell-out/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`)
  await expectAccessible(sara.page)
  await expect(sara.page.getByText('SO-')).toHaveCount(0)
  expect(href).toMatch(/\/sell-out\//)
})

/** The number of sold pieces in the dashboard's sell-out tile. */
async function piecesSold(page: import('@playwright/test').Page): Promise<number> {
  const tile = page.getByText(/^Sell-out, (pieces|pezzi)$/).locator('..')
  await expect(tile).toContainText(/\d/)
  return Number((await tile.innerText()).split('\n')[1]?.replace(/\D/g, ''))
}
