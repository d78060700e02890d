import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, expectText, visit } from './journey.ts'
import { type Wire, wireOf } from './wire.ts'

let wire: Wire

const product = demoProduct()
test.beforeAll(async () => {
  wire = await wireOf(product, 'vera@halcyon.example')
})

interface Entity {
  id: string
}
let made = 0
const someProduct = async (more: object = {}) => {
  const body = { sku: `CARE-${++made}`, name: `Careful ${made}`, priceMsrp: 10, ...more }
  const { id } = await wire.call<Entity>('POST', '/products', body)
  return { id, body }
}
const feature = async (name: string, typeId: number) =>
  (await wire.call<Entity>('POST', '/productsType/features', { name, description: `About ${name}`, typeId })).id

const manager = (browser: Browser) => visit(browser, 'martin@halcyon.example', product)
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
/** Console errors without those that the browser writes for 4xx and 5xx answers. */
const ownComplaints = (complaints: string[]) => complaints.filter((each) => !/status of (4|5)\d\d/.test(each))
const long = `${'Hochleistungsdatenverarbeitungsanlagen'.repeat(3)} and more`

test('two users edit one product: both changes are kept, and conflicting changes are shown before one is overwritten', {
  tag: '@long',
}, async ({ browser }) => {
  const { id, body } = await someProduct()
  const { page, complaints } = await manager(browser)
  await page.goto(`/products/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Careful, as Martin has it')
  await wire.call('PUT', `/products/${id}`, { ...body, priceMsrp: 77, description: 'Written by Vera' })
  await save(page)
  await expectText(page, 'Product updated')
  expect(await wire.call('GET', `/products/${id}`)).toMatchObject({
    name: 'Careful, as Martin has it',
    priceMsrp: 77,
    description: 'Written by Vera',
  })

  await page.getByRole('link', { name: 'Edit' }).click()
  // The editor must start with the current values of the server, not with cached ones.
  await expect(page.getByLabel('MSRP')).toHaveValue('77')
  await page.getByLabel('MSRP').fill('80')
  await wire.call('PUT', `/products/${id}`, { ...body, priceMsrp: 90, oemSku: 'OEM-90' })
  await save(page)
  await expectText(page, 'Somebody else changed this meanwhile. Save again to keep what stands here.')
  await expect(page.getByLabel('MSRP')).toBeFocused()
  expect(await wire.call('GET', `/products/${id}`)).toMatchObject({ priceMsrp: 90 })
  await save(page)
  await expect(page).toHaveURL(new RegExp(`/products/${id}$`))
  expect(await wire.call('GET', `/products/${id}`)).toMatchObject({ priceMsrp: 80, oemSku: 'OEM-90' })
  expect(ownComplaints(complaints)).toEqual([])
})

test('two users edit one type: features that the other added are kept, and values that were not edited stay unchanged', {
  tag: '@long',
}, async ({ browser }) => {
  const [tiny, huge, word, later] = await Promise.all([
    feature('Tiny', 1),
    feature('Huge', 1),
    feature('Word', 3),
    feature('Later', 6),
  ])
  const values = [
    { id: tiny, value: 1.5e-30 },
    { id: huge, value: 2.5e100 },
    { id: word, value: 'old' },
  ]
  const { id } = await wire.call<Entity>('POST', '/productsType', { name: 'Shared type', features: values })
  const { page, complaints } = await manager(browser)
  await page.goto(`/products/types/${id}`)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tiny' })).toContainText('1.5E-30')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Value of Huge').focus()
  for (let field = 0; field < 4; field++) await page.keyboard.press('Tab')
  await page.getByLabel('Value of Word').fill('new')
  await wire.call('PUT', `/productsType/${id}`, {
    name: 'Shared type',
    description: 'By Vera',
    features: [...values, { id: later, value: 4 }],
  })
  await save(page)
  await expectText(page, 'Product type updated')
  expect(await wire.call('GET', `/productsType/${id}`)).toMatchObject({
    description: 'By Vera',
    features: [
      { name: 'Huge', value: 2.5e100 },
      { name: 'Later', value: 4 },
      { name: 'Tiny', value: 1.5e-30 },
      { name: 'Word', value: 'new' },
    ],
  })

  await test.step('after removing an item with the keyboard, the focus moves to the item that took its place', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Take Later away' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Take Tiny away' })).toBeFocused()
    await page.getByRole('button', { name: 'Take Word away' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Take Tiny away' })).toBeFocused()
    await page.getByRole('button', { name: 'Take Tiny away' }).press('Enter')
    await page.getByRole('button', { name: 'Take Huge away' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Add a feature' })).toBeFocused()
  })
  expect(ownComplaints(complaints)).toEqual([])
})

test('a deleted product still shows its name where it is referred to, and a price in another currency means no price for the vendor', {
  tag: '@long',
}, async ({ browser }) => {
  const original = await someProduct({ name: 'The first of its kind' })
  const variant = await someProduct({ originalProductId: original.id })
  await wire.call('PUT', `/products/${variant.id}`, {
    ...variant.body,
    originalProductId: original.id,
    status: 'Active',
  })
  await wire.call('DELETE', `/products/${original.id}`)
  const { page, complaints } = await manager(browser)
  await page.goto(`/products/${variant.id}/edit`)
  await expect(page.getByRole('combobox', { name: 'Original product' })).toHaveValue(
    `The first of its kind · ${original.body.sku}`,
  )
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: /^USD/ }).click()
  await expectText(
    page,
    'Halcyon Software has no price list and buys at the MSRP in EUR only: with a price in USD it can no longer buy this product.',
  )
  expect(ownComplaints(complaints)).toEqual([])
})

test('every screen says what could not be loaded, offers a retry, and keeps the typed values', {
  tag: '@long',
}, async ({ browser }) => {
  const { id } = await someProduct()
  const { page } = await manager(browser)
  const failing = (path: string) => page.route(`**/api/v1${path}`, (route) => route.abort())
  const screens: [string, string, string][] = [
    ['/pricelists/products/search', '/products', 'Error fetching products'],
    ['/productsType/search', '/products/types', 'Error fetching product types'],
    ['/productsType/features/search', '/products/features', 'Error fetching features'],
    [`/pricelists/products/${id}`, `/products/${id}`, 'Error fetching products'],
    [`/pricelists/products/fetch/${id}`, `/products/${id}/edit`, 'Error fetching products'],
    [`/productsType/${id}`, `/products/types/${id}`, 'Error fetching product types'],
  ]
  for (const [call, path, words] of screens) {
    await failing(call)
    await page.goto(path)
    await expectText(page, words)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unrouteAll()
  }

  await test.step('activating', async () => {
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Activate' }).click()
    await failing(`/pricelists/products/fetch/${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expectText(page, 'Error fetching products')
    await page.unrouteAll()
  })

  await test.step('saving', async () => {
    await page.goto(`/products/${id}/edit`)
    await page.getByLabel('Name').fill('Typed with care')
    await failing(`/products/${id}`)
    await save(page)
    await expectText(page, 'Error updating product')
    await expect(page.getByLabel('Name')).toHaveValue('Typed with care')
    await page.unrouteAll()
    await save(page)
    await expectText(page, 'Product updated')
  })
})

