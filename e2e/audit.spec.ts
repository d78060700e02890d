import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Named {
  priceListId: string
  name: string
}

/** Vera prices a product anew on the list of Europe. */
async function changePrice(): Promise<{ productName: string; name: string }> {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const { items: lists } = await wire.call<{ items: Named[] }>('POST', '/pricelists/search', { limit: 20 })
  const list = lists.find(({ name }) => name === 'Halcyon Europe') as Named
  const products = await wire.call<{ items: { productId: string; name: string }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 1, filterBy: [{ field: 'sku', values: ['ATLAS-ENT-1Y'] }] },
  )
  const [{ productId, name: productName }] = products.items as [{ productId: string; name: string }]
  const path = `/pricelists/${list.priceListId}/products`
  await wire.call('PUT', path, { productId, customPrice: 1500 })
  await wire.call('PUT', path, { productId, customPrice: 1234.5 })
  return { productName, name: list.name }
}

test('an auditor finds who changed a price, when, from what and to what (rules G18, G20)', async ({ browser }) => {
  const { productName, name } = await changePrice()
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', product)
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'audit log', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log', exact: true })).toBeVisible()

  await test.step('by the product, whichever list it is on', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Prices of a product: name or SKU', exact: true }).fill('atlas-ent')
    await expect(page).toHaveURL(/product=atlas-ent/)
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText('Vera Lindqvist')
    await expect(row).toContainText('Price changed')
    await expect(row).toContainText(name)
    await expect(row).toContainText('€1,500.00 → €1,234.50')
    await expectAccessible(page)
    // Beside the filters, which closes them.
    await page.getByRole('heading', { level: 1 }).click()
    await row.getByRole('link').first().click()
  })

  await test.step('the entry shows before and after side by side, and leads on', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Price changed', exact: true })).toBeVisible()
    await expect(page).toHaveTitle(/^Price changed · /)
    const table = page.getByRole('table', { name: 'Changes: Price changed', exact: true })
    await expect(table.getByRole('row', { name: /^Price / })).toHaveText('Price€1,500.00€1,234.50')
    await expect(page.getByRole('link', { name: productName, exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'All changes of this record', exact: true }).click()
    const filter = page.getByRole('button', { name: `Remove filter Only this record: ${name}`, exact: true })
    await expect(filter).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Price list created', exact: true })).toBeVisible()
    await filter.click()
    await expect(filter).toHaveCount(0)
  })

  await test.step('the list is exported as it is filtered', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('link', { name: 'Price changes', exact: true }).click()
    await expect(page).toHaveURL(/action=price_list.product_changed/)
    await expect(page.getByRole('row').nth(1)).toContainText('Price changed')
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).first().click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.csv')
  })
  expect(complaints).toEqual([])
})

test('who reads the whole log verifies its chain; a partner reads only what is in reach (rules G18, threats X14)', {
  tag: '@long',
}, async ({ browser }) => {
  const vera = await visit(browser, 'vera@halcyon.example', { ...product, at: '/audit', phone: true })
  await vera.page.emulateMedia({ colorScheme: 'dark' })
  await vera.page.getByRole('link', { name: 'Integrity', exact: true }).click()
  await vera.page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(vera.page.getByText('The audit log is intact', { exact: true })).toBeVisible()
  await expectAccessible(vera.page)

  const giulia = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/audit?entity=product' })
  await expect(giulia.page.getByText('Nessun elemento corrisponde a questi filtri', { exact: true })).toBeVisible()
  await expect(giulia.page.getByRole('link', { name: 'Integrità', exact: true })).toHaveCount(0)
  await giulia.page.goto('/audit/chain')
  await expect(giulia.page).toHaveURL(/\/dashboard/)
  expect([...vera.complaints, ...giulia.complaints]).toEqual([])
})
