import { type Browser, expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import {
  answerDialog,
  chooseOption,
  demoProduct,
  expectAccessible,
  expectText,
  idle,
  visit,
  withoutLive,
} from './journey.ts'
import { linkIn, newestMail } from './mails.ts'

const product = demoProduct()

/** Opens the invitation link of the mail and sets a password. */
async function accept(browser: Browser, email: string): Promise<void> {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const page = await context.newPage()
  await page.goto(linkIn(await newestMail(product, email), '/auth/confirm'))
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('input[name=repeatPassword]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\/signin$/)
  await context.close()
}

async function act(page: Page, who: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Console errors without those that the browser writes for expected 401 and 409 answers. */
const ownComplaints = (complaints: string[]) => complaints.filter((each) => !/status of 4(01|09)/.test(each))

test('a sale leads to a new customer and back: what was written stays, and the customer is chosen', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/sell-out/create' })
  await page.getByRole('textbox', { name: 'Reference code' }).fill('PO 4711')
  await page.getByRole('button', { name: 'New customer' }).click()
  await test.step('whoever changes their mind is back in the sale', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveValue('PO 4711')
    await page.getByRole('button', { name: 'New customer' }).click()
  })
  await expect(page.getByRole('link', { name: 'Back to the sale' })).toBeVisible()
  await expectAccessible(page)
  for (const [field, value] of [
    ['Account name', 'Falegnameria Prova'],
    ['VAT ID', 'IT01234567890'],
    ['Street', 'Via Roma 1'],
    ['Postal code', '20100'],
    ['City', 'Milano'],
  ] as const)
    await page.getByRole('textbox', { name: field }).fill(value)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('combobox', { name: 'Buyer' })).toHaveValue('Falegnameria Prova')
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveValue('PO 4711')
  await expect(page.getByText('Your unfinished sale is back')).toBeVisible()
  await page.getByRole('combobox', { name: 'Product' }).fill('Atlas Standard')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(complaints).toEqual([])
  await test.step('an account out of reach in the address is not chosen, and asked for once', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('buyerAccountId=')) asked += 1
    })
    await page.goto('/sell-out/create?buyer=01a22b1c-0000-7579-9f07-000000000000')
    await expect(page.getByRole('combobox', { name: 'Buyer' })).toHaveValue('')
    await idle(page)
    expect(asked).toBe(1)
  })
})

test('an administrator invites a colleague, who accepts; the role is changed and the user suspended and reactivated', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  const email = 'viola@ferrante.example'
  await page.getByRole('link', { name: /^Profile of/ }).click()
  await page.getByRole('link', { name: 'Company' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Users', exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)

  await test.step('an e-mail that is already used is reported at its field, and the typed values stay', async () => {
    await page.getByRole('link', { name: 'New user' }).click()
    await page.getByLabel('First name').fill('Viola')
    await page.getByLabel('Last name').fill('Serra')
    await page.getByLabel('Email').fill('sara@ferrante.example')
    await chooseOption(page, 'Role', 'Basic user')
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('This e-mail is already used')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Last name')).toHaveValue('Serra')
    await expectAccessible(page)
  })

  await test.step('the invitation mail is sent and its link works', async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create user' }).click()
    await expectText(page, 'User created')
    await expectText(page, `The invitation was sent to ${email}`)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'To the users' }).click()
    await expect(page.getByRole('row', { name: /Viola Serra/ })).toContainText('Pending')
    await accept(browser, email)
    await page.reload()
    await expect(page.getByRole('row', { name: /Viola Serra/ })).toContainText('Active')
  })

  const viola = await visit(browser, email, product)

  await test.step('the role can be changed, but not to one above one’s own', async () => {
    await act(page, 'Viola Serra', 'Change roles')
    await expect(page.getByRole('checkbox', { name: 'Vendor manager' })).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: 'Super administrator' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Administrator', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Basic user' }).uncheck()
    await expectAccessible(page)
    await answerDialog(page, 'Save')
    await expectText(page, 'User updated')
    await expect(page.getByRole('row', { name: /Viola Serra/ })).toContainText('Administrator')
  })

  await test.step('a suspended user is signed out at the next click and can sign in after reactivation', async () => {
    // Any call tells it, also one that the screen still makes by itself, or when the stream of changes ends.
    await withoutLive(viola.page)
    await viola.page.reload()
    await idle(viola.page)
    await act(page, 'Viola Serra', 'Suspend')
    await answerDialog(page, 'Suspend')
    await expectText(page, 'Viola Serra is suspended')
    await expect(page.getByRole('row', { name: /Viola Serra/ })).toContainText('Suspended')
    await viola.page.getByRole('link', { name: 'Products' }).click()
    await expect(viola.page).toHaveURL(/\/auth\/signin/)
    await act(page, 'Viola Serra', 'Reactivate')
    await answerDialog(page, 'Reactivate')
    await expectText(page, 'Viola Serra is active again')
    await viola.page.context().close()
  })

  await test.step('users cannot suspend or delete themselves in the list, and are told why', async () => {
    await page.getByRole('button', { name: 'Actions for Luca Ferrante' }).click()
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
    await expectText(page, 'You delete yourself on your profile, not here.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('users edit themselves on the profile, where language and time zone apply at once', async () => {
    await act(page, 'Luca Ferrante', 'Edit')
    await expect(page).toHaveURL(/\/profile\/edit$/)
    await page.goBack()
  })

  await test.step('a deleted user disappears from the list', async () => {
    await act(page, 'Viola Serra', 'Delete')
    await answerDialog(page, 'Delete')
    await expectText(page, 'User removed')
    await expect(page.getByRole('row', { name: /Viola Serra/ })).toHaveCount(0)
  })
  expect(ownComplaints(complaints)).toEqual([])
})

