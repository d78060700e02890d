import { type Browser, expect, type Page, test } from '@playwright/test'
import { answerDialog, demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'
import { linkIn, newestMail } from './mails.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const ingrid = 'ingrid@fjordlinje.example'

/** Ingrid of Fjordlinje asks somebody who signs in for another company. */
async function ask(browser: Browser, email: string, first: string, last: string): Promise<Page> {
  const { page } = await visit(browser, ingrid, { ...product, at: '/profile/create-user' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/ask them to act for it with the sign-in that they have/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask them' }).click()
  await expectText(page, `${email} was asked to act for Fjordlinje too`)
  return page
}

const menuOf = (page: Page, account: string) =>
  page.getByRole('button', { name: new RegExp(`^Luca .*, acting for ${account}$`) })

/** Acts for the account by the menu in the top bar. */
async function change(page: Page, from: string, to: string): Promise<void> {
  await menuOf(page, from).click()
  await page.getByRole('button', { name: `Act for ${to}` }).click()
  await expect(menuOf(page, to)).toBeVisible()
}

test('whoever works for two companies accepts the second one, and changes between them in all tabs', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  await expect(page.getByRole('link', { name: 'Profile of Luca Ferrante' })).toBeVisible()

  await test.step('an administrator of the other company asks, and sees the open invitation', async () => {
    const asking = await ask(browser, 'luca@ferrante.example', 'Luca', 'Ferrante')
    await asking.getByRole('link', { name: 'To the users' }).click()
    const row = asking.getByRole('row').filter({ hasText: 'luca@ferrante.example' })
    await expect(row).toContainText('Pending')
    await expect(row).toContainText('Other sign-in')
    await asking.goto('/profile/create-user')
    await asking.getByLabel('Email').fill('luca@ferrante.example')
    await asking.getByLabel('First name').fill('Luca')
    await asking.getByLabel('Last name').fill('Ferrante')
    await asking.getByRole('button', { name: 'Create user' }).click()
    await asking.getByRole('button', { name: 'Ask them' }).click()
    await expectText(asking, 'They act for Fjordlinje already, or were asked to')
    await expect(asking.getByLabel('First name')).toHaveValue('Luca')
  })

  await test.step('the mail leads to the accounts on the profile', async () => {
    const mail = await newestMail(product, 'luca@ferrante.example', /Fjordlinje/)
    await page.goto(linkIn(mail, '/profile'))
    await expect(page.getByRole('region', { name: 'Accounts' })).toContainText('Ingrid Solheim asks you')
    await expectAccessible(page)
  })

  const second = await page.context().newPage()
  await second.goto('/sell-in')
  await expect(second.getByRole('link', { name: 'Profile of Luca Ferrante' })).toBeVisible()

  await test.step('the offer stands on the first screen, and is accepted there', async () => {
    await page.goto('/dashboard')
    const offers = page.getByRole('region', { name: 'Accounts that are offered to you' })
    await expect(offers).toContainText('Ingrid Solheim asks you to act for Fjordlinje too.')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/decision/)
    await expectAccessible(page)
    await offers.getByRole('button', { name: 'Accept to act for Fjordlinje' }).click()
    await offers.getByRole('button', { name: 'Act for Fjordlinje', exact: true }).click()
  })

  await test.step('everything is of the other account, in the second tab too', async () => {
    await expect(menuOf(page, 'Fjordlinje')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(menuOf(second, 'Fjordlinje')).toBeVisible()
    await idle(page)
    for (const tab of [page, second]) await expect(tab.getByText('Studio Ferrante')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/profile/account')
    await expectText(page, 'Fjordlinje')
  })

  await test.step('he changes back with the palette, after a question about what he has typed', async () => {
    await page.goto('/profile/edit')
    await page.getByLabel('First name').fill('Gianluca')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('act for')
    await page.getByRole('option', { name: 'Act for Studio Ferrante' }).click()
    await answerDialog(page, 'Stay')
    await expect(page.getByLabel('First name')).toHaveValue('Gianluca')
    await expect(menuOf(page, 'Fjordlinje')).toBeVisible()
    // By keys, as a person does: the dialog that closes takes the focus for a moment, and no letter may be lost then.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('act for')
    await page.getByRole('option', { name: 'Act for Studio Ferrante' }).click()
    await answerDialog(page, 'Leave')
    await expect(menuOf(page, 'Studio Ferrante')).toBeVisible()
    await expect(menuOf(second, 'Studio Ferrante')).toBeVisible()
  })

  await test.step('a changed form in another tab waits, and is there again with its account', async () => {
    await second.goto('/profile/edit')
    await second.getByLabel('First name').fill('Luca Maria')
    await change(page, 'Studio Ferrante', 'Fjordlinje')
    await expectText(second, 'You act for another account now')
    await expect(second.getByLabel('First name')).toBeHidden()
    await expectAccessible(second)
    await second.getByRole('button', { name: 'Go back to Studio Ferrante and keep it' }).click()
    await expect(second.getByLabel('First name')).toHaveValue('Luca Maria')
    await expect(menuOf(page, 'Studio Ferrante')).toBeVisible()
    await change(page, 'Studio Ferrante', 'Fjordlinje')
    await second.getByRole('button', { name: 'Discard it' }).click()
    await expect(menuOf(second, 'Fjordlinje')).toBeVisible()
    await expect(second.getByLabel('First name')).not.toHaveValue('Luca Maria')
  })

  await test.step('he leaves the second account, and goes on in the first', async () => {
    await page.goto('/profile')
    await expect(page.getByText('Only Fjordlinje is left.')).toBeVisible()
    await page.getByRole('region', { name: 'Accounts' }).getByRole('button', { name: 'Leave Fjordlinje' }).click()
    await expect(page.getByRole('dialog')).toContainText('API keys and webhooks of this account stop working')
    await answerDialog(page, 'Leave')
    await expect(page.getByRole('link', { name: 'Profile of Luca Ferrante' })).toBeVisible()
    await expect(second.getByRole('link', { name: 'Profile of Luca Ferrante' })).toBeVisible()
  })
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})

test('an offer that is declined is gone on both sides (in Italian, on a phone)', { tag: '@long' }, async ({
  browser,
}) => {
  const asking = await ask(browser, 'sara@ferrante.example', 'Sara', 'Conti')
  const { page } = await visit(browser, 'sara@ferrante.example', { ...product, locale: 'it', phone: true })
  const offers = page.getByRole('region', { name: 'Account che ti vengono proposti' })
  await expect(offers).toContainText('Ingrid Solheim ti chiede di agire anche per Fjordlinje.')
  await expectAccessible(page)
  const mail = await newestMail(product, 'sara@ferrante.example', /Fjordlinje/)
  await page.goto(linkIn(mail, '/profile'))
  await expect(page.getByRole('region', { name: 'Account' })).toBeInViewport()
  await page.goto('/dashboard')
  await offers.getByRole('button', { name: 'Rifiuta di agire per Fjordlinje' }).click()
  await answerDialog(page, 'Rifiuta')
  await expect(offers).toHaveCount(0)
  // The buttons that had the focus are gone.
  await expect(page.locator('main')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Profilo di Sara Conti' })).toBeVisible()
  await asking.goto('/profile/account')
  await expect(asking.getByRole('row').filter({ hasText: 'ingrid@fjordlinje.example' })).toBeVisible()
  await expect(asking.getByRole('row').filter({ hasText: 'sara@ferrante.example' })).toHaveCount(0)
})

test('whoever changes to an account that requires a second factor can go back to one that does not (rules P65)', async ({
  browser,
}) => {
  const [hers, his] = [await wireOf(product, ingrid), await wireOf(product, 'luca@ferrante.example')]
  await test.step('he acts for the second account as somebody of a role of its own', async () => {
    const roles = await hers.call<{ roleId: number; name: string }[]>('GET', '/lookup/roles')
    const basic = roles.find(({ name }) => name === 'Basic')?.roleId as number
    const { account } = await hers.call<{ account: { accountId: string } }>('GET', '/users/me')
    const user = { userName: 'luca@ferrante.example', firstName: 'Luca', lastName: 'Ferrante', roles: [basic] }
    await hers.call('POST', '/users', { user: { ...user, mayHaveSignIn: true } })
    await his.call('POST', `/users/me/accounts/${account.accountId}/accept`)
    const vera = await wireOf(product, 'vera@halcyon.example')
    const from = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date())
    const secondFactors = { requiredFor: 'roles', roleIds: [basic], from, graceDays: 0 }
    await vera.call('PUT', '/tenants/current/signIn', { secondFactors })
  })
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, phone: true })
  await menuOf(page, 'Studio Ferrante').click()
  await page.getByRole('button', { name: 'Act for Fjordlinje' }).click()
  await expect(page).toHaveURL(/\/second-factor/)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Act for Studio Ferrante' }).click()
  await expect(menuOf(page, 'Studio Ferrante')).toBeVisible()
  // The refusal that leads to the screen.
  expect(complaints.filter((line) => !/403/.test(line))).toEqual([])
})
