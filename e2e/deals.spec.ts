import { expect, type Locator, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, expectAccessible, holdBack, idle, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const giulia = () => wireOf(product, 'giulia@pontenuovo.example')
const luca = () => wireOf(product, 'luca@ferrante.example')

/** Chooses the first option of a field that is searched. */
async function choose(page: Page, field: Locator, text: string, option: RegExp): Promise<void> {
  await field.click()
  await field.fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

test('a reseller registers a deal from a phone, always knows where it stands, and orders it once it is won', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, phone: true, at: '/deals' })
  const text = (label: string) => page.getByRole('textbox', { name: label })

  await test.step('the form is filled in one go, and saved with a product', async () => {
    await page.getByRole('link', { name: 'Register a deal' }).first().click()
    const save = page.getByRole('button', { name: 'Register', exact: true })
    await expect(save).toBeDisabled()
    await text('Company').fill('Cantieri Navali Lario S.p.A.')
    await choose(page, page.getByRole('combobox', { name: 'Country' }), 'Ital', /^Italy$/)
    await text('VAT ID').fill('00743110157')
    await text('First name').fill('Anna')
    await text('Last name').fill('Conti')
    await text('Street').fill('Lungolago 1')
    await text('Postal code').fill('22100')
    await choose(page, page.getByRole('combobox', { name: 'Product' }), 'ATLAS-ENT-1Y', /ATLAS-ENT-1Y/)
    await page.getByRole('textbox', { name: /^Quantity of Atlas Enterprise/ }).fill('10')
    await expect(page.getByLabel('Total', { exact: true })).toContainText('€18,620.00')
    await expectAccessible(page)
    await save.click()
    // What is missing is said at its field, and nothing is lost.
    await expect(text('City')).toBeFocused()
    await expect(text('Company')).toHaveValue('Cantieri Navali Lario S.p.A.')
    await text('City').fill('Como')
    await save.click()
    await expect(page).toHaveTitle(/^DL-/)
  })
  const standing = page.getByRole('list', { name: 'Where it stands' })
  await expect(standing).toContainText(/Ponte Nuovo Distribuzione decides by/)
  await expectAccessible(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)

  await test.step('corrects the company and the products while nobody has decided', async () => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Correct the prospect' }).click()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'VAT ID' }).fill('XX')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('textbox', { name: 'VAT ID' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'VAT ID' }).fill('00743110157')
    await dialog.getByRole('textbox', { name: 'Company' }).fill('Cantieri Navali del Lario S.p.A.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Cantieri Navali del Lario S.p.A.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Correct the products' }).click()
    await dialog.getByRole('textbox', { name: /^Quantity of Atlas Enterprise/ }).fill('9')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('€16,758.00').first()).toBeVisible()
  })

  await test.step('asks for another price with a reason', async () => {
    await page.getByRole('button', { name: 'Ask for another price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'eBid value' }).fill('15000')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A rival offers less')
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(standing).toContainText('Reason: A rival offers less')
  })

  await test.step('the manager’s decisions are seen without asking', async () => {
    const manager = await giulia()
    await manager.call('POST', `/deals/${id}/updateProtectionStatus`, { protectionStatus: 'Approved' })
    await manager.call('POST', `/deals/${id}/updateEbidStatus`, { status: 'Approved', value: 15_500 })
    await page.reload()
    await expect(standing).toContainText('The registration is protected until')
    await expect(standing).toContainText('Once the deal is won, you can buy for €15,500.00 instead of €16,758.00.')
    await expect(page.getByRole('button', { name: /^Correct/ })).toHaveCount(0)
  })

  await test.step('the won deal becomes a purchase at that price, which names the deal', async () => {
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Won', exact: true }).click()
    const update = page.getByRole('button', { name: 'Update', exact: true })
    await update.press('Enter')
    await expect(standing).toContainText('You can buy for €15,500.00 instead of €16,758.00.')
    // What is saved leaves the keyboard where it was.
    await expect(update).toBeDisabled()
    await expect(update).toBeFocused()
    // A closed deal no longer expires, so nothing tells an end of its protection.
    await expect(standing).toContainText('no longer expires')
    await expect(page.getByRole('main')).not.toContainText(/protected until|Protection ends/i)
    await expect(page.getByRole('main')).toContainText(/Approved price\s*€15,500\.00/)
    await page.getByRole('button', { name: 'Make the purchase' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('€15,500.00')
    await expect(dialog.getByRole('button', { name: 'Create the purchase' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Create the purchase' }).click()
    await expect(page).toHaveURL(/\/sell-in\//)
    await expect(page.getByText('€15,500.00').first()).toBeVisible()
    await page.getByRole('link', { name: /^DL-/ }).click()
    await expect(page.getByRole('link', { name: /^SO-|^PO-|^OR/ }).first()).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('a distributor in dollars registers, bids, wins and buys, cheaper than without the bid', { tag: '@long' }, async ({
  browser,
}) => {
  const at = { ...product, at: '/deals/create' }
  const { page, complaints } = await visit(browser, 'denise@lakeshore.example', at)
  await page.setViewportSize({ width: 1440, height: 900 })
  const text = (label: string) => page.getByRole('textbox', { name: label })
  await text('Company').fill('Great Lakes Turbine Inc.')
  await choose(page, page.getByRole('combobox', { name: 'Country' }), 'United St', /United States|USA|America/)
  await text('VAT ID').fill('US123456789')
  await text('First name').fill('Ruth')
  await text('Last name').fill('Olsen')
  await text('Street').fill('1 Harbor Drive')
  await text('Postal code').fill('44114')
  await text('City').fill('Cleveland')
  await choose(page, page.getByRole('combobox', { name: 'Product' }), 'ATLAS-ENT-1Y', /ATLAS-ENT-1Y/)
  await page.getByRole('textbox', { name: /^Quantity of Atlas Enterprise/ }).fill('10')
  await expect(page.getByLabel('Total', { exact: true })).toContainText('$17,080.00')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page).toHaveTitle(/^DL-/)

  // The MSRP stands beside the price in its own currency; a margin between two currencies is not made up.
  const items = page.getByRole('table', { name: 'Products' })
  for (const words of ['€2,190.00', '$1,708.00', 'Halcyon Americas']) await expect(items).toContainText(words)
  await expect(items).not.toContainText('%')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Ask for another price' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('below the US$17,080.00 that Lakeshore Digital Supply pays without it')
  const value = dialog.getByRole('textbox', { name: 'eBid value' })
  await value.fill('20000')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog).toContainText('Must be at most 17,079.99')
  await expect(value).toHaveValue('20000')
  await value.fill('15000')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  const standing = page.getByRole('list', { name: 'Where it stands' })
  await expect(standing).toContainText('Price under review')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const vera = await wireOf(product, 'vera@halcyon.example')
  await vera.call('POST', `/deals/${id}/updateEbidStatus`, { status: 'Approved' })
  await page.reload()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Won', exact: true }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(standing).toContainText('You can buy for US$15,000.00 instead of US$17,080.00.')
  await page.getByRole('button', { name: 'Make the purchase' }).click()
  await dialog.getByRole('button', { name: 'Create the purchase' }).click()
  await expect(page).toHaveURL(/\/sell-in\//)
  await expect(page.getByText('$15,000.00').first()).toBeVisible()
  await expect(page.getByRole('table').first()).toContainText('$1,708.00')

  await test.step('a lost deal says that its purchase is still pending, and who may cancels it', async () => {
    await page.goto(`/deals/${id}`)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Lost', exact: true }).click()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(standing).toContainText('Halcyon Software can cancel it.')
    await expect(page.getByRole('button', { name: 'Cancel the purchase' })).toHaveCount(0)
    const seller = await visit(browser, 'vera@halcyon.example', { ...product, at: `/deals/${id}` })
    await seller.page.getByRole('button', { name: 'Cancel the purchase' }).click()
    await expectAccessible(seller.page)
    await seller.page.getByRole('dialog').getByRole('button', { name: 'Cancel the purchase' }).click()
    await expect(seller.page.getByRole('button', { name: 'Cancel the purchase' })).toHaveCount(0)
    expect(seller.complaints).toEqual([])
  })
  expect(complaints).toEqual([])
})

test('a manager sees a possible duplicate side by side before protecting it, and the owner never does', async ({
  browser,
}) => {
  const manager = await giulia()
  const company = { vatId: '12345670017', webSite: 'www.idrotermica.it' }
  const first = await registerFor(manager, 'Lineaviva Torino', { ...company, name: 'Idrotermica Padana S.r.l.' })
  const second = await registerFor(await luca(), 'Studio Ferrante', { ...company, name: 'IDROTERMICA PADANA SRL' })
  await manager.call('POST', `/deals/${first}/updateProtectionStatus`, { protectionStatus: 'Approved' })

  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/deals/waiting' })
  const rows = page.getByRole('list', { name: 'Da decidere' }).getByRole('listitem')
  const row = rows.filter({ hasText: 'IDROTERMICA PADANA SRL' })
  await row.focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'È la stessa opportunità?' })
  for (const words of [
    'Stessa partita IVA',
    'Stesso dominio web o e-mail',
    'Stessa ragione sociale',
    'Lineaviva Torino',
  ])
    await expect(dialog).toContainText(words)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Proteggi questa' }).click()
  // A rival is protected, so a reason is required.
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
  await dialog.getByRole('button', { name: 'È un duplicato' }).click()
  await expect(row).toHaveCount(0)
  const { protectionStatus } = await manager.call<{ protectionStatus: string }>('GET', `/deals/${second}`)
  expect(protectionStatus).toBe('Duplicated')

  const owner = await visit(browser, 'luca@ferrante.example', { ...product, at: `/deals/${second}` })
  await expect(owner.page.getByRole('list', { name: 'Where it stands' })).toContainText('was registered before')
  await expect(owner.page.getByText('Lineaviva')).toHaveCount(0)
  await expect(owner.page.getByRole('region', { name: 'Possible duplicates' })).toHaveCount(0)
  expect([...complaints, ...owner.complaints]).toEqual([])
})

test('the queue tells what others register and decide without moving a row, and a slip of a key is undone', async ({
  browser,
}) => {
  const manager = await giulia()
  const partner = await luca()
  const first = await registerFor(partner, 'Studio Ferrante', { name: 'Ceramiche Etna', vatId: '04567890879' })
  const second = await registerFor(partner, 'Studio Ferrante', { name: 'Oleificio Murgia', vatId: '05678900721' })
  const statusOf = async (id: string) =>
    (await manager.call<{ protectionStatus: string }>('GET', `/deals/${id}`)).protectionStatus
  const at = '/deals/waiting?kind=protection'
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at })
  const rows = page.getByRole('list', { name: 'Da decidere' }).getByRole('listitem')
  const [etna, murgia, third] = ['Ceramiche Etna', 'Oleificio Murgia', 'Vivai Tirreno'].map((name) =>
    rows.filter({ hasText: name }),
  ) as [Locator, Locator, Locator]
  const undo = (row: Locator) => row.getByRole('button', { name: /^Ripristina DL-/ })
  const messages = page.getByRole('status', { name: 'Messaggi', exact: true })

  await etna.focus()
  await page.keyboard.press('a')
  await expect(undo(etna)).toBeVisible()
  await expect(messages).toContainText('sta per essere protetta')
  await expectAccessible(page)
  await page.keyboard.press('u')
  await expect(undo(etna)).toHaveCount(0)
  await expect(messages).not.toContainText('sta per essere protetta')
  await expect(etna).toBeFocused()
  expect(await statusOf(first)).toBe('Pending')

  // Closing the message sends the decision at once.
  await page.keyboard.press('a')
  await expect(undo(etna)).toBeVisible()
  await messages.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(etna).toHaveCount(0)
  await expect.poll(() => statusOf(first)).toBe('Approved')
  await murgia.focus()

  const shown = await rows.count()
  await registerFor(partner, 'Studio Ferrante', { name: 'Vivai Tirreno', vatId: '06789010585' })
  await expect(page.getByRole('button', { name: '1 in più: mostra' })).toBeVisible()
  await manager.call('POST', `/deals/${second}/updateProtectionStatus`, { protectionStatus: 'Approved' })
  await expect(murgia).toHaveAttribute('data-live', 'gone')
  await expect(murgia).toBeFocused()
  expect([await rows.count(), await third.count()]).toEqual([shown, 0])
  // What was decided elsewhere is not decided again.
  await page.keyboard.press('a')
  await expect(murgia.getByRole('button', { name: /^Proteggi/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(undo(murgia)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: /mostra$/ }).click()
  await expect(third).toBeVisible()
  await expect(murgia).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the board is moved by keyboard, by menu and by dragging, and the palette finds a deal', { tag: '@long' }, async ({
  browser,
}) => {
  const wire = await luca()
  const id = await registerFor(wire, 'Studio Ferrante', { name: 'Vetri Murano', vatId: '02345670270' })
  const statusOf = async () => (await wire.call<{ status: string }>('GET', `/deals/${id}`)).status
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/deals/board' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const column = (status: string) => page.getByRole('region', { name: status, exact: true })
  const card = page.getByRole('link', { name: 'Vetri Murano' })
  await column('New').getByRole('link', { name: 'Vetri Murano' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(column('Trial').getByRole('link', { name: 'Vetri Murano' })).toBeFocused()
  await expect.poll(statusOf).toBe('Trial')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(column('New').getByRole('link', { name: 'Vetri Murano' })).toBeFocused()
  await expectAccessible(page)

  const code = await column('New').getByRole('listitem').filter({ has: card }).getByText(/^DL-/).innerText()
  await page.getByRole('button', { name: `Move ${code}` }).click()
  await page.getByRole('button', { name: 'To Demo' }).click()
  await expect(column('Demo').getByRole('link', { name: 'Vetri Murano' })).toBeFocused()
  await expect.poll(statusOf).toBe('Demo')
  // Near the top, so that the page need not scroll while the card is held.
  await card.locator('xpath=ancestor::li[1]').dragTo(column('Negotiation'), { targetPosition: { x: 60, y: 120 } })
  await expect(column('Negotiation').getByRole('link', { name: 'Vetri Murano' })).toBeVisible()
  await expect.poll(statusOf).toBe('Negotiation')

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find or go to' }).fill('vetri mur')
  await page.getByRole('option', { name: /Vetri Murano/ }).click()
  await expect(page).toHaveTitle(new RegExp(`^${code} `))
  expect(complaints).toEqual([])
})

test('a card keeps its new column and the focus while its move waits for an answer and others change deals', async ({
  browser,
}) => {
  const wire = await luca()
  const id = await registerFor(wire, 'Studio Ferrante', { name: 'Molino Sesia', vatId: '02345680279' })
  const other = await registerFor(wire, 'Studio Ferrante', { name: 'Risi Lomellina', vatId: '02345690278' })
  const statusOf = async () => (await wire.call<{ status: string }>('GET', `/deals/${id}`)).status
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/deals/board' })
  const cardIn = (status: string, name: string) =>
    page.getByRole('region', { name: status, exact: true }).getByRole('link', { name })
  // The stream of changes is open.
  await idle(page)
  const answer = await holdBack(page, `**/deals/${id}`, (route) => route.request().method() === 'PUT')
  await cardIn('New', 'Molino Sesia').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(cardIn('Trial', 'Molino Sesia')).toBeFocused()
  // The columns are read again, and the server does not know of the move yet.
  await wire.call('PUT', `/deals/${other}`, { dealStatus: 'Demo' })
  await expect(cardIn('Demo', 'Risi Lomellina')).toBeVisible()
  await expect(cardIn('Trial', 'Molino Sesia')).toBeFocused()
  // The second move waits for the first.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(cardIn('Demo', 'Molino Sesia')).toBeFocused()
  expect(await statusOf()).toBe('New')
  answer()
  await expect.poll(statusOf).toBe('Demo')
  await expect(cardIn('Demo', 'Molino Sesia')).toBeFocused()
  expect(complaints).toEqual([])
})

/**
 * Every screen, as a manager on a phone in Italian and dark, or as the vendor on a wide window, in turn; with FULL=1, as both.
 * every-screen.spec.ts shows them too, to others.
 */
test('the deal screens are accessible and fit a phone and a wide window', { tag: '@long' }, async ({ browser }) => {
  const id = await registerFor(await luca(), 'Studio Ferrante', { name: 'Grafiche Alpine', vatId: '03456780122' })
  const paths = ['', '/create', '/board', '/forecast', '/waiting', `/${id}`, `/create?from=${id}`].map(
    (path) => `/deals${path}`,
  )
  const phone = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true })
  await phone.page.emulateMedia({ colorScheme: 'dark' })
  const wide = await visit(browser, 'vera@halcyon.example', product)
  await wide.page.setViewportSize({ width: 1440, height: 900 })
  for (const [place, path] of paths.entries())
    for (const [turn, { page }] of [phone, wide].entries())
      if (isFull || place % 2 === turn) await expectFit(page, path)
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'it')
  expect([...phone.complaints, ...wide.complaints]).toEqual([])
})

async function expectFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}
