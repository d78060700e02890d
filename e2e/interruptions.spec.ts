import { expect, type Page, test } from '@playwright/test'
import { loseAnswer, ofTheNetwork } from './interruptions.ts'
import { demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { type Wire, wireOf } from './wire.ts'

const product = demoProduct()

interface Trade {
  seller: Wire
  request(quantity: number): Promise<{ id: string; orderCode: string }>
  /** Pieces of the product that the seller and the buyer have. */
  stocks(): Promise<[seller: number, buyer: number]>
  /** How often the order was approved, and how many pieces it moved from the seller and to the buyer. */
  effectsOf(orderId: string): Promise<{ approvals: number; moved: number[] }>
}

/** A reseller who requests a product from its distributor. */
async function trade(): Promise<Trade> {
  const [buyer, seller] = [
    await wireOf(product, 'luca@ferrante.example'),
    await wireOf(product, 'giulia@pontenuovo.example'),
  ]
  const accountOf = async (wire: Wire) =>
    (await wire.call<{ account: { accountId: string } }>('GET', '/users/me')).account.accountId
  const [buyerId, sellerId] = [await accountOf(buyer), await accountOf(seller)]
  const offered = await seller.call<{ productId: string; price: number; available: number }[]>(
    'GET',
    `/orders/stock/available?buyerAccountId=${buyerId}`,
  )
  const [item] = offered.toSorted((one, other) => other.available - one.available)
  const pieces = async (wire: Wire, accountId: string) =>
    (await wire.call<{ productId: string; quantity: number }[]>('GET', `/orders/stock/${accountId}`)).find(
      ({ productId }) => productId === item?.productId,
    )?.quantity ?? 0
  const movedBy = async (wire: Wire, accountId: string, orderId: string) =>
    (
      await wire.call<{ items: { orderId: string | null; quantity: number }[] }>(
        'GET',
        `/orders/stock/${accountId}/movements?productId=${item?.productId}&limit=100`,
      )
    ).items.flatMap((movement) => (movement.orderId === orderId ? [movement.quantity] : []))
  return {
    seller,
    request: (quantity) =>
      buyer.call('POST', '/orders', { items: [{ productId: item?.productId, quantity, price: item?.price }] }),
    stocks: async () => [await pieces(seller, sellerId), await pieces(buyer, buyerId)],
    async effectsOf(orderId) {
      const { details } = await seller.call<{ details: { orderStatus: string }[] }>('GET', `/orders/${orderId}`)
      return {
        approvals: details.filter(({ orderStatus }) => orderStatus === 'approved').length,
        moved: [...(await movedBy(seller, sellerId, orderId)), ...(await movedBy(buyer, buyerId, orderId))],
      }
    },
  }
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approva', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approva', exact: true }).click()
}

test('when the answer to an approval is lost, the screen finds out that the order was approved (threats M8)', {
  tag: '@long',
}, async ({ browser }) => {
  const { request, stocks, effectsOf } = await trade()
  const [sellers, buyers] = await stocks()
  const { id, orderCode } = await request(2)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: `/sell-out/${id}` })
  await page.route(`**/api/v1/orders/${id}`, (route) =>
    route.request().method() === 'PUT' ? loseAnswer(route) : route.continue(),
  )
  await approve(page)
  await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(`Ordine ${orderCode} approvato`)).toBeVisible()
  await expect(page.getByText('L’ordine non è stato modificato')).toHaveCount(0)
  await expect(page.getByText('Errore durante l’aggiornamento dell’ordine')).toHaveCount(0)
  expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-2, 2] })
  expect(await stocks()).toEqual([sellers - 2, buyers + 2])
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint))).toEqual([])
})

test('while the server cannot be reached the screen says that the approval is uncertain, and a retry has no second effect (threats M8)', {
  tag: '@long',
}, async ({ browser }) => {
  const { request, stocks, effectsOf } = await trade()
  const [sellers, buyers] = await stocks()
  const { id, orderCode } = await request(3)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    phone: true,
    at: `/sell-out/${id}`,
  })
  // Every answer about this order is lost, until the user tries again. Read before that, the order would say by
  // itself that it was approved, and the notice would be gone.
  let isLost = true
  let isTriedAgain = false
  await page.route(`**/api/v1/orders/${id}`, (route) => {
    if (isTriedAgain && route.request().method() === 'PUT') isLost = false
    return isLost ? loseAnswer(route) : route.continue()
  })
  await approve(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Non è certo che l’ordine sia stato modificato' })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('Il server non è raggiungibile')
  await expect(page.getByText('L’ordine non è stato modificato')).toHaveCount(0)
  await expectAccessible(page)
  isTriedAgain = true
  await notice.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(`Ordine ${orderCode} approvato`)).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-3, 3] })
  expect(await stocks()).toEqual([sellers - 3, buyers + 3])
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint))).toEqual([])
})

