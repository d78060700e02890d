import { expect, type Page, test } from '@playwright/test'
import { answerDialog, chooseOption, demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'

const product = demoProduct()

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function more(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** The value of a term in a definition list. */
const fact = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })

const skuOf = (page: Page) => page.getByRole('textbox', { name: 'SKU', exact: true })

/** Console errors without those that the browser writes for expected 404, 409 and 422 answers. */
const ownComplaints = (complaints: string[]) => complaints.filter((each) => !/status of 4(04|09|22)/.test(each))

const features = {
  'Valid until': 'Date and time',
  Edition: 'Text',
  Cores: 'Whole number',
  'Support included': 'Yes or no',
  Limits: 'Object (JSON)',
}

async function addFeature(page: Page, name: string, type: string): Promise<void> {
  await page.getByRole('button', { name: 'New feature' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill(`What ${name.toLowerCase()} means`)
  await chooseOption(page, 'Type of value', type)
  await dialog.getByRole('button', { name: 'Create feature' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(`^${name} `) })).toContainText(type)
}

test('the vendor creates a type with features and a product of it, then activates, copies and deletes the product', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', product)
  await page.getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)

  await test.step('features, each with a value type', async () => {
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    await page.getByRole('link', { name: 'Features' }).click()
    for (const [name, type] of Object.entries(features)) await addFeature(page, name, type)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Actions for Edition' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Cores')
    await answerDialog(page, 'Save')
    await expectText(page, 'Already used')
    await page.getByRole('dialog').getByLabel('Name').fill('Edition name')
    await answerDialog(page, 'Save')
    await expectText(page, 'Feature saved')
  })

  await test.step('a type, with features and values of their types', async () => {
    await page.goto('/products/types')
    await page.getByRole('button', { name: 'New type' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Workstation')
    await answerDialog(page, 'Create type')
    await heading(page, 'Workstation')
    await page.getByRole('link', { name: 'Edit' }).click()
    for (const name of ['Valid until', 'Edition name', 'Cores', 'Support included', 'Limits']) {
      await chooseOption(page, 'Add a feature', new RegExp(`^${name}`))
    }
    await page.getByRole('textbox', { name: 'Valid until: date' }).fill('31/12/2026')
    await page.getByLabel('Valid until: time').fill('18:30')
    await page.getByLabel('Value of Cores').fill('16')
    await chooseOption(page, 'Value of Support included', 'No')
    const limits = page.getByLabel('Value of Limits')
    await limits.fill('{\n  "users": 5,\n  seats: 2 }')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Line 3, column 3: this is not valid JSON here.')
    await expect(limits).toBeFocused()
    // Scroll up: axe reports an element that the top bar half covers as too small to click.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await limits.fill('{"users":5}')
    await limits.blur()
    await expect(limits).toHaveValue('{\n  "users": 5\n}')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Product type updated')
    await heading(page, 'Workstation')
    const shown = {
      'Valid until': '31 Dec 2026, 18:30',
      Cores: '16',
      'Support included': 'No',
      Limits: '"users": 5',
    }
    for (const [name, value] of Object.entries(shown)) {
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toContainText(value)
    }
    await expectAccessible(page)
  })

  await test.step('a product of the type: all missing values are reported at once', async () => {
    await page.goto('/products')
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByRole('button', { name: 'Create product' }).click()
    await expect(page.getByText('Required field')).toHaveCount(4)
    await expect(skuOf(page)).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('perpetual means 255 years, and switching it off restores the typed value', async () => {
    const years = page.getByRole('group', { name: 'License duration' }).getByRole('textbox', { name: 'Years' })
    await years.fill('3')
    const perpetual = page.getByRole('switch', { name: 'Perpetual license' })
    await perpetual.click()
    await expect(years).toHaveValue('255')
    await expect(years).toBeDisabled()
    await perpetual.click()
    await expect(years).toHaveValue('3')
    await perpetual.click()
  })

  await test.step('an upgrade right requires the product that it extends, and no subscription', async () => {
    await chooseOption(page, 'Extends', /^Vela/)
    await chooseOption(page, 'Subscription', 'Enterprise')
    await page.getByRole('switch', { name: 'Upgrade right' }).click()
    await expect(page.getByRole('combobox', { name: 'Extends' })).toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'Subscription' })).toHaveCount(0)
    await chooseOption(page, 'Extends', /^Atlas Professional, perpetual/)
  })

  await test.step('a SKU that is already used is reported at its field, and the typed values stay', async () => {
    await skuOf(page).fill('ATLAS-STD-1Y')
    await page.getByLabel('Name').fill('Atlas upgrade')
    await page.getByLabel('MSRP').fill('120.50')
    await page.getByLabel('Prefix of the keys').fill('atup')
    await chooseOption(page, 'Type', 'Workstation')
    await page.getByRole('button', { name: 'Create product' }).click()
    await expectText(page, 'This SKU is already used by another product')
    await expect(skuOf(page)).toBeFocused()
    await expect(page.getByLabel('Prefix of the keys')).toHaveValue('ATUP')
    await skuOf(page).fill('ATLAS-UP')
    await page.getByRole('button', { name: 'Create product' }).click()
    await expectText(page, 'Product created')
    await heading(page, 'Atlas upgrade')
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
    await expect(fact(page, 'License duration')).toContainText('Perpetual')
    await expect(fact(page, 'Extends')).toContainText('ATLAS-PRO-PERP')
    await expect(page.locator('main header').first()).toContainText('Pending')
    await expect(fact(page, 'Cores')).toContainText('16')
    await expect(fact(page, 'Edition name')).toContainText('Not set')
    await expectAccessible(page)
  })

  await test.step('the product is activated, and its price is explained', async () => {
    await page.getByRole('button', { name: 'Activate' }).click()
    await answerDialog(page, 'Activate')
    await expectText(page, 'Atlas upgrade is active')
    await expect(fact(page, 'Status')).toContainText('For sale')
    await page.getByRole('button', { name: 'Where the price of Atlas upgrade comes from' }).click()
    await expect(page.getByRole('dialog')).toContainText('None: the MSRP applies')
    await expect(page.getByRole('dialog')).toContainText('€120.50')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('who will pay another price is shown before saving, and leaving asks', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('MSRP').fill('130')
    await expectText(
      page,
      'Halcyon Software has no price list and pays the MSRP: €120.50 becomes €130.00. All other accounts keep the prices of their price lists.',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Stocks' }).click()
    await answerDialog(page, 'Stay')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Product updated')
    await expect(fact(page, 'MSRP')).toContainText('€130.00')
  })

  await test.step('a copy is pending and has a new SKU', async () => {
    await more(page, 'Duplicate')
    await heading(page, 'Copy of Atlas upgrade')
    await expect(skuOf(page)).toHaveValue('')
    await expect(page.getByLabel('Name')).toHaveValue('Atlas upgrade (copy)')
    await expect(page.getByRole('combobox', { name: 'Extends' })).toHaveValue(/ATLAS-PRO-PERP/)
    await skuOf(page).fill('ATLAS-UP-2')
    await page.getByRole('button', { name: 'Create product' }).click()
    await heading(page, 'Atlas upgrade (copy)')
    await expect(page.locator('main header').first()).toContainText('Pending')
    await expect(fact(page, 'License duration')).toContainText('Perpetual')
  })

  await test.step('an unused product is deleted, a used one is only marked as deleted, and the dialog says which before', async () => {
    await more(page, 'Delete')
    await expect(page.getByRole('dialog')).toContainText('Nothing refers to it')
    await answerDialog(page, 'Delete')
    await expectText(page, 'Product deleted')
    await expect(page).toHaveURL(/\/products$/)
    await page.goto('/products?sku=ATLAS-PRO-PERP')
    await page.getByRole('link', { name: 'Atlas Professional, perpetual' }).click()
    await more(page, 'Delete')
    await expect(page.getByRole('dialog')).toContainText('It is marked as deleted')
    await answerDialog(page, 'Keep it')
    await heading(page, 'Atlas Professional, perpetual')
  })

  await test.step('a type in use by products and a feature in use by types cannot be deleted, and the reason is shown', async () => {
    await page.goto('/products/types')
    await page.getByRole('link', { name: 'Workstation', exact: true }).click()
    await page.getByRole('button', { name: /^More actions/ }).click()
    await expectText(page, '1 product has this type. Give it another one first.')
    await page.goto('/products/features')
    await page.getByRole('button', { name: 'Actions for Cores' }).click()
    await expectText(page, '1 product type has this feature. Take it away there first.')
  })
  expect(ownComplaints(complaints)).toEqual([])
})

test('a partner sees only its own prices and cannot open the vendor’s screens', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true })
  for (const path of ['/products/create', '/products/types/00000000-0000-4000-8000-000000000000/edit']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/products$/)
  }
  await page.goto('/products?sku=ATLAS-STD-1Y')
  const list = page.getByRole('list', { name: 'Prodotti' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('MSRP')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Nuovo prodotto' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Tipi di prodotto' })).toHaveCount(0)
  await list.getByRole('button', { name: /^Da dove viene il prezzo/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Listino')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await list.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
  // The address changes before the page does, and the list names the same price.
  await heading(page, 'Atlas Standard, one year')
  await expect(fact(page, 'Il tuo prezzo')).toContainText('€')
  await idle(page)
  await expect(page.getByRole('link', { name: 'Modifica' })).toHaveCount(0)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.goto(`${page.url()}/edit`)
  await expect(page).toHaveURL(/\/products$/)
  expect(complaints).toEqual([])
})
