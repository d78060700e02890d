import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, holdBack, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { type Wire, wireOf } from './wire.ts'

const product = demoProduct()

const giulia = () => wireOf(product, 'giulia@pontenuovo.example')
const luca = () => wireOf(product, 'luca@ferrante.example')
const wide = { width: 1440, height: 900 }

/** The buttons that are filled with the brand colour. */
const filled = (page: Page) => page.locator('main [data-variant="filled"]').filter({ visible: true })

const top = async (target: Locator): Promise<number> => (await target.boundingBox())?.y ?? Number.NaN
const end = async (target: Locator): Promise<number> => {
  const box = await target.boundingBox()
  return box === null ? Number.NaN : box.y + box.height
}

/** Scrolls to the end of the page: the button is still in the window. */
async function expectStays(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** A deal whose company another partner is protected for, with a price that is asked for. */
async function contested(): Promise<string> {
  const manager = await giulia()
  const company = { vatId: '01234560157', webSite: 'www.fornaci.it' }
  const first = await registerFor(manager, 'Lineaviva Torino', { ...company, name: 'Fornaci Riunite S.p.A.' })
  const partner = await luca()
  const second = await registerFor(partner, 'Studio Ferrante', { ...company, name: 'Fornaci Riunite' })
  await manager.call('POST', `/deals/${first}/updateProtectionStatus`, { protectionStatus: 'Approved' })
  await partner.call('POST', `/deals/${second}/updateEbidValue`, { value: 7000, reason: 'A rival offers less' })
  return second
}

test('what a manager decides on a deal is on the first screen, wide and on a phone, and stays in sight', {
  tag: '@long',
}, async ({ browser }) => {
  const id = await contested()
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: `/deals/${id}` })
  await page.setViewportSize(wide)
  const protect = page.getByRole('button', { name: 'Protect', exact: true })
  const approve = page.getByRole('button', { name: 'Approve €7,000.00' })
  const list = page.getByRole('list', { name: 'Where it stands' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fornaci Riunite')
  await expect(list).toContainText(
    /Lineaviva Torino registered Fornaci Riunite S\.p\.A\. first, on .*, and is protected/,
  )
  await expect(list).toContainText(/Studio Ferrante asks to buy at €7,000\.00 instead of €[\d,.]+ \(-\d/)
  for (const button of [protect, approve, page.getByRole('button', { name: 'Protect anyway…' })])
    expect(await top(button)).toBeLessThan(500)
  await expect(filled(page)).toHaveText(['Protect'])
  await expectStays(page, protect)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(protect).toBeInViewport({ ratio: 1 })
  expect(await end(approve)).toBeLessThanOrEqual(844)
  await expectStays(page, protect)
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('the comparison is folded, opened from the sentence, and remembered by the address', { tag: '@long' }, async ({
  browser,
}) => {
  const [, , id] = await twoOf('Cementi Adda', '02345670165')
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: `/deals/${id}` })
  const fold = page.getByRole('region', { name: 'Possible duplicates' })
  await expect(fold).toContainText('1 other registration')
  await expect(fold.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(fold.getByRole('table')).toContainText('Lineaviva Torino')
  await expect(fold.getByRole('button', { name: 'Possible duplicates' })).toBeFocused()
  await expect(page).toHaveURL(/#duplicates$/)
  await expectAccessible(page)
  await page.reload()
  await expect(fold.getByRole('table')).toBeVisible()
  await fold.getByRole('button', { name: 'Possible duplicates' }).press('Enter')
  await expect(fold.getByRole('table')).toHaveCount(0)
  await expect(page).not.toHaveURL(/#/)
  expect(complaints).toEqual([])
})

/** Two deals for one company, the later one last. */
async function twoOf(name: string, vatId: string): Promise<[Wire, string, string]> {
  const manager = await giulia()
  const first = await registerFor(manager, 'Lineaviva Torino', { vatId, name })
  return [manager, first, await registerFor(await luca(), 'Studio Ferrante', { vatId, name })]
}

test('who registered a deal that was refused reads why, and registers it again with what it had', async ({
  browser,
}) => {
  const id = await registerFor(await luca(), 'Studio Ferrante', { name: 'Filande Orobie', vatId: '05678901234' })
  const reason = 'They have been a customer of Lineaviva for years'
  await (await giulia()).call('POST', `/deals/${id}/updateProtectionStatus`, { protectionStatus: 'Refused', reason })
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: `/deals/${id}` })
  const standing = page.getByRole('list', { name: 'Where it stands' })
  await expect(standing).toContainText('Ponte Nuovo Distribuzione refused the protection.')
  await expect(standing).toContainText(`Reason: ${reason}`)
  // It is said once, and nothing tells an end of a protection that there is not.
  await expect(page.getByText(reason)).toHaveCount(1)
  await expect(page.getByRole('main')).not.toContainText('Protection ends')
  await expect(page.getByRole('main')).toContainText('Deal expires')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Register it anew' }).click()
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Filande Orobie')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(standing).toContainText(/Ponte Nuovo Distribuzione decides by/)
  expect(complaints).toEqual([])
})

test('on a laptop the tables of a record show all their columns, the sum too', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-out?status=pending',
  })
  await page.getByRole('row').filter({ hasText: 'Lineaviva Torino' }).getByRole('link', { name: /^SO-/ }).click()
  const table = page.getByRole('table', { name: 'Prodotti' })
  // As wide as it gets: whose decision it is sees the margin and the stock after it.
  for (const name of ['Da listino', 'Margine', 'Rimanenza'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Totale', exact: true })).toBeInViewport({ ratio: 1 })
  expect(complaints).toEqual([])
})

test('a dialog has the focus in its first required field, and gives it back', { tag: '@long' }, async ({ browser }) => {
  const partner = await luca()
  const id = await registerFor(partner, 'Studio Ferrante', { name: 'Vivai Brianza', vatId: '03456780166' })
  const manager = await giulia()
  await manager.call('POST', `/deals/${id}/updateProtectionStatus`, { protectionStatus: 'Approved' })
  await partner.call('POST', `/deals/${id}/requestExtension`, { reason: 'The tender is late' })
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: `/deals/${id}` })
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  for (const name of [/^Grant \d+ days$/, 'Refuse'] as const) {
    const opener = page.getByRole('list', { name: 'Where it stands' }).getByRole('button', { name })
    await opener.click()
    await expect(reason).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  // The opener is gone after the decision: the focus is on the record's first action, and not lost.
  await page.getByRole('list', { name: 'Where it stands' }).getByRole('button', { name: 'Refuse' }).click()
  await expect(reason).toBeFocused()
  await page.keyboard.type('No more time')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  expect(complaints).toEqual([])
})

test('who decides with a button that then is gone has the undo, and afterwards the record', { tag: '@long' }, async ({
  browser,
}) => {
  const id = await registerFor(await luca(), 'Studio Ferrante', { name: 'Cave del Ticino', vatId: '04567890167' })
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: `/deals/${id}` })
  // Of somebody who has not decided yet, an answer is said to come, and not asked for.
  await expect(page.getByRole('main')).toContainText('decisione entro il')
  await page.getByRole('button', { name: 'Proteggi', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: /^Ripristina DL-/ }).first()).toBeFocused()
  await expect(page.getByText(/La registrazione è protetta fino/)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('body')).not.toBeFocused()
  expect(complaints).toEqual([])
})

