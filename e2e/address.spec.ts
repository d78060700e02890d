import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { demoProduct, expectAccessible, expectText, visit } from './journey.ts'
import { linkIn, newestMail } from './mails.ts'

const product = demoProduct()
const [former, next] = ['luca@ferrante.example', 'luca@studio.example']

/** Opens a link as a person does who is signed in nowhere. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a user changes the own email by a link to the new one; the former one is told, and takes it back within a week', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, former, { baseURL: product.baseURL, at: '/profile' })
  const panel = page.getByRole('region', { name: 'Email', exact: true })

  await test.step('the new address waits for its proof', async () => {
    await expect(panel).toContainText(`You sign in with ${former}`)
    await panel.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    const [email, password] = [dialog.locator('[name=email]'), dialog.locator('[name=password]')]
    await email.fill(former)
    await password.fill('Not-The-One-1')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expectText(page, 'This is not your current password')
    await expect(password).toBeFocused()
    await password.fill(demoPassword)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(email).toBeFocused()
    await expectAccessible(page)
    await email.fill(next)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel).toContainText(`We have sent a link to ${next}`)
    await expectAccessible(page)
  })
  expect(complaints.filter((each) => !/40[39]|422/.test(each))).toEqual([])

  const link = linkIn(await newestMail(product, next), '/auth/email')
  await test.step('the link proves it, on a phone, once', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openLink(page, link)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await expectText(page, `From now on you sign in with ${next}.`)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await expectText(page, 'This link is not valid, has expired or was already used.')
    await expectAccessible(page)
    await page.goto('/auth/email')
    await expectText(page, 'This link is incomplete. Copy the whole address from the mail.')
    await expect(page.getByRole('button', { name: 'Confirm the address' })).toBeDisabled()
  })

  await test.step('the former address takes it back, and a new password is chosen there', async () => {
    await openLink(page, linkIn(await newestMail(product, former, /was changed/), '/auth/email'))
    await page.getByRole('button', { name: 'Take the address back' }).click()
    await expectText(page, `You sign in with ${former} again. We have sent you a link to choose a new password.`)
    const reset = linkIn(await newestMail(product, former, /new password/), '/auth/reset-password')
    await openLink(page, reset)
    await page.locator('input[name=password]').fill('Orchard-Gate-9')
    await page.locator('input[name=repeatPassword]').fill('Orchard-Gate-9')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/signin$/)
    await expect(page.locator('input[type=email]')).toHaveValue(former)
    await page.locator('input[type=password]').fill('Orchard-Gate-9')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard/)
  })
})
