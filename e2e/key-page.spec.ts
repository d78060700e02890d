import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Key {
  serialKey: string
  dueDate: string
  seats: number
  product: { name: string }
  ownerAccount: { accountId: string; accountName: string }
}

/** A key with several seats, of a reseller who has to buy its renewal from the distributor, which has the pieces. */
async function keyToRenew(): Promise<Key> {
  const { call } = await wireOf(product, 'giulia@pontenuovo.example')
  const { items } = await call<{ items: Key[] }>('POST', '/renewals/search', { limit: 200, includeChildren: true })
  const own = items.filter(({ ownerAccount, seats }) => ownerAccount.accountName === 'Studio Ferrante' && seats > 1)
  for (const key of own) {
    const { serialKey, dueDate, seats, ownerAccount } = key
    const { items: plan, pieces } = await call<{
      items: { outcome: string }[]
      pieces: { product: { productId: string }; missing: number }[]
    }>('POST', '/renewals/preview', { items: [{ serialKey, dueDate }] })
    const [needed] = pieces
    if (plan[0]?.outcome === 'refused' || needed === undefined) continue
    if (needed.missing === 0) await useUp(ownerAccount.accountId, needed.product.productId)
    await stockUp(needed.product.productId, seats)
    return key
  }
  throw new Error('The demo has no key of several seats that can be renewed')
}

/** The reseller makes keys of all pieces of a product, so that a renewal has to be bought. */
async function useUp(accountId: string, productId: string): Promise<void> {
  const { call } = await wireOf(product, 'luca@ferrante.example')
  const stock = await call<{ productId: string; available: number }[]>('GET', `/orders/stock/${accountId}`)
  const { available = 0 } = stock.find((balance) => balance.productId === productId) ?? {}
  await call('POST', '/licenses', { parentAccountId: accountId, items: [{ productId, qt: available }] })
}

/** The distributor buys from the vendor. */
async function stockUp(productId: string, quantity: number): Promise<void> {
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const { customPrice: price } = await giulia.call<{ customPrice: number }>('GET', `/pricelists/products/${productId}`)
  const body = { items: [{ productId, quantity, price }] }
  const { id } = await giulia.call<{ id: string }>('POST', '/orders', body)
  await (await wireOf(product, 'vera@halcyon.example')).call('PUT', `/orders/${id}`, {
    source: 'api',
    status: 'approved',
  })
}

/** Somebody without an account. */
async function stranger(browser: Browser, url: string, options: { locale?: string; phone?: boolean } = {}) {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-GB',
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(url)
  return { page, complaints }
}

