import { expect, test } from '@playwright/test'
import { answerDialog, demoProduct, expectAccessible, expectText, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Listed {
  priceListId: string
  name: string
  products: { productId: string; name: string; sku: string; customPrice: number }[]
}

const listNamed = async (email: string, name: string): Promise<Listed> => {
  const wire = await wireOf(product, email)
  const { items } = await wire.call<{ items: Listed[] }>('POST', '/pricelists/search', {
    filterBy: [{ field: 'name', values: [name] }],
  })
  return wire.call('GET', `/pricelists/${items[0]?.priceListId}`)
}

/** At the end of a year it may have begun already where the vendor is. */
const nextYear = new Date(Date.now() + 24 * 3_600_000).getUTCFullYear() + 1

test('a vendor plans next year’s prices, sees who will pay what, moves the day, and cancels the plan', {
  tag: '@long',
}, async ({ browser }) => {
  const list = await listNamed('vera@halcyon.example', 'Halcyon Europe')
  const [first] = list.products
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: `/pricelists/${list.priceListId}`,
  })
  await expectText(page, 'Nothing is planned. Edit the prices and choose their day before you save.')

  await test.step('the last step of editing asks when the prices apply', async () => {
    await page.getByRole('button', { name: 'Edit prices' }).click()
    await page.getByRole('textbox', { name: `Price of ${first?.name}` }).fill(String((first?.customPrice ?? 0) + 10))
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('From a day on').click()
    await expect(dialog.getByRole('button', { name: 'Plan prices' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Plan prices' }).click()
    await expect(dialog.getByRole('textbox', { name: 'First day' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'First day' }).fill(`${nextYear - 3}-01-01`)
    await dialog.getByRole('button', { name: 'Plan prices' }).click()
    await expectText(page, 'Choose a day later than today')
    await dialog.getByRole('textbox', { name: 'First day' }).fill(`${nextYear}-01-01`)
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Agreed with finance')
    await dialog.getByRole('button', { name: 'Plan prices' }).click()
    await expectText(page, `Prices planned for 1 Jan ${nextYear}`)
  })

  await test.step('the plan has a page of its own, with who will pay what', async () => {
    await page.getByRole('link', { name: `1 Jan ${nextYear}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Prices from 1 Jan ${nextYear}` })).toBeVisible()
    await expectText(page, 'Agreed with finance')
    await expect(page.getByRole('region', { name: 'Who will pay what' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Past orders at these prices' }).click()
    await expect(page.getByRole('radio', { name: 'Last quarter' })).toBeChecked()
    await expect(page.getByRole('table', { name: 'Past orders at these prices' })).toBeVisible()
    // On the first day of a year it has no orders yet.
    await page.getByText('This year').click()
    await expect(page.getByRole('radio', { name: 'This year' })).toBeChecked()
    await expectAccessible(page)
  })

  await test.step('another price and another day are planned in its place', async () => {
    await page.getByRole('button', { name: 'Edit prices and day' }).click()
    const price = page.getByRole('textbox', { name: `Price of ${first?.name}` })
    await expect(price).toHaveValue(new RegExp(String(Math.trunc((first?.customPrice ?? 0) + 10)).slice(-2)))
    await price.fill(String((first?.customPrice ?? 0) + 20))
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'First day' }).fill(`${nextYear}-02-01`)
    await dialog.getByRole('button', { name: 'Plan prices' }).click()
    await expectText(page, 'Planned prices changed')
    await expect(page.getByRole('heading', { level: 1, name: `Prices from 1 Feb ${nextYear}` })).toBeVisible()
  })

  await test.step('it is canceled after a question, and the list stays as it is', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Cancel this plan' }).click()
    await answerDialog(page, 'Cancel plan')
    await expectText(page, 'Plan canceled')
    await expectText(page, 'Nothing is planned. Edit the prices and choose their day before you save.')
  })
  expect(complaints.filter((each) => !/status of 422/.test(each))).toEqual([])
  expect((await listNamed('vera@halcyon.example', 'Halcyon Europe')).products).toEqual(list.products)
})

test('an offer of some weeks is planned with its end, as two plans', { tag: '@long' }, async ({ browser }) => {
  const list = await listNamed('vera@halcyon.example', 'Halcyon Europe')
  const [first] = list.products
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: `/pricelists/${list.priceListId}`,
  })
  await page.getByRole('button', { name: 'Edit prices' }).click()
  await page.getByRole('textbox', { name: `Price of ${first?.name}` }).fill(String((first?.customPrice ?? 0) - 1))
  await page.getByRole('button', { name: 'Review and save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('From a day on').click()
  await dialog.getByRole('textbox', { name: 'First day' }).fill(`${nextYear}-04-01`)
  const end = dialog.getByRole('textbox', { name: 'Prices before come back on' })
  await end.fill(`${nextYear}-03-01`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Plan prices' }).click()
  await expectText(page, 'Choose a day later than the first')
  await end.fill(`${nextYear}-05-01`)
  await dialog.getByRole('button', { name: 'Plan prices' }).click()
  await expectText(page, `Prices planned from 1 Apr ${nextYear}; those before come back on 1 May ${nextYear}`)
  await expect(page.getByRole('link', { name: `1 Apr ${nextYear}` })).toBeVisible()
  await page.getByRole('link', { name: `1 May ${nextYear}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Prices from 1 May ${nextYear}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row')).toHaveCount(2)
  expect(complaints.filter((each) => !/status of 422/.test(each))).toEqual([])

  const wire = await wireOf(product, 'vera@halcyon.example')
  const { items } = await wire.call<{ items: { planId: string }[] }>(
    'GET',
    `/pricePlans?priceListId=${list.priceListId}`,
  )
  for (const { planId } of items) await wire.call('DELETE', `/pricePlans/${planId}`)
})

test('where a price comes from is answered for a day in the past, with the orders of that day', {
  tag: '@long',
}, async ({ browser }) => {
  const wire = await wireOf(product, 'luca@ferrante.example')
  const { items } = await wire.call<{ items: { creationDate: string }[] }>('POST', '/orders/search', {
    limit: 1,
    filterBy: [{ field: 'status', values: ['approved'] }],
  })
  const day = items[0]?.creationDate.slice(0, 10) ?? ''
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/products' })
  await page
    .getByRole('button', { name: /^Where the price of / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Where the price of / })
  await dialog.getByRole('button', { name: 'What was paid on a day' }).click()
  const field = dialog.getByRole('textbox', { name: 'Paid on' })
  await expect(field).toBeFocused()
  await field.fill(day)
  await field.press('Enter')
  await expect(dialog.getByText(/Orders of that day|No order of that day has the product/)).toBeVisible()
  await expect(dialog.getByText(/^Set on /)).toBeVisible()
  await expectAccessible(page)
  // A day before the portal is said to be unknown.
  await field.fill('2001-01-01')
  await field.press('Enter')
  await expectText(page, 'Not known: the history of prices begins later.')
  // The calendar opens beside it, and the explainer stays.
  await dialog.getByRole('button', { name: /calendar/i }).click()
  await expect(field).toBeVisible()
  expect(complaints).toEqual([])
})

test('who only buys by a list sees nothing of what is planned for it', async ({ browser }) => {
  const list = await listNamed('vera@halcyon.example', 'Halcyon Europe')
  const wire = await wireOf(product, 'vera@halcyon.example')
  const { id } = await wire.call<{ id: string }>('POST', '/pricePlans', {
    priceListId: list.priceListId,
    day: `${nextYear}-03-01`,
    items: [{ productId: list.products[0]?.productId, customPrice: 1 }],
  })
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: `/pricelists/plans/${id}` })
  await expect(page.getByText('Non puoi vedere questo contenuto')).toBeVisible()
  // Her role may read price lists: the reason is whose list it is.
  await expect(page.getByText(/Il tuo ruolo non comprende/)).toHaveCount(0)
  await wire.call('DELETE', `/pricePlans/${id}`)
})
