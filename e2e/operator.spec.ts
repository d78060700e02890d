import { expect, test } from '@playwright/test'
import { demoTenantCode } from '../server/src/demo/sign-ins.ts'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { linkIn, newestMail } from './mails.ts'

const product = demoProduct()
const operator = 'vera@halcyon.example'
const password = 'Orchard-Lane-Ladder-27'

test('an operator creates a tenant at the screen, and who is invited meets the first steps of it', {
  tag: '@long',
}, async ({ browser }) => {
  const before = await visit(browser, operator, { ...product, at: '/products' })
  await expect(before.page.getByRole('link', { name: 'settings' })).toBeVisible()
  await expect(before.page.getByRole('link', { name: 'installation' })).toHaveCount(0)
  await product.portal('', 'operator', 'add', '--tenant', demoTenantCode, '--email', operator)

  const { page, complaints } = await visit(browser, operator, { ...product, at: '/products' })
  await page.getByRole('link', { name: 'installation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: 'Lumen Audio' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New tenant' }).click()
  await page.locator('input[name=tenantName]').fill('Città Software')
  await expect(page.locator('input[name=tenantCode]')).toHaveValue('citta-software')
  await page.locator('input[name=tenantCode]').fill('lumen')
  await page.getByLabel('Email').fill('ada@citta.example')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Conti')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create tenant' }).click()
  await expect(page.getByText('Already used')).toBeVisible()
  await expect(page.locator('input[name=tenantCode]')).toBeFocused()
  await page.locator('input[name=tenantCode]').fill('citta')
  await page.getByRole('button', { name: 'Create tenant' }).click()
  const address = product.baseURL.replace('localhost', 'citta.localhost')
  await expect(page.getByRole('status').getByText(address)).toBeVisible()
  await expect(page.getByText('An invitation is on its way to ada@citta.example.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'To the tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Città Software' })).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send again: the invitation to ada@citta.example' }).click()
  await expect(page.getByText('The former one is no longer valid.')).toBeVisible()

  const invitation = linkIn(await newestMail(product, 'ada@citta.example'), '/auth/confirm')
  expect(new URL(invitation).origin).toBe(address)
  const invited = await (await browser.newContext()).newPage()
  await invited.goto(invitation)
  await invited.locator('input[name=password]').fill(password)
  await invited.locator('input[name=repeatPassword]').fill(password)
  await invited.keyboard.press('Enter')
  await expect(invited).toHaveURL(/\/auth\/signin$/)
  await invited.getByLabel('Email').fill('ada@citta.example')
  await invited.getByLabel('Password', { exact: true }).fill(password)
  await invited.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(invited.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
  await expect(invited.getByRole('region', { name: 'First steps' }).getByText('0 of 5 done')).toBeVisible()
  await expect(invited.getByRole('link', { name: 'installation' })).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /again/ })).toHaveCount(0)
  // The browser writes the refused code there by itself.
  expect([...before.complaints, ...complaints].filter((each) => !/status of 422/.test(each))).toEqual([])
})

test('who is no operator is sent away from the screens of the installation', async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/installation/tenants' })
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${product.baseURL}/installation/tenants/lumen`)
  await expect(page).toHaveURL(/\/dashboard/)
})
