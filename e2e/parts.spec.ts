import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Offer {
  productId: string
  sku: string
  available: number
}

test('what is there of an order is approved, the rest waits, a part comes back, and a credit stop is passed', {
  tag: '@long',
}, async ({ browser }) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const { account } = await luca.call<{ account: { accountId: string } }>('GET', '/users/me')
  const own = (await giulia.call<{ account: { accountId: string } }>('GET', '/users/me')).account.accountId
  const levels = await giulia.call<Offer[]>('GET', `/orders/stock/${own}`)
  const prices = await luca.call<{ items: { productId: string; customPrice: number | null }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 200 },
  )
  const priceOf = new Map(prices.items.map(({ productId, customPrice }) => [productId, customPrice]))
  const scarce = levels.filter(({ available, productId }) => available > 1 && priceOf.get(productId)).at(0)
  const asked = (scarce?.available ?? 0) + 98
  const { id } = await luca.call<{ id: string }>('POST', '/orders', {
    items: [{ productId: scarce?.productId, quantity: asked, price: priceOf.get(scarce?.productId ?? '') }],
  })

  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    locale: 'en-GB',
    at: `/sell-out/${id}`,
  })
  await test.step('what is there is approved with one click, and the rest waits', async () => {
    const there = page.getByRole('button', { name: /^Approva \d+ di \d+/ })
    await expect(there).toBeVisible()
    await expectAccessible(page)
    await there.click()
    await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Catena di ordini' }).click()
    await expect(page.getByText('Il resto di questo ordine')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('one piece is returned', async () => {
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('button', { name: /^Rendi una parte/ }).click()
    const dialog = page.getByRole('dialog')
    const pieces = dialog.getByRole('textbox').first()
    await pieces.fill('99999')
    await page.keyboard.press('Tab')
    await expect(pieces).toHaveValue('99999')
    await expect(pieces).toHaveAccessibleDescription(/^Deve essere al massimo \d+$/)
    await expect(dialog.getByRole('button', { name: /^Rendi [\d.]+ pezzi/ })).toBeDisabled()
    await pieces.fill('1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Rendi 1 pezzo' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Reso da questo ordine')).toBeVisible()
  })
  await test.step('the limit stops the next order until a reason passes it', async () => {
    const { accountName, notificationReceiverEmail } = await giulia.call<Record<string, string>>(
      'GET',
      `/accounts/${account.accountId}`,
    )
    await giulia.call('PUT', `/accounts/${account.accountId}`, {
      accountName,
      notificationReceiverEmail,
      creditLimit: 0,
    })
    const next = await luca.call<{ id: string }>('POST', '/orders', {
      items: [{ productId: scarce?.productId, quantity: 1, price: priceOf.get(scarce?.productId ?? '') }],
    })
    await page.goto(`/sell-out/${next.id}`)
    await expect(page.getByText(/supera il suo limite di credito/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approva', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const approve = dialog.getByRole('button', { name: 'Approva', exact: true })
    await expect(approve).toBeDisabled()
    await dialog.getByRole('textbox', { name: /^Perché viene approvato comunque/ }).fill('Bonifico confermato')
    await expectAccessible(page)
    await approve.click()
    await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Cronologia' }).click()
    await expect(page.getByText('Credito superato: Bonifico confermato')).toBeVisible()
  })
  await idle(page)
  expect(complaints).toEqual([])
})
