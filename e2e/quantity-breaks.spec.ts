import { expect, test } from '@playwright/test'
import { answerDialog, demoProduct, expectAccessible, expectText, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Listed {
  priceListId: string
  products: { productId: string; name: string; sku: string; customPrice: number; priceMsrp: number }[]
}

/** A price list of the vendor, with its products. */
async function listNamed(name: string): Promise<Listed> {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const { items } = await wire.call<{ items: Listed[] }>('POST', '/pricelists/search', {
    filterBy: [{ field: 'name', values: [name] }],
  })
  return wire.call('GET', `/pricelists/${items[0]?.priceListId}`)
}

test('a vendor gives a price quantity breaks, and a distributor’s order follows them', { tag: '@long' }, async ({
  browser,
}) => {
  const list = await listNamed('Halcyon Europe')
  const item = list.products.find(({ sku }) => sku === 'ATLAS-STD-1Y')
  if (!item) throw new Error('The list lacks the product.')
  const { name } = item

  await test.step('the grid refuses a break that costs no less, at its field', async () => {
    const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
      ...product,
      at: `/pricelists/${list.priceListId}`,
    })
    await expect(page.getByText(/^from 250: /).first()).toBeVisible()
    await page.getByRole('button', { name: 'Edit prices' }).click()
    await page.getByRole('textbox', { name: `Price of ${name}` }).fill('200')
    await page.getByRole('textbox', { name: `Pieces from which break 1 of ${name} applies` }).fill('10')
    await page.getByRole('textbox', { name: `Price of break 1 of ${name}` }).fill('200')
    await page.getByRole('button', { name: `Remove break 2 of ${name}` }).click()
    await page.getByRole('button', { name: `Add a quantity break for ${name}` }).click()
    await page.getByRole('textbox', { name: `Pieces from which break 2 of ${name} applies` }).fill('20')
    await page.getByRole('textbox', { name: `Price of break 2 of ${name}` }).fill('170.5')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expectText(page, 'Lower than the price before')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: `Price of break 1 of ${name}` }).fill('180')
    await page.getByRole('button', { name: 'Review and save' }).click()
    const effect = page.getByRole('dialog').getByRole('region', { name: 'Who will pay what' })
    await expect(effect.getByText('from 20 pieces €170.50').first()).toBeVisible()
    await expectAccessible(page)
    await answerDialog(page, 'Save prices')
    await expect(page.getByText('from 20: €170.50')).toBeVisible()
    expect(complaints).toEqual([])
  })

  await test.step('the distributor’s form follows the quantity, and the order is at that price', async () => {
    const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
      ...product,
      at: '/sell-in/create',
    })
    await page.getByRole('combobox', { name: 'Prodotto' }).fill('ATLAS-STD-1Y')
    await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
    const quantity = page.getByRole('textbox', { name: `Quantità di ${name}` })
    const line = page.getByRole('listitem').filter({ has: quantity })
    await expect(line).toContainText('da 10 pezzi 180,00 €')
    await expect(line).toContainText('200,00 €')
    await quantity.fill('9')
    await expect(line).toContainText('1.800,00 €')
    await quantity.fill('10')
    await expect(line).toContainText('1.800,00 €')
    await quantity.fill('20')
    await expect(line).toContainText('3.410,00 €')
    await line.getByRole('button', { name: `Da dove viene il prezzo di ${name}` }).click()
    await expect(page.getByText('Scaglioni')).toBeVisible()
    await expect(page.getByText('Prezzo di un pezzo')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Crea acquisto' }).click()
    await expect(page).toHaveTitle(/^SO-\d{4}-\d{6} /)
    await expect(page.getByText('3.410,00 €').first()).toBeVisible()
    expect(complaints).toEqual([])
  })
})