const linkOf = async (page: Page) => (await page.getByRole('link', { name: /\/key\// }).getAttribute('href')) ?? ''

test('a key gets a page; a stranger frees a seat and asks for the renewal, which the seller approves in three clicks', {
  tag: '@long',
}, async ({ browser }) => {
  const key = await keyToRenew()
  const { serialKey } = key
  await product.inDatabase(`update products set self_releases = 2`)
  const { call } = await wireOf(product, 'luca@ferrante.example')
  // A full key has devices already.
  for (const deviceName of ['LAPTOP-7', 'LAPTOP-8'])
    await call('POST', '/devices/activate', { serialKey, deviceUuid: deviceName, deviceName }).catch(() => undefined)

  const luca = await visit(browser, 'luca@ferrante.example', {
    ...product,
    locale: 'en-GB',
    at: `/licenses/${serialKey}`,
  })
  await luca.page.getByRole('button', { name: 'Make a page for this key' }).click()
  await expect(luca.page.getByRole('link', { name: /\/key\// })).toBeVisible()
  await expectAccessible(luca.page)
  const url = (await linkOf(luca.page)).replace(/^https?:\/\/[^/]+/, product.baseURL)

  const visitor = await stranger(browser, url, { phone: true })
  await test.step('the page shows what the key is, and neither the key nor a price', async () => {
    await expect(visitor.page.getByRole('heading', { level: 1, name: key.product.name })).toBeVisible()
    await expect(visitor.page.getByText(/^(Valid |Ended on)/)).toBeVisible()
    await expect(visitor.page.getByText('Sold by Ponte Nuovo Distribuzione')).toBeVisible()
    expect(await visitor.page.locator('body').innerText()).not.toContain(serialKey)
    await expectAccessible(visitor.page)
  })

  await test.step('a seat is freed after a question', async () => {
    const free = visitor.page.getByRole('button', { name: /^Free the seat of/ })
    const before = await free.count()
    expect(before).toBeGreaterThan(0)
    await free.first().click()
    await expect(visitor.page.getByText(/stops at its next contact/)).toBeVisible()
    await expect(visitor.page.getByRole('button', { name: 'Leave it as it is' })).toBeFocused()
    await expectAccessible(visitor.page)
    await visitor.page.getByRole('button', { name: 'Free the seat', exact: true }).click()
    await expect(visitor.page.getByText(/ is free\.$/)).toBeVisible()
    await expect(free).toHaveCount(before - 1)
    await expect(visitor.page.getByText('1 seat can still be freed. Each counts for 365 days.')).toBeVisible()
  })

  await test.step('a renewal is asked for once', async () => {
    await visitor.page.getByRole('button', { name: 'Ask for a renewal' }).click()
    await visitor.page.getByRole('textbox', { name: /^Your e-mail/ }).fill('nobody')
    await visitor.page.getByRole('button', { name: 'Ask for the renewal' }).click()
    await expect(visitor.page.getByText('Check this field.')).toBeVisible()
    await expectAccessible(visitor.page)
    await visitor.page.getByRole('textbox', { name: /^Your e-mail/ }).fill('rita@studio.example')
    await visitor.page.getByRole('textbox', { name: /^Your name/ }).fill('Rita Rossi')
    await visitor.page.getByRole('textbox', { name: /^What you want/ }).fill('Before Friday, please')
    await visitor.page.getByRole('button', { name: 'Ask for the renewal' }).click()
    await expect(visitor.page.getByText(/A renewal was asked for on .* will see to it/)).toBeVisible()
    await visitor.page.reload()
    await expect(visitor.page.getByText(/A renewal was asked for on/)).toBeVisible()
    await expect(visitor.page.getByRole('button', { name: 'Ask for a renewal' })).toHaveCount(0)
  })

  const giulia = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  await test.step('the seller has the order ready: three clicks at most', async () => {
    const { page } = giulia
    await page.setViewportSize({ width: 1440, height: 900 })
    let clicks = 0
    const click = async (what: ReturnType<Page['getByRole']>) => {
      await what.click()
      clicks += 1
    }
    const all = page.getByRole('button', { name: /^Mostra tutte/ })
    await expect(page.locator('main [data-need]').first()).toBeVisible()
    const row = page.locator('main [data-need="ask"]')
    if (!(await row.isVisible())) await click(all)
    await expect(row).toHaveCount(1)
    if ((await row.getAttribute('aria-current')) === null) await click(row)
    await expect(page.getByText('Rita Rossi · rita@studio.example')).toBeVisible()
    await expect(page.getByText('Before Friday, please')).toBeVisible()
    await expectAccessible(page)
    await click(page.getByRole('button', { name: new RegExp(`^Rinnova ${serialKey}`) }))
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Approva e rinnova per/ })).toBeEnabled()
    await expectAccessible(page)
    await click(page.getByRole('dialog').getByRole('button', { name: /^Approva e rinnova per/ }))
    await expect(page.getByRole('dialog').getByText('Prorogata', { exact: true })).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(3)
    const code = (await page.getByRole('dialog').getByRole('link', { name: /^SO-/ }).textContent()) ?? ''
    const { items } = await call<{ items: { orderCode: string; status: string }[] }>('POST', '/orders/search', {
      filterBy: [{ field: 'orderCode', values: [code] }],
    })
    expect(items).toMatchObject([{ orderCode: code, status: 'approved' }])
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).last().click()
    await expect(row).toHaveCount(0)
  })

  await test.step('the page says the new end, and nothing once it is withdrawn', async () => {
    await visitor.page.reload()
    await expect(visitor.page.getByText(/^Valid until/)).toBeVisible()
    await expect(visitor.page.getByRole('button', { name: 'Ask for a renewal' })).toBeVisible()
    await luca.page.getByRole('button', { name: 'Withdraw the page' }).click()
    await expect(luca.page.getByRole('dialog').getByText(/every printed QR code open nothing/)).toBeVisible()
    await luca.page.getByRole('dialog').getByRole('button', { name: 'Withdraw the page' }).click()
    await expect(luca.page.getByRole('button', { name: 'Make a page for this key' })).toBeVisible()
    visitor.complaints.length = 0
    await visitor.page.reload()
    await expect(visitor.page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible()
    await expectAccessible(visitor.page)
  })
  expect(luca.complaints).toEqual([])
  expect(giulia.complaints).toEqual([])
})

test('the page is in the language of its reader, and says when it could not be loaded', async ({ browser }) => {
  const { page } = await stranger(browser, `${product.baseURL}/key/0123456789abcdef0123456789abcdef`, {
    locale: 'it-IT',
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Questa pagina non esiste' })).toBeVisible()
  await page.route('**/api/v1/key/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Riprova' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/key/**')
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questa pagina non esiste' })).toBeVisible()
})