test('long names and descriptions do not widen the page on a phone, and lists are exported completely', {
  tag: '@long',
}, async ({ browser }) => {
  const text = await feature(long, 3)
  const type = await wire.call<Entity>('POST', '/productsType', {
    name: long,
    description: `${long}\n\n`.repeat(10),
    features: [{ id: text, value: long }],
  })
  await wire.call('POST', '/productsType', { name: 'Second to it' })
  await feature('Second to it', 1)
  const { id } = await someProduct({
    name: long,
    sku: 'S'.repeat(64),
    type: type.id,
    description: `${long} `.repeat(12),
  })
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, phone: true })
  const paths = [
    `/products/${id}`,
    `/products/${id}/edit`,
    `/products/types/${type.id}`,
    `/products/types/${type.id}/edit`,
  ]
  for (const path of [...paths, '/products?sku=SSSS', '/products/types', '/products/features']) {
    await page.goto(path)
    await expect(page.getByText('Hochleistung').or(page.getByLabel('Name')).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over, path).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }

  for (const [path, name] of [
    ['/products/types?limit=1', 'product-types'],
    ['/products/features?limit=1', 'features'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`${name}.csv`)
    const lines = (await (await saved.createReadStream()).toArray()).join('').trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines[0]).toContain('Description')
  }
})
