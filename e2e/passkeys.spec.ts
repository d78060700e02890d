import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { demoProduct, expectAccessible, expectText, visit } from './journey.ts'

const product = demoProduct()
const email = 'luca@ferrante.example'

interface Device {
  session: CDPSession
  authenticatorId: string
  /** Its passkeys move to another browser, as a synchronised account does. */
  moveTo(page: Page): Promise<Device>
}

/** Each device goes on counting where the last one stopped, as a synchronised account does. */
let moves = 0

/** A device that verifies its person by finger, in Chromium's own WebAuthn. */
async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    session,
    authenticatorId,
    async moveTo(other) {
      const device = await deviceOf(other)
      moves += 1
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials)
        await device.session.send('WebAuthn.addCredential', {
          authenticatorId: device.authenticatorId,
          credential: { ...credential, signCount: credential.signCount + 10 * moves },
        })
      return device
    },
  }
}

const stranger = async (contextOf: () => Promise<BrowserContext>) => (await contextOf()).newPage()

test('a passkey is added on the profile, signs in alone and after the password, and is removed', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, email, { ...product, at: '/profile' })
  const device = await deviceOf(page)
  const region = page.getByRole('region', { name: 'Passkeys' })

  await test.step('it asks the password again, and gives backup codes with the first', async () => {
    await expect(region.getByText('You have no passkey yet.')).toBeVisible()
    await region.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop')
    const password = dialog.getByLabel('Your password')
    await password.fill('Wrong-Horse-1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expectText(page, 'This is not your current password')
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await password.fill(demoPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const codes = page.getByRole('dialog', { name: 'Keep your backup codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'I have kept them' }).click()
    await expect(region.getByRole('listitem')).toContainText('My laptop')
    await expect(region.getByRole('listitem')).toContainText('Never')
  })

  await test.step('it gets another name', async () => {
    await region.getByRole('button', { name: 'Rename: My laptop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey “My laptop”' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(region.getByRole('listitem')).toContainText('Work laptop')
    await expectAccessible(page)
  })
  // The refused password is the one line that the browser itself writes.
  expect(complaints.filter((line) => !/403/.test(line))).toEqual([])

  await test.step('it shows that it is the person, in place of the password', async () => {
    const panel = page.getByRole('region', { name: 'Email', exact: true })
    await panel.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    await dialog.locator('[name=email]').fill('luca@studio.example')
    await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(dialog).toContainText('Your browser asks for one of your passkeys when you continue.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(panel).toContainText('We have sent a link to luca@studio.example')
    await panel.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect(panel).toContainText(`You sign in with ${email}`)
  })

  await test.step('it signs in without the password', async () => {
    const other = await stranger(() => browser.newContext({ baseURL: product.baseURL }))
    await device.moveTo(other)
    await other.goto('/auth/signin')
    // This device answers the offer of the address field as soon as it is made, and may be quicker than the button.
    const pressed = other.getByRole('button', { name: 'Sign in with a passkey' }).click({ timeout: 5_000 })
    await pressed.catch(() => expect(other).not.toHaveURL(/auth\/signin/))
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(other).not.toHaveURL(/auth\/signin/)
    await other.context().close()
  })

  await test.step('after the password it is the second step', async () => {
    const other = await stranger(() => browser.newContext({ baseURL: product.baseURL }))
    await other.goto('/auth/signin')
    await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await other.locator('input[type=email]').fill(email)
    await other.locator('input[type=password]').fill(demoPassword)
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: 'Passkey', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
    await expectAccessible(other)
    await device.moveTo(other)
    await other.getByRole('button', { name: 'Use passkey' }).click()
    await expect(other).not.toHaveURL(/auth\/signin/)
    await other.context().close()
  })

  await test.step('it is removed, and the password alone signs in again', async () => {
    await region.getByRole('button', { name: 'Remove: Work laptop' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the passkey “Work laptop”?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(region.getByText('You have no passkey yet.')).toBeVisible()
    const other = await stranger(() => browser.newContext({ baseURL: product.baseURL }))
    await other.goto('/auth/signin')
    await other.locator('input[type=email]').fill(email)
    await other.locator('input[type=password]').fill(demoPassword)
    await other.keyboard.press('Enter')
    await expect(other).not.toHaveURL(/auth\/signin/)
  })
})

test('a passkey that does not sign in here is told in words, and the password still works', async ({ browser }) => {
  const page = await stranger(() => browser.newContext({ baseURL: product.baseURL }))
  const { session, authenticatorId } = await deviceOf(page)
  await page.goto('/auth/signin')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await button.click()
  await expectText(page, 'No passkey was used: it was cancelled, or took too long. Try again when you are ready.')
  await expectAccessible(page)
  await page.locator('input[type=email]').fill('sara@ferrante.example')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/auth\/signin/)
})

test('a super admin requires second factors: people are told, then led through setting one up', {
  tag: '@long',
}, async ({ browser }) => {
  const { page: settings, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    at: '/settings/sign-in',
  })
  const form = settings.getByRole('form', { name: 'Second factors' })
  const asTyped = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Rome',
  })

  await test.step('within the grace there is a notice, also for who made the rule', async () => {
    await form.getByRole('combobox', { name: 'Who needs one' }).click()
    await settings.getByRole('option', { name: 'Everybody' }).click()
    await form.getByRole('textbox', { name: 'From' }).fill(asTyped.format(new Date()))
    await form.getByRole('textbox', { name: 'Days of grace' }).fill('7')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectText(settings, 'The rules of sign-in are saved and in effect')
    await expect(settings.getByText(/You have none yourself/)).toBeVisible()
    await expectAccessible(settings)
    const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/sell-out' })
    await expect(page.getByRole('status').filter({ hasText: 'Ti è richiesto un secondo fattore' })).toBeVisible()
    await expectAccessible(page)
    await page.context().close()
  })

  await test.step('the list shows who has none', async () => {
    await settings.getByRole('link', { name: 'Show them' }).click()
    await expect(settings).toHaveURL(/hasSecondFactor=false/)
    await expect(settings.getByRole('row').nth(1)).toBeVisible()
    expect(complaints).toEqual([])
  })

  await test.step('afterwards a sign-in leads through the set-up, and then to what was wanted', async () => {
    await settings.goto('/settings/sign-in')
    await form.getByRole('textbox', { name: 'Days of grace' }).fill('0')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toHaveURL(/\/second-factor/)
    await expect(settings.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
    await expectAccessible(settings)
    await deviceOf(settings)
    await settings.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = settings.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Your password').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await settings.getByRole('dialog').getByRole('button', { name: 'I have kept them' }).click()
    await settings.getByRole('link', { name: 'Go on' }).click()
    await expect(settings).toHaveURL(/\/settings\/sign-in/)
    await expect(form).toBeVisible()
  })
})
