import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

/** Answers as a sandbox would: the demo of the journeys is none. */
const mail = (n: number) => ({
  mailId: `01990000-0000-7000-8000-00000000000${n}`,
  to: `reader${n}@integrator.example`,
  subject: `Your invitation ${n}`,
  creationDate: '2026-03-04T10:00:00.000Z',
  text: n === 1 ? 'Follow https://portal.example/invitations?token=abc to begin.' : '',
})

test('a sandbox says so on every screen, and its administrator reads the mails that stay in it', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products' })
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0)
  await page.route('**/api/v1/tenants/current', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'sandbox' } })
  })
  await page.route('**/api/v1/sandbox/mails*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.has('before')
    return route.fulfill({ json: { items: [mail(isSecond ? 2 : 1)], next: isSecond ? null : mail(1).mailId } })
  })
  await page.goto(`${product.baseURL}/settings/mails`)
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Your invitation 1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read “Your invitation 1” to reader1@integrator.example' }).click()
  const link = page.getByRole('dialog').getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://portal.example/invitations?token=abc')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Older mails' }).click()
  await expect(page.getByRole('main').getByText('Your invitation 2', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /^Read/ }).click()
  await expect(page.getByRole('dialog')).toContainText('The text is kept for a week.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Newest mails' }).click()
  await expect(page.getByRole('main').getByText('Your invitation 1', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Sandbox', { exact: true })).toBeInViewport()
  expect(complaints).toEqual([])
})

test('an administrator moves the clock of a sandbox, and every screen says the business date', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products' })
  const day = 86_400_000
  let ahead = 0
  const clock = () => ({
    date: new Date(Date.now() + ahead).toISOString(),
    machineDate: new Date().toISOString(),
    latestDate: new Date(Date.now() + 730 * day).toISOString(),
  })
  await page.route('**/api/v1/tenants/current', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), environment: 'sandbox', secondsAhead: Math.ceil(ahead / 1000) }
    await route.fulfill({ response, json })
  })
  await page.route('**/api/v1/sandbox/clock', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: clock() })
    const { date } = route.request().postDataJSON() as { date: string }
    if (ahead > 0) {
      const issues = [{ path: 'date', code: 'past', message: 'Business time is past it already' }]
      const problem = { code: 'RQ422', status: 422, title: 'Some values are not valid', message: '', info: { issues } }
      return route.fulfill({ status: 422, contentType: 'application/problem+json', json: problem })
    }
    ahead = Date.parse(date) - Date.now()
    return route.fulfill({ json: clock() })
  })
  await page.goto(`${product.baseURL}/settings/clock`)
  const mark = page.locator('[data-business-date]')
  await expect(page.getByText('Machine time', { exact: true })).toBeVisible()
  await expect(mark).toHaveCount(0)
  await expectAccessible(page)
  const field = page.getByRole('textbox', { name: 'Move to the beginning of' })
  await field.fill('01/03/2027')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await expect(page.getByText('The clock was moved')).toBeVisible()
  await expect(mark).toHaveText(/1 Mar 2027|Mar 1, 2027/)
  await field.fill('01/04/2027')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await expect(field).toHaveValue('01/04/2027')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('This time is past already')).toBeVisible()
  await expectAccessible(page)
  await field.fill('01/03/2020')
  await field.press('Tab')
  await expect(page.getByText(/^At the earliest \d\d\/\d\d\/2027$/)).toBeVisible()
  await page.goto(`${product.baseURL}/licenses`)
  await expect(mark).toBeVisible()
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(mark).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })
    const search = await page.getByRole('banner').getByRole('button', { name: 'Find' }).boundingBox()
    expect(search?.width).toBeGreaterThanOrEqual(24)
  }
  await expectAccessible(page)
  expect(complaints.filter((each) => !/status of 422/.test(each))).toEqual([])
})
