import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

interface Deal {
  dealId: string
  code: string
  protectionStatus: string
  eBidStatus: string
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
const choose = (page: Page, name: string | RegExp) => row(page, name).getByRole('checkbox').check()

/** The dialog's row of a record. */
const resultOf = (page: Page, name: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })

test('a manager decides on many deals at once, except those that may be duplicates (rules J8)', {
  tag: '@long',
}, async ({ browser }) => {
  const manager = await wireOf(product, 'giulia@pontenuovo.example')
  const now = (dealId: string) => manager.call<Deal>('GET', `/deals/${dealId}`)
  const luca = await wireOf(product, 'luca@ferrante.example')
  const registered = async (name: string, vatId: string, price?: number) => {
    const dealId = await registerFor(luca, 'Studio Ferrante', { name, vatId })
    if (price !== undefined) await luca.call('POST', `/deals/${dealId}/updateEbidValue`, { value: price })
    return now(dealId)
  }
  const molini = { name: 'Molini Adriatici', vatId: '01114567891' }
  const first = await registered(molini.name, molini.vatId, 9000)
  const second = await registered('Vetreria Brembo', '01114567892', 9100)
  const third = await registered('Serre Pontine', '01114567893')
  const later = await registerFor(manager, 'Lineaviva Torino', molini)
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/deals?limit=100',
  })
  const dialog = page.getByRole('dialog')
  const close = () => dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  await test.step('the prices that were asked for are approved, and each row says what for', async () => {
    for (const { code } of [first, second, third]) await choose(page, code)
    await page.getByRole('button', { name: 'Approva il prezzo…' }).click()
    await expect(resultOf(page, first.code)).toContainText(/9\.000,00.€ invece di 9\.310,00.€/)
    await expect(resultOf(page, third.code)).toContainText('Qui non c’è nulla da decidere.')
    await expect(dialog).toContainText('2 sono pronte.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Approva 2 prezzi' }).click()
    // The one without a price was chosen too: the sentence counts all, and says what remains.
    await expect(dialog).toContainText('2 di 3 fatte. 1 no, per il motivo accanto.')
    await close()
    expect([(await now(first.dealId)).eBidStatus, (await now(second.dealId)).eBidStatus]).toEqual([
      'Approved',
      'Approved',
    ])
  })
  await test.step('what was done is no longer selected, so that the next decision has its own deals', async () => {
    await expect(page.getByText('1 selezionato')).toBeVisible()
    await page.getByRole('button', { name: 'Deseleziona' }).click()
  })
  await test.step('protections are refused together with one reason', async () => {
    await choose(page, second.code)
    await page.keyboard.press('r')
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Fuori dalla tua zona')
    await dialog.getByRole('button', { name: 'Rifiuta 1 trattativa' }).click()
    await expect(resultOf(page, second.code)).toContainText('Fatta')
    await close()
    expect((await now(second.dealId)).protectionStatus).toBe('Refused')
  })
  await test.step('a possible duplicate is not protected with the others, and leads to its page', async () => {
    await choose(page, first.code)
    await choose(page, third.code)
    await page.keyboard.press('a')
    await expect(resultOf(page, first.code)).toContainText('Potrebbe essere un duplicato')
    await expect(dialog.getByRole('link', { name: first.code })).toHaveAttribute('href', `/deals/${first.dealId}`)
    await dialog.getByRole('button', { name: 'Proteggi 1 trattativa' }).click()
    await expect(dialog).toContainText('1 di 2 fatta. 1 no, per il motivo accanto.')
    await close()
    expect((await now(third.dealId)).protectionStatus).toBe('Approved')
    expect((await now(first.dealId)).protectionStatus).toBe('Pending')
    await page.getByRole('button', { name: 'Deseleziona' }).click()
  })
  await test.step('one that was registered later is protected with the others only for a reason', async () => {
    const { code } = await now(later)
    await choose(page, code)
    await page.keyboard.press('a')
    await expect(resultOf(page, code)).toContainText('Una precedente attende ancora: indica un motivo')
    await expectAccessible(page)
    await expect(dialog.getByRole('button', { name: /^Proteggi 0/ })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Il cliente ha scelto Lineaviva')
    await dialog.getByRole('button', { name: 'Proteggi 1 trattativa' }).click()
    await expect(resultOf(page, code)).toContainText('Fatta')
    await close()
    expect((await now(later)).protectionStatus).toBe('Approved')
    await choose(page, first.code)
  })
  await test.step('the chosen ones are exported', async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Esporta 1/ }).click()
    await page.getByRole('button', { name: /CSV/ }).click()
    const text = await readFile(await (await file).path(), 'utf8')
    expect(text).toContain(first.code)
    expect(text).not.toContain(second.code)
  })
  expect(complaints).toEqual([])
})

