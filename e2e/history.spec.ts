import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const vendor = 'vera@halcyon.example'

test('the page of a price list tells who changed a price, from what and to what', { tag: '@long' }, async ({
  browser,
}) => {
  const wire = await wireOf(product, vendor)
  const [sold] = await wire.call<{ productId: string; productName: string }[]>('GET', '/products')
  const productId = sold?.productId ?? ''
  const items = [{ productId, customPrice: 100 }]
  const draft = { name: 'Watched', currencyId: 978, items }
  const { id } = await wire.call<{ id: string }>('POST', '/pricelists', draft)
  const { page, complaints } = await visit(browser, vendor, { ...product, at: `/pricelists/${id}` })
  const block = page.getByRole('region', { name: 'Who changed what', exact: true })
  const entries = block.getByRole('list', { name: 'Changes of this record', exact: true }).getByRole('listitem')

  await test.step('the block is closed at first and asks nothing of the server', async () => {
    const asked = page.waitForResponse(/\/audit\/history\/price_list\//)
    await expect(entries).toHaveCount(0)
    await block.getByRole('button', { name: 'Who changed what', exact: true }).click()
    await asked
    await expect(entries).toHaveCount(2)
    await expect(entries.first()).toContainText(`${sold?.productName} · Price: €100.00`)
    await expect(entries.last()).toContainText('Price list created')
    await expectAccessible(page)
  })

  await test.step('a changed price is the first entry at once', async () => {
    await page.getByRole('button', { name: `Actions for ${sold?.productName}`, exact: true }).click()
    await page.getByRole('button', { name: 'Change price', exact: true }).click()
    await page.getByRole('textbox', { name: `Price of ${sold?.productName}`, exact: true }).fill('80.5')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Save price', exact: true }).click()
    await expect(entries).toHaveCount(3)
    await expect(entries.first()).toContainText('Vera Lindqvist')
    await expect(entries.first()).toContainText(`${sold?.productName} · Price: €100.00 → €80.50`)
  })

  await test.step('older changes follow, twenty at a time', async () => {
    for (let price = 1; price <= 20; price += 1)
      await wire.call('PUT', `/pricelists/${id}/products`, { productId, customPrice: price })
    // The address remembers that the block was opened.
    await page.reload()
    await expect(entries).toHaveCount(20)
    await block.getByRole('button', { name: 'Show more', exact: true }).click()
    await expect(entries).toHaveCount(23)
    await expect(entries.last()).toContainText('Price list created')
    await expect(block.getByRole('button', { name: 'Show more', exact: true })).toHaveCount(0)
  })

  await test.step('all of it is in the audit log', async () => {
    await block.getByRole('link', { name: 'Open in the audit log', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log', exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`entityId=${id}`))
    await expect(page.getByText('1–20 of 23', { exact: true })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('a reader without the audit log has no such block', async ({ browser }) => {
  const wire = await wireOf(product, 'sara@ferrante.example')
  const { items } = await wire.call<{ items: { productId: string; name: string }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 1 },
  )
  const at = `/products/${items[0]?.productId}`
  const { page } = await visit(browser, 'sara@ferrante.example', { ...product, at })
  await expect(page.getByRole('heading', { level: 1, name: items[0]?.name ?? '', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who changed what', exact: true })).toHaveCount(0)
})
