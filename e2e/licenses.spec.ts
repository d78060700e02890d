import { expect, type Page, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import type { RenewalAnswer } from '../contract/src/renewals.ts'
import { demoProduct, expectAccessible, visit, withoutLive } from './journey.ts'

const product = demoProduct()

const fails = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 500, code: 'RQ500', title: 'x', detail: 'x', message: 'x', requestId: 'r-1' }),
}

test('when the products for new keys cannot be loaded, the form says so instead of showing an empty list', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/profile' })
  await withoutLive(page)
  await page.route('**/api/v1/orders/stock/search', (route) => route.fulfill(fails))
  await page.goto('/licenses/create')
  const alert = page.getByRole('alert').filter({ hasText: 'Error fetching products' })
  await expect(alert).toBeVisible()
  await expect(page.getByText('No products available')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/api/v1/orders/stock/search')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('combobox', { name: /^Product/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('creating more keys than are on hand shows the missing quantity, and the purchase form is filled with exactly that', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/licenses/create' })
  await page.getByRole('combobox', { name: /^Product/ }).fill('NORMA-1Y')
  await page.getByRole('option', { name: /NORMA-1Y/ }).click()
  const onHand = Number(/(\d+) on hand/.exec(await page.getByRole('combobox', { name: /^Product/ }).inputValue())?.[1])
  await page.getByRole('textbox', { name: /^Quantity/ }).fill(String(onHand + 3))
  await page.getByRole('button', { name: 'Make license keys' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The keys could not be made' })
  await expect(alert).toContainText('3 pieces are missing')
  await expectAccessible(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await alert.getByRole('link', { name: 'Purchase' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: /^Leave/ })
  await leave
    .or(page.getByRole('heading', { name: 'New purchase' }))
    .first()
    .waitFor()
  if (await leave.isVisible()) await leave.click()
  await expect(page.getByRole('heading', { level: 1, name: 'New purchase' })).toBeVisible()
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'NORMA-1Y' })
  await expect(line.getByRole('textbox', { name: /Quantity/ })).toHaveValue('3')
})

test('a license key that does not exist or cannot be loaded has a page with a heading and a back link', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', {
    ...product,
    at: '/licenses/NORM-00000-00000-00000-00000',
  })
  await expect(page.getByRole('heading', { level: 1, name: 'License' })).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/v1/licenses/*', (route) => route.fulfill(fails))
  await page.goto('/licenses/NORM-00000-00000-00000-00001')
  await expect(page.getByRole('heading', { level: 1, name: 'License' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'License keys' })).toBeVisible()
})

/** Makes a key of one seat and activates it on a device; returns the key. */
async function keyOnDevice(page: Page, deviceName: string): Promise<string> {
  await page.goto('/licenses/create')
  await page.getByRole('combobox', { name: /^Product/ }).fill('NORMA-1Y')
  await page.getByRole('option', { name: /NORMA-1Y/ }).click()
  await page.getByRole('button', { name: 'Make license keys' }).click()
  await expect(page).toHaveURL(/\/licenses\/NORM-/)
  const serialKey = page.url().split('/').at(-1) ?? ''
  expect(await activate(page, serialKey, 'uuid-lost', deviceName)).toBe(200)
  return serialKey
}

const activate = async (page: Page, serialKey: string, deviceUuid: string, deviceName: string): Promise<number> =>
  (await page.request.post('/api/v1/devices/activate', { data: { serialKey, deviceUuid, deviceName } })).status()

test('support finds a key by the name of a lost device, clears its seat, and the new device activates', {
  tag: '@long',
}, async ({ browser }) => {
  const luca = await visit(browser, 'luca@ferrante.example', product)
  const serialKey = await keyOnDevice(luca.page, 'Anna’s workshop laptop')
  expect(await activate(luca.page, serialKey, 'uuid-new', 'Anna’s new laptop')).toBe(409)

  const { page, complaints } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/licenses' })
  await page.getByRole('searchbox', { name: 'Key, device, product, person or order' }).fill('Anna’s workshop laptop')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.locator(`a[href="/licenses/${serialKey}"]`).click()
  await page.getByRole('button', { name: 'Actions for Anna’s workshop laptop' }).click()
  await page.getByRole('button', { name: 'Clear seat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear seat' }).click()
  await expect(page.getByText('1 seat cleared.')).toBeVisible()

  expect(await activate(page, serialKey, 'uuid-new', 'Anna’s new laptop')).toBe(200)
  expect(complaints).toEqual([])
})

