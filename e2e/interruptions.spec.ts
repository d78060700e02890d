import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, type Route, test } from '@playwright/test'
import { closeAll, expectAccessible, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'
import { startProxy } from './proxy.ts'
import { type Wire, wireOf } from './wire.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

/** What the browser itself says about a connection that the test breaks. */
const ofTheNetwork = (complaint: string) => /net::ERR_|status of 409/.test(complaint)

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

/** Lets the server do the call, and breaks the connection before its answer arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approva', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approva', exact: true }).click()
}

test('when the answer to an approval is lost, the screen finds out that the order was approved (threats M8)', async ({
  browser,
}) => {
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

test('while the server cannot be reached the screen says that the approval is uncertain, and a retry has no second effect (threats M8)', async ({
  browser,
}) => {
  const { request, stocks, effectsOf } = await trade()
  const [sellers, buyers] = await stocks()
  const { id, orderCode } = await request(3)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    phone: true,
    at: `/sell-out/${id}`,
  })
  // Every answer about this order is lost, until the network is back.
  await page.route(`**/api/v1/orders/${id}`, loseAnswer)
  await approve(page)
  const notice = page.getByRole('alert').filter({ hasText: 'Non è certo che l’ordine sia stato modificato' })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('Il server non è raggiungibile')
  await expect(page.getByText('L’ordine non è stato modificato')).toHaveCount(0)
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByText('Approvato', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(`Ordine ${orderCode} approvato`)).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-3, 3] })
  expect(await stocks()).toEqual([sellers - 3, buyers + 3])
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint))).toEqual([])
})

test('when an answer is lost in the middle of many approvals, every order is approved once (threats M8)', async ({
  browser,
}) => {
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

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface ListedFile {
  accountFileId: string
  fileName: string
  fileSizeInBytes: number
  fileHash: string
}

test('an upload that is cut says so and is sent again as one whole file; a canceled one leaves nothing (threats F2, F4)', async ({
  browser,
}) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { account } = await luca.call<{ account: { accountId: string } }>('GET', '/users/me')
  const all = async () => (await luca.call<{ items: ListedFile[] }>('POST', '/files/search', {})).items
  const ofTheDemo = new Set((await all()).map(({ accountFileId }) => accountFileId))
  /** The files that this journey uploaded. */
  const listed = async () => (await all()).filter(({ accountFileId }) => !ofTheDemo.has(accountFileId))
  const usedBytes = async () => (await luca.call<{ usedBytes: number }>('GET', '/files/usage')).usedBytes
  const usedBefore = await usedBytes()
  const buffer = randomBytes(12_000_000)
  const proxy = await startProxy(product)
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', {
    ...proxy,
    at: `/accounts/${account.accountId}/files`,
  })
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const progressOf = (name: string) =>
    page.getByRole('progressbar', { name: `Upload of ${name}` }).evaluate((bar: HTMLProgressElement) => bar.value * 100)

  await test.step('the connection is cut in the middle of the bytes', async () => {
    proxy.hold(2_000_000)
    await choose('Terms.pdf')
    await expect.poll(() => progressOf('Terms.pdf'), { intervals: [50] }).toBeGreaterThan(10)
    expect(await progressOf('Terms.pdf')).toBeLessThan(100)
    const bar = await page.getByRole('progressbar').boundingBox()
    expect(bar?.height).toBeGreaterThan(4)
    proxy.cut()
    await expect(uploads.getByText('The connection broke off.')).toBeVisible()
    await expectAccessible(page)
    expect(await listed()).toEqual([])
    await expect.poll(usedBytes).toBe(usedBefore)
  })
  await test.step('trying again sends the whole file once', async () => {
    await page.getByRole('button', { name: 'Try again to upload Terms.pdf' }).click()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Terms.pdf' })).toHaveCount(1)
    expect(await listed()).toMatchObject([
      { fileName: 'Terms.pdf', fileSizeInBytes: buffer.length, fileHash: sha256(buffer) },
    ])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Actions for Terms.pdf' }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect(sha256(await readFile(await (await download).path()))).toBe(sha256(buffer))
  })
  await test.step('a canceled upload leaves nothing', async () => {
    proxy.hold(2_000_000)
    await choose('Draft.pdf')
    await expect.poll(() => progressOf('Draft.pdf'), { intervals: [50] }).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Cancel the upload of Draft.pdf' }).click()
    await expect(uploads.getByText('Draft.pdf')).toHaveCount(0)
    proxy.cut()
    await expect.poll(usedBytes).toBe(usedBefore + buffer.length)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'Terms.pdf' })).toBeVisible()
    await expect(page.getByText('Draft.pdf')).toHaveCount(0)
  })
  await test.step('once the bytes are in, an upload is no longer canceled: it is a file or it failed', async () => {
    let commit = () => {}
    const held = new Promise<void>((resolve) => (commit = resolve))
    await page.route('**/api/v1/files/upload/commit', async (route) => {
      await held
      await route.continue()
    })
    const committing = page.waitForRequest('**/api/v1/files/upload/commit')
    await choose('Late.pdf')
    await committing
    const cancel = page.getByRole('button', { name: 'Cancel the upload of Late.pdf' })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    // A click that was under way when the button was disabled.
    await cancel.dispatchEvent('click')
    await expect(uploads.getByText('Late.pdf')).toBeVisible()
    commit()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(['Late.pdf', 'Terms.pdf'])
  })
  await test.step('an empty file is refused with its byte count, and trying again is not offered', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name: 'Empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
    await expect(uploads.getByText('File size error: 0 bytes')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again to upload Empty.pdf' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss Empty.pdf' }).click()
  })
  await test.step('when the answers to the commit are lost, trying again makes no second file', async () => {
    await page.route('**/api/v1/files/upload/commit', loseAnswer)
    await choose('Offer.pdf')
    await expect(page.getByRole('button', { name: 'Try again to upload Offer.pdf' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again to upload Offer.pdf' }).click()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(['Offer.pdf', 'Late.pdf', 'Terms.pdf'])
  })
  await page.context().close()
  await proxy.stop()
  // Chromium itself sends cut bytes again to the URL, which works once: 403. The empty file is answered 422.
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint) && !/403|422/.test(complaint))).toEqual([])
})

test('a lost connection is shown and announced, and so is its return; what was typed stays', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-in/create',
  })
  const note = page.getByLabel('Codice di riferimento')
  await note.fill('PO-77')
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

test('forty pending orders, three of them short, are cleared from the keyboard in less than ten minutes', async ({
  browser,
}) => {
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
  const made = await Promise.all(Array.from({ length: 40 - before.length }, () => request(1)))
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
  const begin = Date.now()

  await test.step('all are selected and approved together; the short ones are named and left', async () => {
    await press('j')
    await press('x')
    for (let row = 1; row < 40; row++) await press('j')
    await press('Shift+X')
    await press('a')
    const dialog = page.getByRole('dialog', { name: 'Approvare 40 ordini?' })
    await expect(dialog.getByRole('button', { name: /^Approva \d+ ordini$/ })).toBeFocused()
    await press('Enter')
    const close = page.getByRole('dialog').getByRole('button', { name: 'Chiudi', exact: true }).last()
    await expect(close).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await pending()).length).toBeLessThanOrEqual(before.length)
  })
  await test.step('each short one is canceled on its page, which leads to the next', async () => {
    await press('j')
    await press('Enter')
    const cancel = page.locator('#content').getByRole('button', { name: 'Annulla ordine', exact: true })
    const next = page.getByRole('link', { name: 'Prossimo ordine in attesa' })
    for (let left = (await pending()).length; left > 0; left--) {
      await expect(cancel).toBeVisible()
      while (!(await cancel.evaluate((button) => button === document.activeElement))) await press('Tab')
      await press('Enter')
      const sure = page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Annulla ordine' })
      await expect(sure).toBeVisible()
      while (!(await sure.evaluate((button) => button === document.activeElement))) await press('Tab')
      await press('Enter')
      await expect(page.getByText('Annullato', { exact: true }).first()).toBeVisible()
      if (left === 1) continue
      await expect(next).toBeFocused()
      await press('Enter')
    }
    await expect(page.getByText('Nessun altro ordine è in attesa.')).toBeVisible()
  })
  const seconds = Math.round((Date.now() - begin) / 1000)
  console.info(`forty pending orders: ${presses} key presses, ${seconds} s of waiting and pressing`)
  expect(await pending()).toEqual([])
  for (const { id } of made) expect(await effectsOf(id)).toEqual({ approvals: 1, moved: [-1, 1] })
  for (const { id } of short) expect(await effectsOf(id)).toEqual({ approvals: 0, moved: [] })
  // Somebody who presses one key in two seconds needs less than ten minutes.
  expect(presses).toBeLessThan(300)
  expect(seconds).toBeLessThan(600)
  expect(complaints).toEqual([])
})