test('many users get a role at once, and one button undoes it', { tag: '@long' }, async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const { account } = await vera.call<{ account: { accountId: string } }>('GET', '/users/me')
  const all = await vera.call<{ items: { email: string; account: { accountId: string }; roles: object[] }[] }>(
    'POST',
    '/users/search',
    { parentAccountId: account.accountId, includeChildren: true, limit: 500 },
  )
  const ferrante = all.items.find(({ email }) => email === 'sara@ferrante.example')?.account.accountId
  const rolesOf = async (email: string) => {
    const { items } = await vera.call<{ items: { email: string; roles: { name: string }[] }[] }>(
      'POST',
      '/users/search',
      { parentAccountId: ferrante },
    )
    return items.find((user) => user.email === email)?.roles.map(({ name }) => name)
  }
  const before = await rolesOf('sara@ferrante.example')
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: `/accounts/${ferrante}/users`,
  })
  const dialog = page.getByRole('dialog')
  await choose(page, 'sara@ferrante.example')
  await choose(page, 'luca@ferrante.example')
  await page.getByRole('button', { name: 'Give a role…' }).click()
  const give = dialog.getByRole('button', { name: /^Give \d users? the role$/ })
  await expect(give).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Administrator', exact: true }).click()
  await expect(resultOf(page, 'Luca Ferrante')).toContainText('Has it already')
  await expect(resultOf(page, 'Sara Conti')).toContainText(/→ .*Administrator/)
  await expectAccessible(page)
  await give.click()
  await expect(dialog).toContainText('1 of 2 done. 1 cannot, for the reason beside it.')
  expect(await rolesOf('sara@ferrante.example')).toEqual(expect.arrayContaining([...(before ?? []), 'AccountAdmin']))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toContainText('1 was taken back.')
  expect(await rolesOf('sara@ferrante.example')).toEqual(before)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(complaints).toEqual([])
})

test('of the sales that were chosen, those that could not be approved are told after the others are', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/sell-out' })
  const dialog = page.getByRole('dialog')
  const first = (status: string) => row(page, status).first().getByRole('checkbox').check()
  await first('In attesa')
  await first('Approvato')
  await page.getByRole('button', { name: 'Approva…' }).click()
  await expect(dialog).toContainText('1 ordine può essere approvato. 1 no, e resta com’è.')
  await dialog.getByRole('button', { name: 'Approva 1 ordine' }).click()
  await expect(dialog).toContainText('1 di 2 approvato. 1 no, e resta com’è.')
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  expect(complaints).toEqual([])
})

test('several price lists are copied at once, each with an unused name, and the copies are undone', {
  tag: '@long',
}, async ({ browser }) => {
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const lists = async () =>
    (
      await giulia.call<{ items: { priceListId: string; name: string; productCount: number }[] }>(
        'POST',
        '/pricelists/search',
        { limit: 100 },
      )
    ).items
  const before = await lists()
  const [list] = before
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/pricelists' })
  const dialog = page.getByRole('dialog')
  const copies = async () => (await lists()).filter(({ name }) => name.startsWith(`${list?.name} (copia`))
  const copy = async () => {
    await row(page, list?.name ?? '')
      .first()
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Copia…' }).click()
    await expect(resultOf(page, list?.name ?? '')).toContainText(`${list?.name} (copia)`)
    await dialog.getByRole('button', { name: 'Crea 1 copia' }).click()
    await expect(dialog).toContainText('1 di 1 fatta.')
  }
  await copy()
  expect(await copies()).toMatchObject([{ productCount: list?.productCount }])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  // The name is taken: the account already has a list of that name.
  await copy()
  expect((await copies()).map(({ name }) => name)).toEqual(
    expect.arrayContaining([`${list?.name} (copia)`, `${list?.name} (copia 2)`]),
  )
  await dialog.getByRole('button', { name: 'Ripristina', exact: true }).click()
  await expect(dialog).toContainText('1 è stata ripristinata.')
  expect((await copies()).map(({ name }) => name)).toEqual([`${list?.name} (copia)`])
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  expect(complaints).toEqual([])
})

test('R asks before it cancels the order of the row, says what it is worth, and hands the keyboard to the next row', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    at: '/sell-out?status=pending',
  })
  const keyOfFocused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))
  await expect(page.locator('[data-row]').nth(1)).toBeVisible()
  const next = await page.locator('[data-row]').nth(1).getAttribute('data-row')
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText(/In tutto: .*€/)
  await expect(dialog.getByRole('button', { name: 'Lascia com’è' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Annulla 1 ordine' }).click()
  await expect(dialog).toContainText('1 di 1')
  await expect(dialog.getByRole('button', { name: 'Chiudi', exact: true }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(keyOfFocused).toBe(next)
  expect(complaints).toEqual([])
})