test('the report shows what the filters leave, and the downloaded file has the same rows', async ({ browser }) => {
  const today = new Date().toISOString().slice(0, 10)
  const at = `/reports/licenses?type=trial&limit=100&expirationDate=..${today}`
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at })
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Trial')
  await expectAccessible(page)
  const shown = await page
    .getByRole('table')
    .getByRole('link', { name: /^[A-Z]+-/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
  expect(shown.length).toBeGreaterThan(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^report-\d{14}\.xlsx$/)
  const written = await readSheet(await file.path())
  expect(written.slice(1).map(([, key]) => key)).toEqual(shown)
  expect(complaints).toEqual([])
})

/** Opens the renewal of the selected keys; returns what its preview says. */
async function openRenewal(page: Page): Promise<RenewalAnswer> {
  const preview = page.waitForResponse((response) => response.url().endsWith('/renewals/preview'))
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  const answer = (await preview).json() as Promise<RenewalAnswer>
  // The foot of the list has asked for the preview too.
  await expect(page.getByRole('list', { name: 'Result for each key' })).toBeVisible()
  return answer
}

test('of three selected keys of which one is short, two are extended and the third is ordered', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: '/renewals?window=expired&window=90&limit=100',
  })
  const table = page.getByRole('table', { name: 'Renewals' })
  await expect(table.getByRole('checkbox')).not.toHaveCount(0)
  await table.getByRole('checkbox').first().check()
  const { items } = await openRenewal(page)
  await page.keyboard.press('Escape')
  await table.getByRole('checkbox').first().uncheck()

  // A short key whose owner has nothing of the product, so that it is short among any three.
  const stockOf = (item: (typeof items)[number]) => `${item.ownerAccount.accountId} ${item.renewal?.sku}`
  const extended = items.filter(({ outcome }) => outcome === 'extended')
  const there = new Set(extended.map(stockOf))
  const short = items.find((item) => item.outcome === 'ordered' && !there.has(stockOf(item)))
  const keys = [...extended.slice(0, 2), short].map((item) => item?.serialKey ?? 'none')
  for (const key of keys) await table.getByRole('checkbox', { name: key }).check()
  await openRenewal(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Renew 3 keys' })).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText(/1 key lacks stock.*2 keys are extended\./)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Renew and order for / }).click()

  await expect(dialog.getByRole('heading', { name: 'Renewal done' })).toBeVisible()
  const results = dialog.getByRole('list', { name: 'Result for each key' }).getByRole('listitem')
  const resultOf = (key: string | undefined) => results.filter({ hasText: key ?? 'none' })
  for (const key of keys.slice(0, 2)) await expect(resultOf(key)).toContainText(/until .* 20\d\d.*Extended/)
  await expect(resultOf(keys[2])).toContainText(/SO-\d{4}-\d{6}.*Ordered/)
  await expectAccessible(page)
  const code = await resultOf(keys[2]).getByRole('link', { name: /^SO-/ }).textContent()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // The extended keys have left the list, and the third shows its order.
  const row = table.getByRole('row').filter({ hasText: keys[2] ?? 'none' })
  await expect(row).toContainText(code ?? 'none')
  for (const key of keys.slice(0, 2)) await expect(table.getByText(key)).toHaveCount(0)
  await row.getByRole('link', { name: code ?? 'none' }).click()
  await expect(page).toHaveTitle(new RegExp(`^${code} `))
  await expect(page.getByText('Pending').first()).toBeVisible()
  expect(complaints).toEqual([])
})
