import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { clientId, clientSecret, openIssuer } from '../server/src/testing/issuer.ts'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'
import { codeIn, linkIn, newestMail } from './mails.ts'
import { wireOf } from './wire.ts'

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

/** A newcomer has no password: the profile leads another way, by signing in at the directory once more (rules P71, P73). */
async function withoutPassword(page: Page): Promise<void> {
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Password', exact: true })
  await expect(panel).toContainText('You have no password: you sign in with Ponte Nuovo.', within)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Send me a link to set one' }).click()
  await expect(panel).toContainText('A link to set a password is on its way to nuova@pontenuovo.example.')
  linkIn(await newestMail(product, 'nuova@pontenuovo.example', /new password/), '/auth/reset-password')

  const address = page.getByRole('region', { name: 'Email', exact: true })
  await address.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.locator('[name=email]').fill('nuova@altrove.example')
  await expect(dialog).toContainText('You sign in with Ponte Nuovo once more, and come back here.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog).toContainText('You have just signed in with Ponte Nuovo.', within)
  await expect(dialog.locator('[name=email]')).toHaveValue('nuova@altrove.example')
  await expect(page).toHaveURL(/\/profile$/)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(address).toContainText('We have sent a link to nuova@altrove.example', within)
  await address.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(address).toContainText('You sign in with nuova@pontenuovo.example')
}

test('an administrator connects a directory and tests it; its people sign in by it, new ones and known ones (rules P40 to P42)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings/directories' })

  await test.step('the connection is made, switched off', async () => {
    await expectText(page, 'Connect a directory')
    await idle(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Connect a directory', exact: true }).click()
    const form = page.getByRole('form', { name: 'Connect a directory', exact: true })
    // What is left empty, or only blank, is needed.
    await form.getByRole('textbox', { name: 'Client id' }).fill('  ')
    await form.getByRole('button', { name: 'Connect a directory' }).click()
    await expect(form.getByText('Required field')).toHaveCount(4)
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
    await withoutPassword(newcomer)
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

test('where the directory is the only way, each screen says so and leads there; signing out leads to it too (rules P43)', {
  tag: '@long',
}, async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const open = async (at: string) => {
    const context = await browser.newContext({ baseURL: product.baseURL, locale: 'en' })
    const page = await context.newPage()
    await page.goto(at)
    return page
  }
  const only = 'People with this address sign in with Ponte Nuovo, not with a password.'

  await test.step('it takes a super admin with a password and a second factor', async () => {
    const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings/directories' })
    await page.getByRole('link', { name: 'Ponte Nuovo', exact: true }).click()
    const form = page.getByRole('form', { name: 'Edit the connection', exact: true })
    await form
      .getByLabel(/^Only by this directory/)
      .first()
      .click()
    await page.getByRole('option', { name: 'pontenuovo.example', exact: true }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('switch', { name: 'Sign out at the directory too' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^No super admin has a password and a second factor/).first()).toBeVisible()
    await expectAccessible(page)
    const email = 'vera@halcyon.example'
    const { mfaToken } = await vera.call<{ mfaToken: string }>('POST', '/auth/mfa/send-code', { providerType: 1 })
    await vera.call('POST', '/auth/mfa/verify-code', { mfaToken, authCode: codeIn(await newestMail(product, email)) })
    await vera.call('PUT', '/auth/mfa', { mfaToken })
  })

  await test.step('the last such super admin cannot turn it off (rules P70)', async () => {
    await product.inDatabase('update directory_domains set is_only = true')
    await product.inDatabase('update directory_connections set ends_session = true')
    await expect(vera.call('DELETE', '/auth/mfa?providerType=1')).rejects.toThrow()
  })

  await test.step('the sign-in screen, after a right password too', async () => {
    const page = await open('/auth/signin')
    await page.locator('input[type=email]').fill('giulia@pontenuovo.example')
    await expectText(page, only)
    await page.getByRole('button', { name: 'Sign in with a password', exact: true }).click()
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await expectText(
      page,
      'People with this address sign in with their company’s account only. Choose it on the sign-in screen.',
    )
    await expect(page.getByRole('button', { name: 'Continue with Ponte Nuovo', exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a forgotten password', async () => {
    const page = await open('/auth/forgot-password')
    await page.locator('input[type=email]').fill('giulia@pontenuovo.example')
    await expectText(page, only)
    await page.getByRole('button', { name: 'Send the link', exact: true }).click()
    await expect(page.getByText(/^A link is on its way if giulia@pontenuovo.example may sign in/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Ponte Nuovo', exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an invitation, which its button accepts; signing out then leads to the directory', async () => {
    const { roles } = await giulia.call<{ roles: { roleId: number }[] }>('GET', '/users/me')
    const email = 'invitata@pontenuovo.example'
    const name = { firstName: 'Ines', lastName: 'Ponte', languageCode: 'en' }
    await giulia.call('POST', '/users', { user: { userName: email, ...name, roles: [roles[0]?.roleId] } })
    issuer.person(person('invitata'))
    const page = await open(linkIn(await newestMail(product, email), '/auth/confirm'))
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome', exact: true })).toBeVisible()
    await expect(page.locator('input[name=password]')).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue with Ponte Nuovo', exact: true }).click()
    await page.waitForURL('**/dashboard**', within)

    await page.goto('/profile')
    const panel = page.getByRole('region', { name: 'Password', exact: true })
    await expect(panel).toContainText('People with your address sign in with Ponte Nuovo, not with a password.')
    await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('a passkey would not sign you in')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => issuer.asked.includes('/logout')).toBe(true)
    await expect(page.locator('input[type=email]')).toBeVisible(within)
  })

  await test.step('while the directory does not answer, who has a session goes on', async () => {
    issuer.person(person('invitata'))
    const page = await open('/auth/signin')
    await continueWith(page, 'invitata@pontenuovo.example')
    await page.waitForURL('**/products**', within)
    // A directory that the server has not asked before.
    await product.inDatabase(`update directory_connections set issuer = 'http://127.0.0.1:9/realms/acme'`)
    const other = await open('/auth/signin')
    await continueWith(other, 'giulia@pontenuovo.example')
    await expectText(other, 'The directory does not answer.')
    await expectText(
      other,
      'Your session here goes on if you have one. Try again, or ask whoever looks after the portal.',
    )
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Back to sign-in' }).click()
    await expect(other.locator('input[type=email]')).toBeVisible()
    await page.goto('/stocks')
    await expect(page.getByRole('table')).toBeVisible(within)
  })
})
