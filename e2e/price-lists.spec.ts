import { expect, type Page, test } from '@playwright/test'
import { answerDialog, demoProduct, expectAccessible, expectText, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Sold {
  productId: string
  sku: string
  name: string
  priceMsrp: number
  customPrice: number | null
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).first().click()
}

/** Console errors without those that the browser writes for expected 404 and 409 answers. */
const ownComplaints = (complaints: string[]) => complaints.filter((each) => !/status of 40(4|9)/.test(each))

const search = { limit: 3000, sortBy: [{ field: 'name' }] }

/** All products that a user sees, with the prices that the user pays. */
async function productsOf(email: string): Promise<Sold[]> {
  const wire = await wireOf(product, email)
  return (await wire.call<{ items: Sold[] }>('POST', '/pricelists/products/search', search)).items
}

/** Fills the catalogue up to forty products; the demo has fewer. */
async function fillCatalogue(): Promise<Sold[]> {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const there = await productsOf('vera@halcyon.example')
  for (let number = there.length; number < 40; number++) {
    const draft = { sku: `GOODS-${number}`, name: `Goods ${number}`, priceMsrp: 10 }
    await wire.call('POST', '/products', draft)
  }
  return productsOf('vera@halcyon.example')
}

test('a vendor pastes forty prices, assigns them to a distributor, and changes one', { tag: '@long' }, async ({
  browser,
}) => {
  const catalogue = await fillCatalogue()
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', product)
  await page.getByRole('link', { name: 'Price lists' }).click()
  await expect(page.getByRole('link', { name: 'Halcyon Europe' })).toBeVisible()
  await expectAccessible(page)

  await test.step('a filter shows the price lists of one currency', async () => {
    await page.getByRole('columnheader', { name: 'Currency' }).hover()
    await page.getByRole('button', { name: 'Filter by Currency' }).click()
    await page.getByRole('checkbox', { name: /^USD/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('link', { name: 'Halcyon Americas' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Halcyon Europe' })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Halcyon Europe' })).toBeVisible()
  })

  await test.step('forty rows of a spreadsheet are read, and two errors are corrected in place', async () => {
    await page.getByRole('link', { name: 'New price list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Alps 2026')
    await choose(page, 'Currency', /^EUR/)
    await page.getByRole('button', { name: 'Paste rows' }).click()
    const rows = catalogue.map(({ sku }, index) => `${sku}\t${index % 2 === 0 ? '-10 %' : '99.50'}`)
    const [first, second, ...others] = rows
    const pasted = ['SKU\tPrice', first?.replace('\t', '-X\t'), `${second?.split('\t')[0]}\tcheap 1`, ...others]
    await page.getByRole('textbox', { name: 'Rows' }).fill(pasted.join('\n'))
    await answerDialog(page, 'Read the rows')
    await expectText(page, '2 rows to correct')
    await expect(page.getByText('There is no such product')).toBeVisible()
    await expect(page.getByText('Not a price and not a discount')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'SKU of row 2' }).fill(catalogue[0]?.sku ?? '')
    await page.getByRole('textbox', { name: 'Price or discount of row 3' }).fill('99.50')
    await expectText(page, 'Every row is right')
    await answerDialog(page, 'Take 40 rows')
    await expectText(page, '40 products')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create price list' }).click()
    await expectText(page, 'Price list created')
    await expect(page.getByRole('heading', { level: 1, name: 'Alps 2026' })).toBeVisible()
    await expect(page.getByText('1–40 of 40')).toBeVisible()
    await expectText(page, 'Nobody yet')
    await expectAccessible(page)
  })
  const address = new URL(page.url()).pathname

  await test.step('a distributor gets the list after a preview of who will pay what', async () => {
    await page.getByRole('link', { name: 'Price lists' }).first().click()
    await page.getByRole('link', { name: 'Halcyon Europe' }).click()
    await page.getByRole('link', { name: 'Alpenwerk Distribution' }).click()
    await expectText(page, 'This account itself')
    await page.getByRole('button', { name: 'Change price list' }).click()
    await choose(page, 'Price list', /^Alps 2026/)
    const propagates = page.getByRole('dialog').getByRole('switch')
    if (!(await propagates.isChecked())) await propagates.click()
    await answerDialog(page, 'Who will pay what')
    await expect(page.getByText(/^\d+ accounts will pay different prices$/)).toBeVisible()
    await page.getByRole('dialog').locator('summary').first().click()
    await expect(page.getByText('From Halcyon Europe to Alps 2026').first()).toBeVisible()
    await expectAccessible(page)
    await answerDialog(page, 'Give this price list')
    await expectText(page, 'Price list associated')
    await expect(page.getByRole('link', { name: 'Alps 2026' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a price is changed after a preview of the accounts it concerns, and the history shows it', async () => {
    await page.goto(address)
    await expect(page.getByText(/^It serves \d+ accounts in all/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search name or SKU' }).fill('vela-1y')
    await page.getByRole('button', { name: 'Actions for Vela, one year' }).click()
    await page.getByRole('button', { name: 'Change price', exact: true }).click()
    const price = page.getByRole('textbox', { name: 'Price of Vela, one year' })
    await price.fill('480.12345')
    await answerDialog(page, 'Who will pay what')
    await expectText(page, 'At most 4 decimals')
    await expect(price).toBeFocused()
    await price.fill('480.5')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText('€480.50')).toBeVisible()
    // The focus stays inside the dialog while the preview is shown, and returns to the price afterwards.
    await expect(page.locator('[role=dialog] :focus')).toHaveCount(1)
    await answerDialog(page, 'Back')
    await expect(price).toBeFocused()
    await page.keyboard.press('Enter')
    await answerDialog(page, 'Save price')
    await expectText(page, 'Price list updated')
    await expect(page.getByRole('table', { name: 'Prices', exact: true }).getByText('€480.50')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Vela, one year' }).click()
    await page.getByRole('button', { name: 'History of the price' }).click()
    await expect(page.getByText(/^Vela, one year: €.* → €480\.50$/)).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Vera Lindqvist').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a product is removed from the list after a preview of who can no longer buy it', async () => {
    await page.getByRole('searchbox', { name: 'Search name or SKU' }).fill('vela-3y')
    await page.getByRole('button', { name: 'Actions for Vela, three years' }).click()
    await page.getByRole('button', { name: 'Take off the list' }).click()
    await expect(page.getByRole('dialog').getByText(/^\d+ accounts will pay different prices$/)).toBeVisible()
    await expect(page.getByRole('dialog').getByText('cannot buy it')).toHaveCount(1)
    await answerDialog(page, 'Take off the list')
    await expectText(page, 'Product taken off the price list')
    await page.getByRole('searchbox', { name: 'Search name or SKU' }).fill('')
    await expect(page.getByText('1–39 of 39')).toBeVisible()
  })

  await test.step('many prices are typed in the grid: marked, undone, pasted, corrected, reviewed and saved', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Edit prices' }).click()
    const grid = page.getByRole('table', { name: 'Edit prices' })
    const price = (name: string) => grid.getByRole('textbox', { name: `Price of ${name}`, exact: true })
    const row = (name: string) =>
      grid.getByRole('row').filter({ has: page.getByRole('textbox', { name: `Price of ${name}`, exact: true }) })
    await price('Vela, one year').fill('470')
    await page.keyboard.press('Enter')
    await expect(price('Vela, perpetual')).toBeFocused()
    await expect(row('Vela, one year').getByText('Changed', { exact: true })).toBeVisible()
    await expect(row('Vela, one year').getByText('was €480.50')).toBeVisible()
    await price('Vela, perpetual').fill('-1')
    await expect(page.getByText('2 prices changed')).toBeVisible()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(price('Vela, perpetual')).toBeFocused()
    await expect(row('Vela, perpetual').getByText('Must be at least 0')).toBeVisible()
    await expect(price('Vela, perpetual')).toHaveValue('-1')
    await expectAccessible(page)
    await row('Vela, perpetual').getByRole('button', { name: 'Undo the change of Vela, perpetual' }).click()
    await expect(page.getByText('1 price changed')).toBeVisible()

    await page.getByRole('button', { name: 'Paste rows' }).click()
    await page.getByRole('textbox', { name: 'Rows' }).fill('VELA-PERP\t1.800\nVELA-NODE-1Y\t-50 %')
    await answerDialog(page, 'Read the rows')
    await expectText(page, 'Can be read in two ways: choose one')
    await expectAccessible(page)
    await answerDialog(page, 'Row 1 means €1,800.00')
    await answerDialog(page, 'Take 2 rows')
    await expect(price('Vela, perpetual')).toHaveValue('1800')
    await expect(page.getByText('3 prices changed')).toBeVisible()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expectText(page, '3 changed')
    await expect(page.getByRole('dialog').getByText('€1,800.00').first()).toBeVisible()
    await expectAccessible(page)
    await answerDialog(page, 'Save prices')
    await expectText(page, 'Prices saved')
    await expect(page.getByRole('table', { name: 'Prices', exact: true }).getByText('€1,800.00')).toBeVisible()
  })

  await test.step("a product's page sets its price on a list", async () => {
    await page.getByRole('link', { name: 'Vela, one year', exact: true }).click()
    await page.getByRole('button', { name: 'Set price on a list' }).click()
    await choose(page, 'Price list', /^Alps 2026/)
    await expect(page.getByRole('textbox', { name: 'Price of Vela, one year' })).toHaveValue('470')
    await page.getByRole('textbox', { name: 'Discount on Vela, one year' }).fill('20')
    await expectAccessible(page)
    await answerDialog(page, 'Who will pay what')
    await expect(page.getByRole('dialog').getByText('€472.00').first()).toBeVisible()
    await answerDialog(page, 'Save price')
    await expectText(page, 'Price list updated')
  })

  await test.step('a list in use cannot be deleted, and the accounts that use it are named', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await answerDialog(page, 'Delete price list')
    await expectText(page, 'Error deleting: Price list in use')
    await expect(page.getByRole('heading', { name: 'Alps 2026 is in use and cannot be deleted' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Alpenwerk Distribution' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Alpenwerk Distribution' })).toBeVisible()
  })

  await test.step('a list that orders name stays for good: nothing is said to help', async () => {
    await page.goto('/pricelists?name=Halcyon%20Europe')
    await page.getByRole('link', { name: 'Halcyon Europe', exact: true }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await answerDialog(page, 'Delete price list')
    await expect(page.getByRole('dialog').getByText(/orders name it; such a list stays for good/)).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Give these accounts another price list first.')).toHaveCount(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('the vendor itself needs no price list', async () => {
    const wire = await wireOf(product, 'vera@halcyon.example')
    const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
    await page.goto(`/accounts/${account.accountId}/pricelist`)
    await expectText(page, 'It needs none: it has every active product in its own currency at the MSRP.')
    await expect(page.getByRole('table', { name: 'Prices' }).getByText('VELA-1Y')).toBeVisible()
    await expectAccessible(page)
  })
  expect(ownComplaints(complaints)).toEqual([])
  await page.context().close()
})

test('a distributor creates a list of its own for a reseller, who sees only those prices', { tag: '@long' }, async ({
  browser,
}) => {
  const [sold] = await productsOf('giulia@pontenuovo.example').then((all) => all.filter(({ sku }) => sku === 'VELA-3Y'))
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/pricelists/create',
  })
  await page.getByRole('textbox', { name: 'Nome' }).fill('Studio')
  await choose(page, 'Valuta', /^EUR/)
  await choose(page, 'Prodotto', new RegExp(`^${sold?.name}`))
  await page.getByRole('textbox', { name: `Sconto su ${sold?.name}` }).fill('12,5')
  // Rounded half up to the cent: 1590 less an eighth.
  await expect(page.getByRole('textbox', { name: `Prezzo di ${sold?.name}` })).toHaveValue('1391,25')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crea listino' }).click()
  await expectText(page, 'Listino creato')
  await expect(page.getByRole('heading', { level: 1, name: 'Studio' })).toBeVisible()
  await expectAccessible(page)

  const wire = await wireOf(product, 'luca@ferrante.example')
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  await page.goto(`/accounts/${account.accountId}/pricelist`)
  await page.getByRole('button', { name: /^(Assegna un|Cambia) listino$/ }).click()
  await choose(page, 'Listino', /^Studio/)
  await answerDialog(page, 'Chi pagherà quanto')
  await expect(page.getByText(/^\d+ account pagher(à|anno) prezzi diversi$/)).toBeVisible()
  await answerDialog(page, 'Assegna questo listino')
  await expectText(page, 'Listino assegnato')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)

  const reseller = await visit(browser, 'luca@ferrante.example', product)
  await reseller.page.getByRole('link', { name: 'Products' }).first().click()
  await expect(reseller.page.getByText('€1,391.25')).toBeVisible()
  expect((await productsOf('luca@ferrante.example')).map(({ sku, customPrice }) => [sku, customPrice])).toEqual([
    ['VELA-3Y', 1391.25],
  ])
  const vendor = await wireOf(product, 'vera@halcyon.example')
  const lists = await vendor.call<{ items: { priceListId: string; name: string }[] }>('POST', '/pricelists/search', {
    limit: 100,
  })
  const other = lists.items.find(({ name }) => name === 'Halcyon Americas')
  await reseller.page.goto(`/pricelists/${other?.priceListId}`)
  await expectText(reseller.page, 'Not found')
  expect(ownComplaints(reseller.complaints)).toEqual([])
  await reseller.page.context().close()

  // The distributor may see but not change a list that the vendor assigned to the reseller.
  await vendor.call('PUT', `/pricelists/accounts/${account.accountId}`, { priceListId: other?.priceListId })
  await page.goto(`/accounts/${account.accountId}/pricelist`)
  await page.getByRole('link', { name: 'Halcyon Americas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Halcyon Americas' })).toBeVisible()
  await expect(page.getByText('Un account superiore')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aggiungi prodotto' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await page.context().close()
})
