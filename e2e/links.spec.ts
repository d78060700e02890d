import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, holdBack, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

test('links to an order’s parties and products open in new tabs from the approval dialog, and typed prices are kept', async ({
  browser,
}) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const { account } = await luca.call<{ account: { accountId: string } }>('GET', '/users/me')
  const offered = await giulia.call<{ productId: string; price: number; available: number }[]>(
    'GET',
    `/orders/stock/available?buyerAccountId=${account.accountId}`,
  )
  const item = offered.find(({ available }) => available > 10)
  const { id } = await luca.call<{ id: string }>('POST', '/orders', {
    items: [{ productId: item?.productId, quantity: 1, price: item?.price }],
  })
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: `/sell-out/${id}` })
  await page.getByRole('button', { name: 'Approva', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: /prezz/i }).check()
  const price = dialog.getByRole('textbox').first()
  await price.fill('123')
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Studio Ferrante' }).click()
  const other = await opened
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Studio Ferrante')
  await other.close()
  await expect(price).toHaveValue(/^123/)
  await expect(dialog.getByRole('link').first()).toHaveAttribute('href', /^\/(accounts|products)\//)
  expect(complaints).toEqual([])
})

test('links to a deal and its vendor open in new tabs from the dialog that rejects it, and the typed reason is kept', async ({
  browser,
}) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  await registerFor(luca, 'Studio Ferrante', { name: 'Distilleria Monferrina', vatId: '01998877665' })
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  // The network, which says what the reader may open, comes after the click.
  const sendNetwork = await holdBack(page, /\/api\/v1\/accounts\/tree/)
  await page.goto('/deals/waiting?kind=protection')
  const row = page.getByRole('listitem').filter({ hasText: 'Distilleria Monferrina' })
  await row.getByRole('button', { name: /^Rifiuta/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Fuori dalla tua zona')
  sendNetwork()
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Distilleria Monferrina' }).click()
  const deal = await opened
  await expect(deal).toHaveTitle(/^DL-/)
  await deal.close()
  await expect(dialog.getByRole('link', { name: 'Studio Ferrante' })).toHaveAttribute('href', /^\/accounts\//)
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Fuori dalla tua zona')
  expect(complaints).toEqual([])
})
