import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

test('a key is upgraded by the key that was chosen for it, both show each other, and devices learn the end of the base key', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/licenses/create' })
  await page.getByRole('combobox', { name: /^Product/ }).fill('ATLAS-PRO-UPG')
  await page.getByRole('option', { name: /ATLAS-PRO-UPG/ }).click()
  const bases = page.getByRole('group', { name: 'Keys to upgrade' })
  const first = bases.getByRole('checkbox').first()
  const base = (await first.getAttribute('value')) as string
  await expect(bases.getByText(/seats? free/).first()).toBeVisible()
  await first.check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make license keys' }).click()
  await expect(page).toHaveURL(/\/licenses\/ATLU-/)
  await expect(page.getByText('Not expired', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  const upgrade = page.url().split('/').at(-1) as string
  await page.getByRole('main').getByRole('link', { name: base }).click()
  await expect(page).toHaveURL(new RegExp(`/licenses/${base}$`))
  await expect(page.getByText(/^Upgraded: \d+ of \d+ seats$/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: upgrade })).toBeVisible()
  await expectAccessible(page)

  const device = { serialKey: upgrade, deviceUuid: 'upgraded' }
  const ends = []
  for (const call of ['activate', 'heartbeat']) {
    const answer = await page.request.post(`/api/v1/devices/${call}`, { data: device })
    ends.push((await answer.json()).expirationDate)
  }
  expect(ends).toEqual([expect.stringMatching(/^20\d\d-/), ends[0]])
  expect(complaints).toEqual([])
})

test('an exported key tells nobody to activate online, and shows what it grants', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: '/licenses?exported=true',
  })
  await page
    .getByRole('table')
    .getByRole('link', { name: /^RLA[XY]-/ })
    .first()
    .click()
  await expect(page.getByText('its devices use the .lic file and cannot activate online')).toBeVisible()
  await expect(page.getByText('Enter the key in the software')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Entitlements' })).toBeVisible()
  // 25, and ten more with each extension that the newest key has on this day of the demo.
  await expect(page.getByText(/Each seat: .*Connections \d*5\b/)).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('the seats of a trial show the step that their device last said', { tag: '@long' }, async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/licenses/create' })
  await page.getByRole('combobox', { name: /^Product/ }).fill('ATLAS-TRIAL')
  await page.getByRole('option', { name: /ATLAS-TRIAL/ }).click()
  await page.getByRole('button', { name: 'Make license keys' }).click()
  await expect(page).toHaveURL(/\/licenses\/ATLT-/)
  const serialKey = page.url().split('/').at(-1)
  const data = { serialKey, deviceUuid: 'trying', deviceName: 'Trying', currentTrialStep: 7 }
  expect((await page.request.post('/api/v1/devices/activate', { data })).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Trial step' })).toBeVisible()
  await expect(
    page.getByRole('row').filter({ hasText: 'Trying' }).getByRole('cell', { name: '7', exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('the dashboard has one tile of seats: all of them, those in use, and those of new keys', async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/dashboard' })
  const asked = page.waitForResponse('**/api/v1/licenses/dashboard')
  await page.getByRole('link', { name: 'Dati' }).click()
  const answer = await asked
  const { totalSeats, totalSeatActive, totalCreated } = await answer.json()
  expect(totalSeats.current).toBeGreaterThanOrEqual(totalSeatActive.current)
  const block = page.getByRole('region', { name: 'Licenze' }).or(page.locator('section').filter({ hasText: 'Licenze' }))
  await expect(block.getByText(`${totalSeatActive.current} in uso`).first()).toBeVisible()
  await expect(block.getByText(`${totalCreated.createdSeats.current} postazioni`).first()).toBeVisible()
})
