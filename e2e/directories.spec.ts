import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { clientId, clientSecret, openIssuer } from '../server/src/testing/issuer.ts'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'

const product = demoProduct()
let issuer: Awaited<ReturnType<typeof openIssuer>>
test.beforeAll(async () => {
  issuer = await openIssuer()
})
test.afterAll(() => issuer.close())

const within = { timeout: 30_000 }
const person = (name: string) => ({
  ...{ sub: name, email: `${name}@pontenuovo.example`, email_verified: true, amr: ['pwd', 'otp'] },
  ...{ given_name: name.charAt(0).toUpperCase() + name.slice(1), family_name: 'Ponte' },
})

/** Types an address on the sign-in screen and follows the button of its directory. */
async function continueWith(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signin?redirect=%2Fproducts')
  const field = page.getByRole('textbox', { name: 'Email', exact: true })
  await field.fill(email)
  await page.getByRole('button', { name: 'Continue with Ponte Nuovo', exact: true }).click(within)
}

test('an administrator connects a directory and tests it; its people sign in by it, new ones and known ones (rules P40 to P42)', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings/directories' })

  await test.step('the connection is made, switched off', async () => {
    await expectText(page, 'Connect a directory')
    await idle(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Connect a directory', exact: true }).click()
    const form = page.getByRole('form', { name: 'Connect a directory', exact: true })
    await form.getByRole('textbox', { name: 'Name' }).fill('Ponte Nuovo')
    await form.getByRole('textbox', { name: 'Issuer' }).fill(issuer.url)
    await form.getByRole('textbox', { name: 'Client id' }).fill(clientId)
    await form
      .getByLabel(/^Client secret/)
      .first()
      .fill(clientSecret)
    await form.getByRole('textbox', { name: 'Domains' }).fill('pontenuovo.example')
    await form.getByRole('switch', { name: 'Newcomers become users' }).check()
    await idle(page)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Connect a directory' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ponte Nuovo', exact: true })).toBeVisible(within)
    await expectText(page, `${product.baseURL}/auth/oidc`)
    await expectText(page, '_trellis.pontenuovo.example')
  })

  await test.step('a test shows that the domain is not proved', async () => {
    issuer.person(person('nuova'))
    await page.getByRole('button', { name: 'Test the connection', exact: true }).click()
    await expect(page.getByText('Would be refused', { exact: true })).toBeVisible(within)
    await expectText(page, 'The domain of the e-mail address is not one of this directory, or not proved yet.')
  })

  await test.step('once it is, a newcomer would become a user', async () => {
    await product.inDatabase('update directory_domains set proved_at = now()')
    const form = page.getByRole('form', { name: 'Edit the connection', exact: true })
    await form.getByLabel('Account of newcomers').first().click()
    await page.getByRole('option').first().click()
    await form
      .getByLabel(/^Roles by default/)
      .first()
      .click()
    await page.getByRole('option', { name: 'Basic user', exact: true }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('switch', { name: 'Switched on' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'The connection is saved')
    await page.getByRole('button', { name: 'Test the connection', exact: true }).click()
    await expect(page.getByText('Becomes a new user', { exact: true })).toBeVisible(within)
    await expectText(page, '"nuova@pontenuovo.example"')
    await idle(page)
    await expectAccessible(page)
  })

  await test.step('the newcomer signs in, lands where they wanted to, and signs out', async () => {
    const context = await browser.newContext({ baseURL: product.baseURL, locale: 'en' })
    const newcomer = await context.newPage()
    await continueWith(newcomer, 'nuova@pontenuovo.example')
    await newcomer.waitForURL('**/products**', within)
    await newcomer.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(newcomer.getByLabel('Password', { exact: true })).toBeVisible(within)
    await expectAccessible(newcomer)
  })

  await test.step('a known user proves once that it is they', async () => {
    issuer.person(person('giulia'))
    const context = await browser.newContext({ baseURL: product.baseURL, locale: 'en' })
    const giulia = await context.newPage()
    await continueWith(giulia, 'giulia@pontenuovo.example')
    await expect(giulia.getByRole('heading', { level: 1, name: 'Is this you?', exact: true })).toBeVisible(within)
    await expectAccessible(giulia)
    await giulia.getByLabel('Password', { exact: true }).fill(demoPassword)
    await giulia.getByRole('button', { name: 'Sign in', exact: true }).click()
    await giulia.waitForURL('**/products**', within)
  })

  await test.step('a directory that does not answer is told of', async () => {
    issuer.behaves({ token: (response) => void response.writeHead(503).end() })
    const context = await browser.newContext({ baseURL: product.baseURL, locale: 'en' })
    const unlucky = await context.newPage()
    await continueWith(unlucky, 'nuova@pontenuovo.example')
    await expectText(unlucky, 'The directory does not answer.')
    await expectAccessible(unlucky)
    issuer.behaves()
  })

  expect(complaints).toEqual([])
})
