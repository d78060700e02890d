import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Named {
  orderId: string
  orderCode: string
  status: string
}

const field = (page: Page) => page.getByRole('combobox', { name: /^(Find or go to|Cerca o vai a)$/ })

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill(text)
}

test('the vendor finds a SKU, a code, a VAT id, a person, a list and a key, and acts on what was found', {
  tag: '@long',
}, async ({ browser }) => {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const list = async <T>(path: string, body: object = {}) =>
    (await wire.call<{ items: T[] }>('POST', path, { limit: 1, ...body })).items[0] as T
  const ferrante = await list<{ accountId: string; accountCode: string; address: { vatId: string }[] }>(
    '/accounts/search',
    { includeChildren: true, filterBy: [{ field: 'accountName', values: ['Studio Ferrante'] }] },
  )
  const { sku, name } = await list<{ sku: string; name: string }>('/pricelists/products/search')
  const { name: listName } = await list<{ name: string }>('/pricelists/search')
  const { serialKey } = await list<{ serialKey: string }>('/licenses/search', { includeChildren: true })

  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/accounts' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const option = (words: string | RegExp) => page.getByRole('option', { name: words })

  for (const [text, title] of [
    [sku.toLowerCase(), name],
    [ferrante.accountCode, 'Studio Ferrante'],
    [ferrante.address[0]?.vatId ?? '', 'Studio Ferrante'],
    ['ferrante STUDIO', 'Studio Ferrante'],
    ['ferrante luca', 'Luca Ferrante'],
    [listName, listName],
    [serialKey.slice(-11), serialKey],
  ] as const)
    await test.step(`“${text}” finds ${title}`, async () => {
      await find(page, text)
      await expect(option(title).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(field(page)).toHaveCount(0)
    })

  await test.step('Enter right after typing opens what was typed, and not what stood there before', async () => {
    await find(page, 'Studio Ferrante')
    await expect(option('Studio Ferrante').first()).toBeVisible()
    await field(page).fill(sku)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('the right arrow shows what can be done; a key is copied', async () => {
    await find(page, serialKey)
    await expect(option(serialKey)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('option')).toHaveText(['Open', 'Copy key'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(option(serialKey)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Copied: ${serialKey}`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(serialKey)
  })

  await test.step('the empty field shows what was opened lately, and signing out forgets it', async () => {
    await find(page, serialKey)
    await option(serialKey).click()
    await expect(page).toHaveURL(`/licenses/${serialKey}`)
    await page.keyboard.press('ControlOrMeta+k')
    const lately = page.getByRole('group', { name: 'Opened lately' })
    await expect(lately.getByRole('option').nth(0)).toContainText(serialKey)
    await expect(lately.getByRole('option').nth(1)).toContainText(name)
    await page.keyboard.press('Escape')
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('trellis.recent.')))
    expect(await kept()).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth\/signin/)
    expect(await kept()).toEqual([])
  })
  expect(complaints).toEqual([])
})

test('a distributor on a phone finds a reseller’s order by its reference and approves it where it was found', {
  tag: '@long',
}, async ({ browser }) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { items: offers } = await luca.call<{ items: { productId: string; customPrice: number }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 1, filterBy: [{ field: 'status', values: ['Active'] }] },
  )
  const [offer] = offers
  const order = await luca.call<{ id: string; orderCode: string }>('POST', '/orders', {
    items: [{ productId: offer?.productId, quantity: 1, price: offer?.customPrice }],
    orderRefCode: 'Città-4711',
  })
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await find(page, 'citta ferrante')
  const hit = page.getByRole('option', { name: order.orderCode })
  await expect(hit).toBeVisible()
  await expectAccessible(page)
  await hit.getByTitle(`Azioni per ${order.orderCode}`).click()
  await expect(page.getByRole('option')).toHaveText(['Apri', 'Approva…', 'Ordina di nuovo', 'Copia codice'])
  await page.getByRole('option', { name: 'Approva…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Approva/ }).click()
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)
  expect((await luca.call<Named>('GET', `/orders/${order.id}`)).status).toBe('approved')

  await test.step('once approved it is ordered again from there, and not approved again', async () => {
    await find(page, 'citta-4711')
    await expect(hit).toBeVisible()
    await hit.getByTitle(`Azioni per ${order.orderCode}`).click()
    await expect(page.getByRole('option')).toHaveText(['Apri', 'Ordina di nuovo', 'Copia codice'])
    await page.getByRole('option', { name: 'Ordina di nuovo' }).click()
    await expect(page).toHaveURL(`/sell-out/create?again=${order.id}`)
  })
  expect(complaints).toEqual([])
})