test('the company address is corrected, in Italian and on a phone', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    phone: true,
    at: '/profile/account',
  })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Modifica' }).click()
  const vatId = page.getByLabel('Partita IVA')
  await vatId.fill('12')
  await page.getByLabel('CAP').fill('')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Non può essere una partita IVA di questo Paese')).toBeVisible()
  await expect(vatId).toBeFocused()
  await expectAccessible(page)
  await vatId.fill('00743110158')
  await expect(page.getByText(/Puoi salvarla comunque/)).toBeVisible()
  await vatId.fill('00743110157')
  await expect(page.getByText(/Puoi salvarla comunque/)).toHaveCount(0)
  await page.getByLabel('CAP').fill('20122')
  await page.getByRole('textbox', { name: 'Via' }).fill('Via Larga 8')
  await page.getByRole('button', { name: 'Salva' }).click()
  await expectText(page, 'Account aggiornato')
  await expect(page.getByText(/Via Larga 8/)).toBeVisible()
  await expect(page.getByText(/20122 Milano/)).toBeVisible()
  expect(complaints).toEqual([])
})

interface Opening {
  name: string
  group?: string
  administrator: { email: string; first: string; last: string }
}

async function openAccount(page: Page, { name, group, administrator }: Opening): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'New account' }).click()
  await page.getByLabel('Account name').fill(name)
  if (group) await chooseOption(page, 'Account group', group)
  const list = page.getByRole('combobox', { name: 'Price list', disabled: false })
  await expect(list.or(page.getByText('The parent has no price list to give.'))).toBeVisible()
  if (await list.isVisible()) await chooseOption(page, 'Price list', /./)
  await page.getByRole('combobox', { name: 'Country' }).fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByLabel('VAT ID').fill('995525828')
  await page.getByLabel('Street').fill('Storgata 1')
  await page.getByLabel('Postal code').fill('0155')
  await page.getByLabel('City').fill('Oslo')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('First name').fill(administrator.first)
  await page.getByLabel('Last name').fill(administrator.last)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectText(page, `Account created. The invitation was sent to ${administrator.email}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}$/)
}

test('a new account is entered with the keyboard only: typing a few letters selects the country', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', {
    ...product,
    locale: 'it-IT',
    at: '/accounts',
  })
  await page.getByRole('main').getByRole('link', { name: 'Nuovo account' }).click()
  const country = page.getByRole('combobox', { name: 'Paese' })

  await test.step('the focus starts on the name, and the country is that of the parent account', async () => {
    await expect(page.getByLabel('Nome dell’account')).toBeFocused()
    await expect(country).toHaveValue('Italia')
  })

  await test.step('Tab takes the first country that starts with the typed letters', async () => {
    await country.click()
    await page.keyboard.type('ind')
    await expect(page.getByRole('option').first()).toHaveText('India')
    await page.keyboard.press('Tab')
    await expect(country).toHaveValue('India')
    await expect(page.getByLabel('Partita IVA')).toBeFocused()
  })

  await test.step('Enter takes it too, and does not submit the form', async () => {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('austr')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(country).toHaveValue('Australia')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(page.getByLabel('CAP')).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('fields that were only passed with Tab show no error until the form is submitted', async () => {
    await expect(page.getByLabel('Partita IVA')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Nome dell’account')).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Crea account' }).click()
    await expect(page.getByLabel('Partita IVA')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Nome dell’account')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('the parent account is searched the same way, and the groups allowed below it are offered', async () => {
    const above = page.getByRole('combobox', { name: 'Account superiore' })
    await above.click()
    await page.keyboard.type('ferrante')
    await expect(page.getByRole('option').first()).toContainText('Studio Ferrante')
    await page.keyboard.press('Enter')
    await expect(above).toHaveValue('Studio Ferrante')
    await expect(page.getByRole('combobox', { name: 'Gruppo' })).toHaveValue('Acquirente')
  })

  await test.step('the arrow keys select another option, and a text without matches changes nothing', async () => {
    await country.fill('austr')
    const austria = page.getByRole('option', { name: 'Austria' })
    await expect(austria).toBeVisible()
    // The selection starts at the current value, or above the list if the value is not in it; press until Austria
    // is selected.
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(austria).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 })
    }).toPass()
    await page.keyboard.press('Tab')
    await expect(country).toHaveValue('Austria')
    await country.fill('zzz')
    await page.keyboard.press('Tab')
    await expect(country).toHaveValue('Austria')
  })
  expect(complaints).toEqual([])
})

test('a branch of three levels is created, each level by the one above, and deleted from the lowest level up', {
  tag: '@long',
}, async ({ browser }) => {
  const vera = await visit(browser, 'vera@halcyon.example', product)
  await vera.page.getByRole('link', { name: 'Sales network' }).click()
  await expect(vera.page.getByRole('heading', { level: 1, name: 'Halcyon Software' })).toBeVisible()
  await expect(vera.page.getByRole('table')).toBeVisible()
  await expectAccessible(vera.page)
  const distributor = { email: 'dag@fjell.example', first: 'Dag', last: 'Fjell' }
  await openAccount(vera.page, { name: 'Fjell Distribusjon', administrator: distributor })
  await vera.page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(vera.page.getByRole('row', { name: /Dag Fjell/ })).toContainText('Pending')
  await expectAccessible(vera.page)
  await accept(browser, distributor.email)

  const dag = await visit(browser, distributor.email, product)
  await dag.page.getByRole('link', { name: 'Sales network' }).click()
  const reseller = { email: 'rune@dal.example', first: 'Rune', last: 'Dal' }
  await openAccount(dag.page, { name: 'Dal Data', group: 'Gold reseller', administrator: reseller })
  await accept(browser, reseller.email)

  const rune = await visit(browser, reseller.email, product)
  await rune.page.getByRole('link', { name: 'Sales network' }).click()
  await openAccount(rune.page, {
    name: 'Bygg Tegnestue',
    administrator: { email: 'berit@bygg.example', first: 'Berit', last: 'Bygg' },
  })

  await test.step('nobody can create an account below a buyer', async () => {
    const create = rune.page.getByRole('main').getByRole('button', { name: 'New account' })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('users see no accounts above or beside their own branch', async () => {
    await rune.page.goto('/accounts')
    await expect(rune.page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0)
    await expect(rune.page.getByRole('row')).toHaveCount(2)
    await vera.page.getByRole('link', { name: 'Halcyon Software', exact: true }).last().click()
    await vera.page.getByRole('link', { name: 'Alpenwerk Distribution' }).click()
    await expect(vera.page.getByRole('heading', { level: 1, name: 'Alpenwerk' })).toBeVisible()
    await rune.page.goto(new URL(vera.page.url()).pathname)
    await expectText(rune.page, 'Not found')
  })

  await test.step('the vendor moves the branch after a preview of the effects', async () => {
    const { page } = vera
    await page.goto('/accounts?mine=no&accountName=Dal Data')
    await page.getByRole('link', { name: 'Dal Data' }).click()
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('button', { name: 'Move account' }).click()
    await chooseOption(page, 'New parent account', /^Alpenwerk Distribution/)
    await expect(page.getByRole('dialog').getByText('2 accounts, 2 users')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Fjell Distribusjon')).toBeVisible()
    await expectAccessible(page)
    await answerDialog(page, 'Move')
    await expectText(page, 'Account moved')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Alpenwerk Distribution')
  })

  await test.step('what prevents a move is shown before, with a link to it', async () => {
    const { page } = vera
    await page.goto('/accounts?mine=no&accountName=Studio Ferrante')
    await page.getByRole('link', { name: 'Studio Ferrante' }).click()
    await page.getByRole('button', { name: 'More actions for Studio Ferrante' }).click()
    await page.getByRole('button', { name: 'Move account' }).click()
    await chooseOption(page, 'New parent account', /^Alpenwerk Distribution/)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^Pending orders stand in the way\./)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: /^SO-/ }).first().click()
    await expect(page).toHaveTitle(/^SO-/)
    await page.goto('/accounts?mine=no&accountName=Dal Data')
    await page.getByRole('link', { name: 'Dal Data' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dal Data' })).toBeVisible()
  })

  await test.step('what prevents a deletion is listed', async () => {
    const { page } = vera
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('heading', { name: 'Dal Data cannot be deleted yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Bygg Tegnestue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bygg Tegnestue' })).toBeVisible()
  })

  await test.step('accounts are deleted from the lowest level up', async () => {
    const { page } = vera
    for (const name of ['Bygg Tegnestue', 'Dal Data']) {
      await page.goto(`/accounts?mine=no&accountName=${name}`)
      await page.getByRole('link', { name }).click()
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog').getByText('It has 1 user, who is signed out at once.')).toBeVisible()
      await answerDialog(page, 'Delete')
      await expectText(page, 'Account deleted')
      await expect(page).toHaveURL(/\/accounts$/)
    }
    await rune.page.reload()
    await expect(rune.page).toHaveURL(/\/auth\/signin/)
  })

  await test.step('users cannot delete their own account', async () => {
    await dag.page.goto('/accounts')
    await dag.page.getByRole('button', { name: /^More actions/ }).click()
    await expect(dag.page.getByRole('button', { name: /^Delete account/ })).toHaveAttribute('aria-disabled', 'true')
  })
  for (const { complaints } of [vera, dag]) expect(ownComplaints(complaints)).toEqual([])
})
