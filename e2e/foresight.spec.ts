import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { wireOf } from './wire.ts'

/** A demo of its own: what is asked for here makes a stock run short. */
const product = demoProduct()

interface Row {
  productId: string
  productName: string
  available: number
  threshold: number | null
}

/** A reseller asks its distributor for more of a product than the distributor has, which no threshold warns of. */
async function askForTooMuch(): Promise<{ name: string; productId: string }> {
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { items } = await giulia.call<{ items: Row[] }>('POST', '/orders/stock/search', { limit: 100 })
  for (const { productId, productName, available, threshold } of items) {
    if (available < 1 || threshold !== null) continue
    const { customPrice: price } = await luca.call<{ customPrice: number }>('GET', `/pricelists/products/${productId}`)
    await luca.call('POST', '/orders', { items: [{ productId, quantity: available + 40, price }] })
    return { name: productName, productId }
  }
  throw new Error('The distributor has nothing without a threshold')
}

test('the desk says what runs short, why, and leads to the purchase of what will lack (rules Y7)', {
  tag: '@long',
}, async ({ browser }) => {
  const short = await askForTooMuch()
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'en-GB' })
  const line = page.locator('main [data-need="shortage"]')
  await expect(line).toHaveCount(1)
  await line.click()
  const pane = page.getByRole('region', { name: /^Runs short|^Verrà a mancare/ })
  const why = pane.getByRole('table').filter({ hasText: /attesa|waits for your approval|approvazione/ })
  await expect(why.first()).toBeVisible()
  await idle(page)
  await expectAccessible(page)

  // Its page says the same, below the fold that the link opens.
  await pane.getByRole('link', { name: /^(Open|Apri)$/ }).click()
  await expect(page).toHaveURL(/\/stocks\/movements\?product=.*#foresight$/)
  await expect(page.locator('#foresight').getByRole('table')).toBeVisible()
  await idle(page)
  await expectAccessible(page)

  await page.goto(`${product.baseURL}/stocks/movements?product=${short.productId}#foresight`)
  await expect(page.locator('#foresight').getByRole('table')).toBeVisible()
  await page
    .locator('#foresight')
    .getByRole('link', { name: /^(Purchase what will lack|Acquista quanto mancherà)$/ })
    .click()
  await expect(page).toHaveURL(/\/sell-in\/create\?item=/)
  await expect(page.getByRole('main').getByText(short.name).first()).toBeVisible()
  expect(complaints).toEqual([])
})
