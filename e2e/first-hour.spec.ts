import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible } from './journey.ts'

const product = demoProduct()
const password = 'Orchard-Lane-Ladder-27'

/** Makes an empty tenant, and signs its super admin in for the first time. */
async function firstSignIn(
  browser: Browser,
  code: string,
  phone = false,
): Promise<{ page: Page; complaints: string[] }> {
  await product.portal(
    `${password}\n`,
    ...['tenant', 'create', '--code', code, '--name', 'Acme Software', '--admin-first-name', 'Ada'],
    ...['--admin-email', 'ada@acme.example', '--admin-password', '-'],
  )
  const baseURL = product.baseURL.replace('localhost', `${code}.localhost`)
  const context = await browser.newContext({ baseURL, ...(phone && { viewport: { width: 390, height: 844 } }) })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/')
  await page.getByLabel('Email').fill('ada@acme.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
  return { page, complaints }
}

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First steps' })

/** Takes a step with its example, and comes back to the steps. */
async function take(page: Page, step: string, save: string, done: number): Promise<void> {
  await stepsOf(page).getByRole('link', { name: step, exact: true }).click()
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: save, exact: true }).click()
  await expect(stepsOf(page).getByText(`${done} of 5 done`)).toBeVisible()
}

test('an empty tenant is led by five steps with examples to its first activated key', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await firstSignIn(browser, 'first')
  const steps = stepsOf(page)
  await expect(steps.getByText('0 of 5 done')).toBeVisible()
  await expectAccessible(page)

  await take(page, 'Set logo and colour', 'Save', 1)
  await take(page, 'Add a product', 'Create product', 2)
  await take(page, 'Make a price list', 'Create price list', 3)
  await take(page, 'Add a partner', 'Create account', 4)

  await steps.getByRole('link', { name: 'Write an order', exact: true }).click()
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  // The vendor sells what it has not issued before (rules S2).
  await expect(
    page
      .getByRole('row', { name: /EXAMPLE-1Y/ })
      .or(page.getByText('EXAMPLE-1Y'))
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/^Only \d+ available$/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(steps.getByText('5 of 5 done')).toBeVisible()
  await expectAccessible(page)

  await steps.getByRole('link', { name: 'Open the order' }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: /^Approve/ })
  await sure
    .or(page.getByText('Approved', { exact: true }).first())
    .first()
    .waitFor()
  if (await sure.isVisible()) await sure.click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  // What is held for undoing is sent before the screen is left.
  await page.goto('/dashboard')
  await steps.getByRole('link', { name: 'Make a key' }).click()

  await page.getByRole('combobox', { name: /^Product/ }).click()
  await page.getByRole('option', { name: /EXAMPLE-1Y/ }).click()
  await page.getByRole('button', { name: 'Make license keys' }).click()
  await expect(page).toHaveURL(/\/licenses\/EXMP-/)
  const serialKey = page.url().split('/').at(-1)
  await page.goto('/dashboard')
  await expect(steps.getByText(`"serialKey":"${serialKey}"`)).toBeVisible()
  await expectAccessible(page)
  const data = { serialKey, deviceUuid: 'my-laptop', deviceName: 'My laptop' }
  expect((await page.request.post(`${product.baseURL}/api/v1/devices/activate`, { data })).status()).toBe(200)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing waits for you, Ada' })).toBeVisible()
  await expect(steps).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('steps are skipped, put away and called back, on a phone', { tag: '@long' }, async ({ browser }) => {
  const { page, complaints } = await firstSignIn(browser, 'second', true)
  const steps = stepsOf(page)
  await steps.getByRole('button', { name: 'Skip: Logo and colour' }).click()
  await expect(steps.getByText('Skipped', { exact: true })).toBeVisible()
  await expect(steps.getByRole('listitem').filter({ hasText: 'Product' }).first()).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expectAccessible(page)
  await steps.getByRole('button', { name: 'Not now' }).click()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing waits for you, Ada' })).toBeVisible()
  await page.getByRole('button', { name: /^Language, appearance/ }).click()
  await page.getByRole('link', { name: 'First steps', exact: true }).click()
  await expect(steps.getByText('Skipped', { exact: true })).toBeVisible()
  await steps.getByRole('link', { name: 'To what needs me' }).click()
  await expect(steps).toHaveCount(0)
  expect(complaints).toEqual([])
})
