import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

/** The value of a labelled fact on the page. */
const fact = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]')
const marks = (page: Page) => page.locator('main [data-live]')

test('a page highlights in place what others changed and names it, but not the reader’s own changes', {
  tag: '@long',
}, async ({ browser }) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const id = await registerFor(luca, 'Studio Ferrante', { name: 'Conceria Arno', vatId: '01776655443' })
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    locale: 'en-GB',
    at: `/deals/${id}`,
  })
  await expect(page.getByText('Conceria Arno').first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(marks(page)).toHaveCount(0)

  await test.step('the owner asks for another price', async () => {
    await luca.call('POST', `/deals/${id}/updateEbidValue`, { value: 9000 })
    await expect(marks(page).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Appena aggiornato: ./ })).toHaveCount(1)
    await expectAccessible(page)
  })
  await test.step('the marks stay until the reader changes something', async () => {
    await page.getByRole('button', { name: 'Proteggi', exact: true }).click()
    await page.getByRole('status', { name: 'Messaggi', exact: true }).getByRole('button', { name: 'Chiudi' }).click()
    await expect(page.getByText('Protetta', { exact: true }).first()).toBeVisible()
    await expect(marks(page)).toHaveCount(0)
  })
  await test.step('and another page has none', async () => {
    await luca.call('PUT', `/deals/${id}`, { chanceOfClosure: 35 })
    await expect(marks(page).first()).toBeVisible()
    await page.goto('/deals')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(marks(page)).toHaveCount(0)
  })
  expect(await giulia.call<{ protectionStatus: string }>('GET', `/deals/${id}`)).toMatchObject({
    protectionStatus: 'Approved',
  })
  expect(complaints).toEqual([])
})

test('a price that a colleague changes is highlighted in the open price list', async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const { items } = await vera.call<{
    items: { priceListId: string; productCount: number; blocked: { update: null } }[]
  }>('POST', '/pricelists/search', { limit: 100 })
  const list = items.find(({ productCount, blocked }) => productCount > 1 && blocked.update === null)
  const { products } = await vera.call<{ products: { productId: string; name: string; customPrice: number }[] }>(
    'GET',
    `/pricelists/${list?.priceListId}`,
  )
  const [first, second] = products
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', {
    ...product,
    at: `/pricelists/${list?.priceListId}`,
  })
  const rowOf = (name: string | undefined) =>
    page
      .getByRole('row')
      .filter({ hasText: name ?? '' })
      .first()
  await expect(rowOf(first?.name)).toBeVisible()
  await vera.call('PUT', `/pricelists/${list?.priceListId}/products`, {
    productId: first?.productId,
    customPrice: (first?.customPrice ?? 0) + 1,
  })
  await expect(rowOf(first?.name)).toHaveAttribute('data-live', 'updated')
  await expect(rowOf(second?.name)).not.toHaveAttribute('data-live')
  expect(complaints).toEqual([])
})

test('when one product of the catalogue changes, every row keeps its own product', async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/products' })
  const names = page.locator('[data-row] [data-row-link]')
  await expect(names.first()).toBeVisible()
  const before = await names.allInnerTexts()
  const training = page.locator('[data-row]').filter({ hasText: 'Training' })
  const path = `/products/${await training.getAttribute('data-row')}`
  const { sku, name, priceMsrp } = await vera.call<Record<string, unknown>>('GET', path)
  await vera.call('PUT', path, { sku, name, priceMsrp, description: 'Two days, at the customer or online' })
  await expect(training).toHaveAttribute('data-live', 'updated')
  const isOther = (text: string) => !text.includes('Training')
  expect((await names.allInnerTexts()).filter(isOther)).toEqual(before.filter(isOther))
  expect(complaints).toEqual([])
})

test('when the vendor marks an order as invoiced or paid, the buyer’s open page highlights it', async ({ browser }) => {
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const { items } = await giulia.call<{
    items: { orderId: string; orderCode: string; buyer: { accountName: string } }[]
  }>('POST', '/orders/sell-out/search', {
    filterBy: [
      { field: 'invoiced', values: [false] },
      { field: 'buyerName', values: ['Ferrante'] },
    ],
    limit: 1,
  })
  const [order] = items
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', {
    ...product,
    at: `/sell-in/${order?.orderId}`,
  })
  await expect(fact(page, 'Invoiced')).toBeVisible()
  await giulia.call('PUT', `/orders/${order?.orderId}/update`, { invoiced: true })
  await expect(fact(page, 'Invoiced')).toHaveAttribute('data-live', 'updated')
  await expect(page.getByRole('status').filter({ hasText: 'Invoiced' })).toHaveCount(1)
  expect(complaints).toEqual([])
})
