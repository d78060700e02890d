import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { codeOf } from './authenticator.ts'
import { demoProduct, expectAccessible, expectText, visit } from './journey.ts'

const product = demoProduct()

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Profile of/ }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible()
}

/** Signs in with the password, up to the question for the second factor. */
async function beginSignIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  return page
}

test('an authenticator app is enabled, used at sign-in, replaced by a backup code, and disabled', {
  tag: '@long',
}, async ({ browser }) => {
  const email = 'martin@halcyon.example'
  const { page } = await visit(browser, email, product)
  await openProfile(page)
  const factors = page.getByRole('region', { name: 'Second factors' })
  let key = ''
  let codes: string[] = []

  await test.step('it is enabled with the key shown next to the QR code', async () => {
    await factors.getByRole('button', { name: 'Enable: Authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enable the authenticator app' })
    const qr = dialog.getByRole('img', { name: /^QR code/ })
    await expect(qr.locator('path')).toHaveAttribute('d', /^M/)
    await expect.poll(() => qr.boundingBox()).toMatchObject({ width: 200, height: 200 })
    key = await dialog.locator('code').innerText()
    expect(key.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32,}$/)
    await expect(dialog.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute(
      'href',
      new RegExp(`^otpauth://totp/.*secret=${key.replaceAll(' ', '')}`),
    )
    await expectAccessible(page)

    const code = dialog.getByRole('textbox', { name: 'Code' })
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill([0, 1, 2].some((ahead) => codeOf(key, ahead) === '123456') ? '654321' : '123456')
    await page.keyboard.press('Enter')
    await expectText(page, 'The code is not correct')
    await expect(code).toBeFocused()
    const right = codeOf(key)
    await code.fill(right.replace(/(...)(...)/, '$1 $2'))
    await expect(code).toHaveValue(right)
    await page.keyboard.press('Enter')
    await expectText(page, 'Provider enabled')
  })

  await test.step('the backup codes are shown and can be downloaded', async () => {
    const dialog = page.getByRole('dialog', { name: 'Keep your backup codes' })
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    codes = await dialog.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain(email)
    for (const code of codes) expect(file).toContain(code)
    await expectAccessible(page)

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Your profile', includeHidden: true })).toBeHidden()
    await expect(page.getByText(`For ${email}`).last()).toBeVisible()
    await expect(page.getByText(codes[9] ?? '', { exact: true }).last()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('sign-in asks for the app’s code', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    const next = await beginSignIn(browser, email)
    // A code works only once, and this one was used to enable the app. The server accepts the next code up to 30
    // seconds early.
    await next.locator('input[autocomplete=one-time-code]').fill(codeOf(key, 1))
    await next.getByRole('button', { name: 'Sign in with Authenticator app' }).click()
    await expect(next).toHaveURL(/\/dashboard/)
  })

  const back = await beginSignIn(browser, email)
  await test.step('a backup code also works, but only once', async () => {
    await back.getByRole('button', { name: 'Use a backup code' }).click()
    await back.getByLabel('Backup code').fill(codes[0] ?? '')
    await back.getByRole('button', { name: 'Sign in with a backup code' }).click()
    await expect(back).toHaveURL(/\/dashboard/)
    await openProfile(back)
    const panel = back.getByRole('region', { name: 'Second factors' })
    await panel.getByRole('button', { name: 'Show backup codes' }).click()
    await expect(panel.getByText('9 codes left of 10.')).toBeVisible()
    await expect(panel.locator('del')).toHaveText([codes[0] ?? ''])
    await expect(panel.getByRole('listitem').filter({ has: back.locator('del') })).toContainText('used')
  })

  await test.step('after disabling it, the password alone is enough again', async () => {
    const panel = back.getByRole('region', { name: 'Second factors' })
    await panel.getByRole('button', { name: 'Disable: Authenticator app' }).click()
    const question = back.getByRole('dialog', { name: 'Disable “Authenticator app”?' })
    await expect(question).toContainText('your backup codes are no longer valid')
    await question.getByRole('button', { name: 'Disable' }).click()
    await expectText(back, 'Provider disabled')
    await expect(panel.getByRole('button', { name: 'Show backup codes' })).toBeHidden()
    await visit(browser, email, product)
  })
})

test('a user ends the session on another device from the profile', { tag: '@long' }, async ({ browser }) => {
  const email = 'luca@ferrante.example'
  const other = await visit(browser, email, product)
  const { page, complaints } = await visit(browser, email, product)
  await openProfile(page)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  const others = sessions.getByRole('listitem').filter({ hasNotText: 'This device' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(others).toContainText('Chrome on Linux')
  await others.getByRole('button', { name: /^End the session/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expectText(page, 'Session ended')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await other.page.getByRole('link', { name: 'Stocks' }).click()
  await expect(other.page).toHaveURL(/\/auth\/signin/)
  expect(complaints).toEqual([])
})

test('language and time zone apply at once on every screen', { tag: '@long' }, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-in' })
  const stamp = page.locator('time').first()
  await expect(stamp).toBeVisible()
  const before = await stamp.innerText()

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('textbox', { name: 'Last name' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused()
  await expectText(page, 'Required field')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Last name' }).fill('Ferrante Bo')

  await test.step('leaving a changed form asks', async () => {
    await page.getByRole('link', { name: 'Your profile' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    // The focus goes back to the link once the dialog is gone, and would close the list of a field.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Nothing is under way any more, and no line says so.
    await expect(page.locator('html')).not.toHaveAttribute('data-going')
  })

  await page.getByRole('combobox', { name: 'Time zone' }).fill('auckland')
  await page.getByRole('option', { name: /Pacific\/Auckland/ }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Italiano' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Il tuo profilo' })).toBeVisible()
  await expectText(page, 'Utente aggiornato')
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  await expect(page.getByText('Ferrante Bo', { exact: true })).toBeVisible()
  await expect(page.getByText(/Pacific\/Auckland \(UTC\+1[23]:00\)/)).toBeVisible()
  await expect(page.getByText(/L’orologio di questo browser è su Europe\/Rome/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/sell-in')
  await expect(stamp).toBeVisible()
  expect(await stamp.innerText()).not.toBe(before)
  expect(complaints).toEqual([])
})

test('when offline, the screen stays and shows an error, and it continues once the connection is back', {
  tag: '@no-line',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/profile' })
  const change = page.getByRole('button', { name: 'Change password' })
  await expect(change).toBeVisible()
  await page.context().setOffline(true)
  await change.click()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible()
  await page.context().setOffline(false)
  await change.click()
  await expect(page.getByRole('dialog').getByLabel('Current password')).toBeVisible()
})

test('a user who knows the current password can change it', { tag: '@long' }, async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', product)
  await openProfile(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const current = dialog.locator('[name=currentPassword]')
  await current.fill('Not-The-One-1')
  await dialog.locator('[name=password]').fill('Orchard-Gate-7')
  await dialog.locator('[name=repeatPassword]').fill('Orchard-Gate-8')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expectText(page, 'Password must match')
  await dialog.locator('[name=repeatPassword]').fill('Orchard-Gate-7')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expectText(page, 'This is not your current password')
  await expect(current).toBeFocused()
  await expectAccessible(page)
  await current.fill(demoPassword)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expectText(page, 'Password set')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('input[type=email]').fill('martin@halcyon.example')
  await page.locator('input[type=password]').fill('Orchard-Gate-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('users who delete themselves are signed out and cannot sign in again; super admins are not offered this', {
  tag: '@long',
}, async ({ browser }) => {
  const email = 'giulia@pontenuovo.example'
  const context = await browser.newContext({ baseURL: product.baseURL })
  const page = await context.newPage()
  const signIn = async () => {
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
  }
  await page.goto('/profile')
  await signIn()
  await page.getByRole('button', { name: 'Elimina il mio utente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eliminare il tuo utente?' })
  await dialog.getByRole('button', { name: 'Elimina il mio utente' }).click()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill(email.toUpperCase())
  await dialog.getByRole('button', { name: 'Elimina il mio utente' }).click()
  await expect(page).toHaveURL(/\/auth\/signin$/)
  await signIn()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/signin$/)

  const vera = await visit(browser, 'vera@halcyon.example', product)
  await openProfile(vera.page)
  await expect(vera.page.getByRole('region', { name: 'Permissions' })).toBeVisible()
  await expect(vera.page.getByRole('button', { name: 'Delete my user' })).toBeHidden()
  await expectAccessible(vera.page)
})

test('news are chosen in one table, a kind at a time or all at once, and the choice is kept', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/profile' })
  const way = (kind: string, name: string) =>
    page.getByRole('table', { name: 'News', exact: true }).getByRole('radio', { name: `${kind}: ${name}`, exact: true })
  await way('All of them', 'One mail a day').check()
  await expect(way('A deal was decided', 'One mail a day')).toBeChecked()
  await way('A deal was decided', 'Nothing').check()
  await expect(page.getByText('Choice saved', { exact: true }).first()).toBeVisible()
  await expect(way('All of them', 'One mail a day')).not.toBeChecked()
  await expectAccessible(page)
  await page.reload()
  await expect(way('A deal was decided', 'Nothing')).toBeChecked()
  await expect(way('An order was placed', 'One mail a day')).toBeChecked()
  expect(complaints).toEqual([])
})
