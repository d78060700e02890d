import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, holdBack, visit } from './journey.ts'

const product = demoProduct()

/** The last three hundred days: on 1 January this year has no business yet. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const at = `/dashboard?interval=custom&from=${day(300)}&to=${day(0)}`
const digits = (text: string) => Number(text.replace(/\D/g, ''))

/** Opens the list behind a number of records; it has as many rows. */
async function expectAsMany(page: Page, figure: Locator): Promise<void> {
  const shown = digits((await figure.innerText()).split('\n')[0] ?? '')
  await figure.click()
  await expect(page.getByRole('status').filter({ hasText: /^(\d|Nessun|No )/ })).toHaveText(
    shown === 0 ? /^(No results|Nessun risultato)$/ : new RegExp(`^${grouped(shown)} (results?|risultat[oi])$`),
  )
  await page.goBack()
}
/** The number with any separator of thousands. */
const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '[.,]?')

test('the vendor opens the lists behind the figures, with the same totals, and saves a table', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at })
  const link = (name: RegExp) => page.getByRole('link', { name })

  await test.step('sell-in and sell-out of the whole network are the same, and shown once with the reason', async () => {
    await expect(page.getByText('Sell-in and sell-out are the same here', { exact: false })).toBeVisible()
    await expect(page.getByText('Sell-in, pieces', { exact: true })).toHaveCount(0)
    const value = link(/Value traded: show the list$/)
    const shown = (await value.innerText()).split('\n')[0]?.trim() ?? ''
    await value.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sell out', exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: /filters/i }).getByText(/^Approved from/)).toBeVisible()
    await expect(page.locator('tfoot')).toContainText(shown)
    await page.goBack()
  })

  await test.step('a slice of the sales by account leads to the orders of that account, with the same total', async () => {
    const slice = page.getByRole('listitem').filter({ hasText: /%$/ }).first()
    const [name = '', amount = ''] = (await slice.innerText()).split('\n').filter((line) => line.trim() !== '')
    await slice.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sell out', exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: /filters/i }).getByText(name)).toBeVisible()
    await expect(page.locator('tfoot')).toContainText(amount)
    await page.goBack()
  })

  await test.step('states of licenses, deals and the forecast lead to as many rows', async () => {
    await expectAsMany(page, link(/Active keys: show the list$/))
    await expectAsMany(page, link(/Expired keys: show the list$/))
    await expectAsMany(page, link(/^[\d.,]+ Won: show the list$/))
    await expectAsMany(page, page.getByRole('table', { name: 'Forecast', exact: true }).getByRole('link').first())
  })

  await test.step('the table of deals by status is saved as it is shown', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save By status as a CSV file', exact: true }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('By status.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(7)
    expect(lines[1]).toMatch(/^New,\d/)
  })
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('a distributor reads the dashboard in Italian, for one account without those below it', { tag: '@long' }, async ({
  browser,
}) => {
  const alone = `${at}&children=no`
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: alone })
  const value = page.getByRole('link', { name: /^.+ Sell-out, valore: / })
  const shown = (await value.innerText()).split('\n')[0]?.trim() ?? ''
  await value.click()
  const applied = page.getByRole('list', { name: /filtri/i })
  await expect(applied.getByText('Senza gli account sottostanti', { exact: true })).toBeVisible()
  await expect(page.locator('tfoot')).toContainText(shown)
  await applied.getByRole('button', { name: /Senza gli account sottostanti$/ }).click()
  await expect(applied.getByText('Senza gli account sottostanti', { exact: true })).toHaveCount(0)
  await page.goto(alone)
  await expectAsMany(page, page.getByRole('link', { name: /Chiavi attive: / }))
  expect(complaints).toEqual([])
})

test('the other blocks are shown while one of them waits for its figures', { tag: '@long' }, async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/licenses' })
  const answer = await holdBack(page, '**/api/v1/orders/dashboard')
  await page.goto(at)
  await expect(page.getByRole('link', { name: /Active keys: show the list$/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By status', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Value traded/ })).toHaveCount(0)
  answer()
  await expect(page.getByRole('link', { name: /Value traded/ })).toBeVisible()
})

test('the figures are shown before the list of pending work is loaded, and do not move when it appears', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/licenses' })
  const answer = await holdBack(page, /\/api\/v1\/today/)
  await page.goto(at)
  const figure = page.getByRole('link', { name: /Chiavi attive: / })
  await expect(figure).toBeVisible()
  const place = await figure.boundingBox()
  answer()
  const first = page.getByRole('region', { name: 'Da fare', exact: true }).locator('[data-need]').first()
  await expect(first).toBeVisible()
  expect(await figure.boundingBox()).toEqual(place)
  await expectAccessible(page)
})

test('on a phone the other filters of the dashboard are behind a button, which says how many are set', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    phone: true,
    at: '/dashboard#figures',
  })
  const filters = page.getByRole('search', { name: 'Filtri della dashboard' })
  await expect(filters.getByRole('combobox', { name: 'Intervallo' })).toBeVisible()
  await expect(filters.getByRole('switch')).toHaveCount(0)
  await filters.getByRole('button', { name: 'Altri filtri' }).click()
  await filters.getByRole('switch', { name: 'Includi gli account sottostanti' }).click()
  await expect(page).toHaveURL(/children=no/)
  await filters.getByRole('button', { name: 'Altri filtri: 1 impostato' }).click()
  await expect(filters.getByRole('switch')).toHaveCount(0)
  expect(complaints).toEqual([])
})