test('when an answer is lost in the middle of many approvals, every order is approved once (threats M8)', {
  tag: '@long',
}, async ({ browser }) => {
  const { request, stocks, effectsOf } = await trade()
  const [sellers, buyers] = await stocks()
  const made = [await request(1), await request(1), await request(1)]
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-out?status=pending',
  })
  for (const { orderCode } of made)
    await page.getByRole('row').filter({ hasText: orderCode }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approva…' }).click()
  const dialog = page.getByRole('dialog')
  let hasLost = false
  await page.route(`**/api/v1/orders/${made[1]?.id}`, (route) => {
    if (hasLost || route.request().method() !== 'PUT') return route.continue()
    hasLost = true
    return loseAnswer(route)
  })
  await dialog.getByRole('button', { name: 'Approva 3 ordini' }).click()
  await expect(dialog.getByText('3 di 3')).toBeVisible()
  await expectAccessible(page)
  expect(hasLost).toBe(true)
  for (const { id } of made) expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-1, 1] })
  expect(await stocks()).toEqual([sellers - 3, buyers + 3])
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint))).toEqual([])
})

test('a lost connection is shown and announced, and so is its return; what was typed stays', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-in/create',
  })
  const note = page.getByLabel('Codice di riferimento')
  await note.fill('PO-77')
  // The sign is loaded in spare time, and cannot be any more without a connection.
  await idle(page, 3000)
  await page.context().setOffline(true)
  await expect(
    page.getByRole('status').getByText('Connessione interrotta. Ciò che hai scritto resta qui.'),
  ).toBeVisible()
  const sign = page.getByRole('banner').getByText('Non connesso')
  await expect(sign).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('banner').getByRole('img', { name: /Nessuna connessione/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await note.fill('PO-778')
  await page.context().setOffline(false)
  await expect(page.getByRole('status').getByText('Di nuovo in linea')).toBeVisible()
  await expectAccessible(page)
  await expect(sign).toHaveCount(0)
  await expect(note).toHaveValue('PO-778')
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint))).toEqual([])
})

test('forty pending orders, three of them short, are cleared with fewer than twenty presses of keys', {
  tag: '@long',
}, async ({ browser }) => {
  const { seller, request, effectsOf } = await trade()
  const pending = async () =>
    (
      await seller.call<{ items: { orderId: string; vendorAccountId: string }[] }>('POST', '/orders/sell-out/search', {
        limit: 100,
        filterBy: [{ field: 'status', values: ['pending'] }],
      })
    ).items
  const short = [await request(900_000), await request(900_000), await request(900_000)]
  const before = await pending()
  const made: { id: string }[] = []
  while (made.length < 40 - before.length) made.push(await request(1))
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-out?status=pending&limit=50',
  })
  await expect(page.locator('[data-row]')).toHaveCount(40)
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const dialog = page.getByRole('dialog')

  await test.step('the keys are listed, and can be turned off', async () => {
    await press('?')
    await expect(dialog.getByText('Approva gli ordini selezionati, o questo')).toBeVisible()
    await expectAccessible(page)
    const keys = dialog.getByRole('switch', { name: 'Scorciatoie con un solo tasto' })
    await keys.uncheck()
    await press('Escape')
    await expect(dialog).toHaveCount(0)
    await press('*')
    await expect(page.getByText('40 selezionati')).toHaveCount(0)
    await page.getByRole('button', { name: 'Lingua, aspetto e versione' }).click()
    await page.getByRole('button', { name: 'Scorciatoie da tastiera…' }).click()
    await keys.check()
    await press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  presses = 0
  await test.step('all are marked as invoiced; the undo comes in time, and the second time they are', async () => {
    const invoiced = async () =>
      (
        await seller.call<{ count: number }>('POST', '/orders/sell-out/search', {
          filterBy: [
            { field: 'status', values: ['pending'] },
            { field: 'invoiced', values: [true] },
          ],
        })
      ).count
    await press('*')
    await expect(page.getByText('40 selezionati')).toBeVisible()
    await press('i')
    await expect(page.getByText('40 ordini saranno segnati come fatturati.')).toBeVisible()
    await press('u')
    await expect(page.getByText('40 ordini saranno segnati come fatturati.')).toHaveCount(0)
    expect(await invoiced()).toBe(0)
    await press('i')
    await page.getByRole('button', { name: 'Chiudi', exact: true }).click()
    await expect(page.getByText('40 ordini segnati come fatturati')).toBeVisible()
    expect(await invoiced()).toBe(40)
  })
  await test.step('all are approved together; the short ones are named and left', async () => {
    await press('a')
    await expect(dialog.getByRole('button', { name: /^Approva \d+ ordini$/ })).toBeFocused()
    await expect(dialog.getByRole('link', { name: 'Acquista gli articoli mancanti' })).toBeVisible()
    await press('Enter')
    await expect(dialog.getByRole('button', { name: 'Chiudi', exact: true }).last()).toBeFocused()
    await press('Enter')
    await expect(dialog).toHaveCount(0)
    expect((await pending()).length).toBeLessThanOrEqual(before.length)
  })
  await test.step('the short ones, still selected, are canceled together', async () => {
    await press('r')
    const cancel = dialog.getByRole('button', { name: /^Annulla \d+ ordin[ei]$/ })
    await expect(dialog.getByRole('button', { name: 'Lascia com’è', exact: true })).toBeFocused()
    await press('Tab')
    await expect(cancel).toBeFocused()
    await press('Enter')
    await expect(dialog.getByRole('button', { name: 'Chiudi', exact: true }).last()).toBeFocused()
    await press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('[data-row]')).toHaveCount(0)
  })
  expect(await pending()).toEqual([])
  for (const { id } of made) expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-1, 1] })
  for (const { id } of short) expect(await effectsOf(id)).toEqual({ approvals: 0, moved: [] })
  expect(presses).toBeLessThan(20)
  expect(complaints).toEqual([])
})
