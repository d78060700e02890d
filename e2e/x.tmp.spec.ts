import { expect, test } from '@playwright/test'
import { demoProduct, idle, visit } from './journey.ts'
import { wireOf } from './wire.ts'
const product = demoProduct()
const out = '/tmp/shots/foresight'
test('look', async ({ browser }) => {
  test.setTimeout(240000)
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const luca = await wireOf(product, 'luca@ferrante.example')
  const before = await giulia.call<any>('GET', '/stocks/foresight')
  console.log('demo giulia', JSON.stringify(before.items.map((i: any) => [i.product.sku, i.date, i.missing, i.isScarce, i.available, i.renewals.pieces, i.deals.pieces, i.orders.pieces, i.habit.pieces])))
  console.log('demo luca', JSON.stringify((await luca.call<any>('GET', '/stocks/foresight')).items.map((i: any) => [i.product.sku, i.date, i.missing])))
  const { items } = await giulia.call<any>('POST', '/orders/stock/search', { limit: 100 })
  const two = items.filter((r: any) => r.available > 0 && r.threshold === null).slice(0, 2)
  for (const { productId, available } of two) {
    const { customPrice: price } = await luca.call<any>('GET', `/pricelists/products/${productId}`)
    await luca.call('POST', '/orders', { items: [{ productId, quantity: available + 40, price }] })
  }
  for (const [name, options, size] of [
    ['wide', { locale: 'it-IT' }, { width: 1440, height: 900 }],
    ['wide-dark', { locale: 'it-IT', colorScheme: 'dark' }, { width: 1440, height: 900 }],
    ['phone', { locale: 'it-IT' }, { width: 390, height: 844 }],
  ] as const) {
    const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, ...options } as never)
    await page.setViewportSize(size)
    if (name.includes('dark')) await page.emulateMedia({ colorScheme: 'dark' })
    const line = page.locator('main [data-need="shortage"]')
    await expect(line).toHaveCount(1)
    await line.click()
    await idle(page)
    await page.screenshot({ path: `${out}/desk-${name}.png`, fullPage: name === 'phone' })
    await page.goto(`${product.baseURL}/stocks/movements?product=${two[0].productId}#foresight`)
    await expect(page.locator('#foresight').getByRole('table')).toBeVisible()
    await idle(page)
    await page.screenshot({ path: `${out}/ledger-${name}.png` })
    await page.goto(`${product.baseURL}/stocks/movements`)
    await idle(page)
    await page.screenshot({ path: `${out}/all-${name}.png` })
    await page.context().close()
  }
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, locale: 'en-GB' } as never)
  await page.goto(`${product.baseURL}/stocks/movements#foresight`)
  await idle(page)
  await page.screenshot({ path: `${out}/luca.png` })
  await page.route('**/api/v1/stocks/foresight**', (r) => r.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify({ type: 'urn:trellis:problem:RQ500', title: 'x', status: 500, detail: 'x', code: 'RQ500', message: 'x', info: null, requestId: 'r' }) }))
  await page.reload()
  await idle(page)
  await page.screenshot({ path: `${out}/luca-failing.png` })
})