test('the page of a key is made by the keyboard, which then is on its link', async ({ browser }) => {
  const { items } = await (await luca()).call<{ items: { serialKey: string }[] }>('POST', '/licenses/search', {
    limit: 1,
  })
  const at = `/licenses/${items[0]?.serialKey}`
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at })
  // What watches the focus is loaded with the first one, and comes when the button is gone.
  const sendCode = await holdBack(page, '**/assets/*.js')
  await page.getByRole('button', { name: 'Make a page for this key' }).press('Enter')
  await expect(page.getByRole('link', { name: /\/key\// })).toBeVisible()
  sendCode()
  await expect(page.getByRole('link', { name: /\/key\// })).toBeFocused()
  expect(complaints).toEqual([])
})

interface Listed {
  items: { orderId: string; orderCode: string; buyer: { accountName: string }; vendor: { accountName: string } }[]
}

test('who decides on an order sees stock after and margin, its buyer neither; cancelling is in the menu', async ({
  browser,
}) => {
  const manager = await giulia()
  const { items } = await manager.call<Listed>('POST', '/orders/sell-out/search', {
    filterBy: [
      { field: 'status', values: ['pending'] },
      { field: 'buyerName', values: ['Studio Ferrante'] },
    ],
    limit: 1,
  })
  const [order] = items
  const at = `/sell-out/${order?.orderId}`
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at })
  await page.setViewportSize(wide)
  const approve = page.getByRole('button', { name: 'Approva', exact: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Studio Ferrante')
  await expect(page.getByRole('columnheader', { name: 'Rimanenza' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Margine' })).toBeVisible()
  await expect(page.getByText('Margine di Ponte Nuovo Distribuzione')).toBeVisible()
  expect(await top(approve)).toBeLessThan(500)
  await expect(filled(page)).toHaveText(['Approva'])
  await expect(page.getByRole('button', { name: 'Annulla ordine' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await expect(page.getByRole('button', { name: /^Annulla.*ordine/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 500 })
  await expectStays(page, approve)

  const buyer = await visit(browser, 'luca@ferrante.example', { ...product, at: `/sell-in/${order?.orderId}` })
  await expect(buyer.page.getByRole('heading', { level: 1 })).toHaveText('Ponte Nuovo Distribuzione')
  await expect(buyer.page.getByRole('table', { name: 'Products' })).toBeVisible()
  await expect(buyer.page.getByText(/^Margin/)).toHaveCount(0)
  await expect(buyer.page.getByText('Stock after')).toHaveCount(0)
  expect([...complaints, ...buyer.complaints]).toEqual([])
})

test('on a phone the key is the title with its copy button beside it, and is renewed at its price', async ({
  browser,
}) => {
  const wire = await luca()
  const key = await renewable(wire)
  const at = `/licenses/${key?.serialKey}`
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, phone: true, at })
  const title = page.getByRole('heading', { level: 1, name: key?.serialKey ?? 'none' })
  const copy = page.getByRole('button', { name: 'Copy key' })
  await expect(title).toBeVisible()
  expect(Math.abs((await top(title)) - (await top(copy)))).toBeLessThan(24)
  await expect(page.getByText(key?.product.name ?? 'none', { exact: true })).toHaveCount(1)
  const renew = page.getByRole('button', { name: /^Renew €/ })
  await expect(filled(page)).toHaveText([/^Renew €/])
  await expectStays(page, renew)
  await renew.click()
  await expect(page.getByRole('dialog', { name: 'Renew 1 key' })).toContainText(key?.serialKey ?? 'none')
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

interface Renewable {
  serialKey: string
  product: { name: string }
  value: number | null
  blocked: { renew: string | null }
}

/** A key that can be renewed at a price and has not been before, so that it is one grant. */
async function renewable(wire: Wire): Promise<Renewable | undefined> {
  const { items } = await wire.call<{ items: Renewable[] }>('POST', '/renewals/search', { limit: 100 })
  for (const key of items.filter(({ value, blocked }) => value !== null && blocked.renew === null)) {
    const { licenseDetails } = await wire.call<{ licenseDetails: unknown[] }>('GET', `/licenses/${key.serialKey}`)
    if (licenseDetails.length === 1) return key
  }
  return undefined
}

/** The address of one record of each kind. */
async function records(): Promise<string[]> {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const first = async (path: string, id: string, scope = {}) =>
    (await wire.call<{ items: Record<string, string>[] }>('POST', path, { limit: 1, ...scope })).items[0]?.[id]
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  return [
    `/products/${await first('/pricelists/products/search', 'productId')}`,
    `/pricelists/${await first('/pricelists/search', 'priceListId')}`,
    `/accounts/${account.accountId}`,
    `/licenses/${await first('/licenses/search', 'serialKey', { includeChildren: true })}`,
    `/sell-out/${await first('/orders/sell-out/search', 'orderId', { includeChildren: true })}`,
  ]
}

test('every record page has one filled button at most, and its actions stay in sight', { tag: '@long' }, async ({
  browser,
}) => {
  for (const at of await records()) await expectOneShape(browser, at)
})

async function expectOneShape(browser: Browser, at: string): Promise<void> {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at })
  await page.setViewportSize({ width: 1440, height: 600 })
  await expect(page.locator('main [aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  expect(await filled(page).count(), at).toBeLessThanOrEqual(1)
  const action = page.locator('[data-record] [data-action]').first()
  await expect(action, at).toBeVisible()
  expect(await top(action), at).toBeLessThan(200)
  await expectStays(page, action)
  expect(complaints, at).toEqual([])
  await page.context().close()
}
