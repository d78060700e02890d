import { type Browser, expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, expectAccessible, holdBack } from './journey.ts'
import { codeIn, linkIn, newestMail } from './mails.ts'
import { endSessionsOf, wireOf } from './wire.ts'

const product = demoProduct()

const demoPassword = 'Halcyon-Days-1'

async function open(browser: Browser, path: string, { phone = false, locale = 'en-GB' } = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.baseURL,
    locale,
    ...(phone && { viewport: { width: 390, height: 844 } }),
  })
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=repeatPassword]').fill(password)
  await page.keyboard.press('Enter')
}

const expectAlert = (page: Page, words: string) =>
  expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()

test('an invited colleague sets a password from the mail, on a phone and in Italian', async ({ browser }) => {
  const email = 'nora@ferrante.example'
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { roles } = await luca.call<{ roles: { roleId: number }[] }>('GET', '/users/me')
  const user = { userName: email, firstName: 'Nora', lastName: 'Riva', languageCode: 'it', roles: [roles[0]?.roleId] }
  await luca.call('POST', '/users', { user })
  const link = linkIn(await newestMail(product, email), '/auth/confirm')

  const page = await open(browser, '/auth/confirm', { phone: true, locale: 'it-IT' })
  await test.step('without the link’s parameters there is an error and no form', async () => {
    await expectAlert(page, 'Questo indirizzo non è completo')
    await expect(page.getByRole('button', { name: 'Conferma e imposta la password' })).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('unmet password rules are listed, and the repeated password must match', async () => {
    await page.goto(link)
    await page.locator('input[name=password]').fill('orchidea')
    const rules = page.getByRole('list', { name: 'Una password richiede' })
    await expect(rules.getByRole('listitem').filter({ hasText: '(fatto)' })).toHaveCount(2)
    await page.locator('input[name=repeatPassword]').fill('orchidee')
    await page.getByRole('button', { name: 'Conferma e imposta la password' }).click()
    await expect(page.locator('input[name=password]')).toBeFocused()
    await expect(page.getByText('Le password devono coincidere')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a valid password leads to sign-in, where the e-mail is already filled in', async () => {
    await page.reload()
    await choosePassword(page, 'Orchidea-7')
    await expectAlert(page, 'E-mail confermata')
    await expect(page).toHaveURL(/\/auth\/signin$/)
    await expect(page.locator('input[type=email]')).toHaveValue(email)
    await expectAccessible(page)
    await signIn(page, email, 'Orchidea-7')
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  })

  await test.step('the invitation works only once', async () => {
    await page.goto(link)
    await choosePassword(page, 'Orchidea-8')
    await expectAlert(page, 'Errore nella conferma dell’e-mail')
    await expect(page.getByText('Chiedi a chi ti ha invitato')).toBeVisible()
  })
})

test('a forgotten password is reset by mail, even where another user is signed in', { tag: '@long' }, async ({
  browser,
}) => {
  const email = 'sara@ferrante.example'
  const page = await open(browser, '/auth/signin?redirect=%2Fstocks')
  await page.locator('input[type=email]').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.locator('input[type=email]')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expectAlert(page, 'Recover message sent, please check yor email')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL(/redirect=%2Fstocks/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()

  const link = linkIn(await newestMail(product, email), '/auth/reset-password')
  const taken = await open(browser, '/')
  await signIn(taken, 'martin@halcyon.example')
  await expect(taken).toHaveURL(/\/dashboard/)
  await taken.goto(link)
  await expect(taken.getByText('You are signed in in this browser')).toBeVisible()
  await expectAccessible(taken)
  await choosePassword(taken, 'Quiet-Harbour-42!')
  await expectAlert(taken, 'Password set')
  await expect(taken).toHaveURL(/\/auth\/signin$/)
  await expect(taken.locator('input[type=email]')).toHaveValue(email)
  await signIn(taken, email)
  await expectAlert(taken, 'Incorrect username or password')
  await signIn(taken, email, 'Quiet-Harbour-42!')
  await expect(taken).toHaveURL(/\/dashboard/)

  await page.goto(link)
  await choosePassword(page, 'Quiet-Harbour-43!')
  await expectAlert(page, 'Password set error, please retry')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot-password/)
})

test('a code by e-mail completes a sign-in, and a wrong code keeps the typed values', { tag: '@long' }, async ({
  browser,
}) => {
  const email = 'martin@halcyon.example'
  const martin = await wireOf(product, email)
  const { mfaToken } = await martin.call<{ mfaToken: string }>('POST', '/auth/mfa/send-code', { providerType: 1 })
  await martin.call('POST', '/auth/mfa/verify-code', { mfaToken, authCode: codeIn(await newestMail(product, email)) })
  await martin.call('PUT', '/auth/mfa', { mfaToken })
  const backupCodes = await martin.call<{ backupCode: string }[]>('GET', '/auth/mfa/backup-codes')
  const sentBefore = await newestMail(product, email, /\d{6}/)

  const page = await open(browser, '/auth/signin?redirect=%2Fproducts', { phone: true })
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'E-mail code' }).click()
  const code = page.locator('input[autocomplete=one-time-code]')
  await expect(code).toBeFocused()
  await expect(page.getByText(/New code in 0:\d\d/)).toBeVisible()
  await expectAccessible(page)

  await code.fill('000 000')
  await page.getByRole('button', { name: 'Sign in with E-mail code' }).click()
  await expect(page.getByText('The code is not correct').first()).toBeVisible()
  await expect(code).toHaveValue('000 000')
  await expect(code).toBeFocused()
  const sent = await newestMail(product, email, /\d{6}/)
  expect(sent.text).not.toBe(sentBefore.text)
  await code.fill(` ${codeIn(sent).replace(/(...)(...)/, '$1-$2')} `)
  await page.getByRole('button', { name: 'Sign in with E-mail code' }).click()
  await expect(page).toHaveURL(/\/products$/)

  await test.step('a backup code works in place of the e-mailed code', async () => {
    const other = await open(browser, '/auth/signin')
    await signIn(other, email)
    await other.getByRole('button', { name: 'E-mail code' }).click()
    await other.getByRole('button', { name: 'Use a backup code' }).click()
    await expect(other.getByLabel('Backup code')).toBeFocused()
    await other.getByLabel('Backup code').fill(String(backupCodes[0]?.backupCode).toLowerCase())
    await other.getByRole('button', { name: 'Sign in with a backup code' }).click()
    await expect(other).toHaveURL(/\/dashboard/)
  })
})

test('a redirect never leads to another site', async ({ browser }) => {
  const page = await open(browser, `/auth/signin?redirect=${encodeURIComponent('//evil.example/x')}`)
  await signIn(page, 'giulia@pontenuovo.example')
  await expect(page).toHaveURL(`${product.baseURL}/dashboard`)
  const hostile = [
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    `${product.baseURL}@evil.example`,
    `/${'x'.repeat(10_000)}`,
  ]
  for (const redirect of hostile) {
    await page.goto(`/auth/signin?redirect=${encodeURIComponent(redirect)}`)
    await expect(page, redirect.slice(0, 40)).toHaveURL(`${product.baseURL}/dashboard`)
  }
})

test('many tabs with expired tokens exchange the refresh token once', { tag: '@long' }, async ({ browser }) => {
  const first = await open(browser, '/')
  const context = first.context()
  await signIn(first, 'vera@halcyon.example')
  await expect(first).toHaveURL(/\/dashboard/)
  await context.clock.install()
  const tabs: Page[] = []
  while (tabs.length < (isFull ? 20 : 5)) {
    const tab = await context.newPage()
    await tab.goto('/products')
    tabs.push(tab)
  }
  for (const tab of tabs) await expect(tab.getByRole('table')).toBeVisible({ timeout: 60_000 })
  const exchanges: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/auth/token-refresh')) exchanges.push(response.status())
  })
  // Simulates a laptop that slept: all access tokens have expired, then every tab gets the `online` event.
  await context.clock.fastForward('20:00')
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
  for (const tab of tabs) {
    await tab.getByRole('link', { name: 'Stocks' }).click()
    await expect(tab).toHaveURL(/\/stocks/)
    await expect(tab.getByRole('table')).toBeVisible()
  }
  // Every tab has made a call by now, and only one tab has exchanged the token.
  expect(exchanges).toEqual([200])
})

test('when a session ends, an open form keeps its values, and only the same user gets it back', {
  tag: '@long',
}, async ({ browser }) => {
  const email = 'luca@ferrante.example'
  const page = await open(browser, '/sell-in/create')
  await signIn(page, email)
  await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
  await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
  await page.getByRole('textbox', { name: /^Quantity of Atlas Standard, one year/ }).fill('3')
  await page.getByLabel('Reference code').fill('PO-4411')
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create purchase' }).click()
  }

  await endSessionsOf(await wireOf(product, email))
  await save()
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=%2Fsell-in%2Fcreate$/)
  await expect(page.getByRole('heading', { name: 'Sign in to go on' })).toBeVisible()
  await expect(page.getByLabel('Reference code')).toBeHidden()
  await expectAccessible(page)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/sell-in\/create$/)
  await expect(page.getByLabel('Reference code')).toHaveValue('PO-4411')
  await expect(page.getByRole('form', { name: 'Order' }).getByText('ATLAS-STD-1Y')).toBeVisible()

  await test.step('an open dialog is kept too, until its user signs in again in any tab', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Create purchase' })
    await expect(confirm).toBeVisible()
    await endSessionsOf(await wireOf(product, email))
    const other = await page.context().newPage()
    const logged: string[] = []
    other.on('console', (message) => logged.push(message.text()))
    await other.goto('/products')
    await expect(page).toHaveURL(/\/auth\/signin/)
    await expect.poll(() => logged).toContain('The session could not be recovered: A407')
    await expect(confirm).toBeHidden()
    await signIn(other, email)
    await expect(other.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await expect(page).toHaveURL(/\/sell-in\/create$/)
    await confirm.click()
    await expect(page).toHaveTitle(/^SO-\d{4}-\d{6} /)
    await expect(page.getByText('PO-4411').first()).toBeVisible()
  })

  await test.step('another user starts with an empty form', async () => {
    await page.goto('/sell-in/create')
    await page.getByLabel('Reference code').fill('PO-4412')
    await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
    await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
    await endSessionsOf(await wireOf(product, email))
    await save()
    await expect(page.getByRole('heading', { name: 'Sign in to go on' })).toBeVisible()
    await signIn(page, 'giulia@pontenuovo.example')
    await expect(page.getByRole('heading', { level: 1, name: 'Nuovo acquisto' })).toBeVisible()
    await expect(page.getByLabel('Codice di riferimento')).toHaveValue('')
    expect(await page.content()).not.toContain('PO-4412')
  })
})

test('after a lost session, the returning user sees no error message from before', async ({ browser }) => {
  const email = 'luca@ferrante.example'
  const page = await open(browser, '/profile/edit')
  await signIn(page, email)
  await page.getByLabel('First name').fill('Serena')
  await endSessionsOf(await wireOf(product, email))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to go on' })).toBeVisible()
  await signIn(page, email)
  await expect(page.getByLabel('First name')).toHaveValue('Serena')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('a server error at sign-in is shown with its reference, and does not shift the layout above the field', async ({
  browser,
}) => {
  const page = await open(browser, '/auth/signin')
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  await page.route('**/auth/token', (route) =>
    route.fulfill({ status: 500, headers: { 'X-Request-Id': 'r-4711' }, body: '' }),
  )
  await signIn(page, 'sara@ferrante.example')
  await expect(page.getByText('Reference r-4711', { exact: false }).first()).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
})

test('code that could not be loaded is loaded once the connection is back, without a reload or a blank page', {
  tag: '@no-line',
}, async ({ browser }) => {
  const page = await open(browser, '/auth/signin')
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const email = page.locator('input[type=email]')
  await page.route('**/assets/App-*.js', (route) => route.abort())
  await page.route('**/assets/laterScreens-*.js', (route) => route.abort())
  await email.fill('luca@ferrante.example')
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('laterScreens'))
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await missed
  await expect(email).toHaveValue('luca@ferrante.example')
  await page.unroute('**/assets/laterScreens-*.js')
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await expect(email).toHaveValue('luca@ferrante.example')

  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  const app = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/App-'))
  await signIn(page, 'luca@ferrante.example')
  await app
  await page.unroute('**/assets/App-*.js')
  await expect(page).toHaveURL(/\/dashboard/)
  expect(errors).toEqual([])
})

test('signing out in one tab signs out the others', async ({ browser }) => {
  const page = await open(browser, '/')
  await signIn(page, 'giulia@pontenuovo.example')
  await expect(page).toHaveURL(/\/dashboard/)
  const other = await page.context().newPage()
  await other.goto('/products')
  await expect(other.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Esci' }).click()
  await expect(page).toHaveURL(/\/auth\/signin$/)
  await expect(other).toHaveURL(/\/auth\/signin\?redirect=%2Fproducts$/)
  await expect(other.getByRole('table')).toHaveCount(0)
})

test('a call of another tab that is refused during signing out does not lead back to the screen that was left', async ({
  browser,
}) => {
  const first = await open(browser, '/')
  await signIn(first, 'giulia@pontenuovo.example')
  await expect(first).toHaveURL(/\/dashboard/)
  const page = await first.context().newPage()
  await page.goto('/products')
  await expect(page.getByRole('table')).toBeVisible()
  const release = await holdBack(page, '**/assets/*PublicApp*.js')
  const asked = page.waitForRequest('**/assets/*PublicApp*.js')
  await page.getByRole('button', { name: 'Esci' }).click()
  await asked
  await first.evaluate(() => new BroadcastChannel('trellis.session').postMessage({ kind: 'lost' }))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  release()
  await expect(page.locator('input[type=email]')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a certificate is validated without signing in, from the link on it, on a phone', async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const { items } = await vera.call<{ items: { certificateId: string; kind: string; status: string }[] }>(
    'POST',
    '/certificates/search',
    {},
  )
  const certificateId = items.find(({ kind, status }) => kind === 'User' && status === 'Confirmed')?.certificateId
  const guest = { certificateId, isGuestCertificate: true, userFirstName: 'Ada', userLastName: 'Lovelace' }
  const { id } = await vera.call<{ id: string }>('POST', '/certificates/users', guest)
  const path = `/certificates/users/${id}`
  const { validationCode } = await vera.call<{ validationCode: string }>('GET', path)

  const page = await open(browser, `/verify?code=${validationCode.toLowerCase()}`, { phone: true, locale: 'it-IT' })
  await expect(page.getByLabel('Codice di verifica')).toHaveValue(validationCode)
  // Nothing has to be pressed: the link shows its result.
  await expect(page.getByText('Questo certificato è valido.')).toBeVisible()
  const { certificateName } = await vera.call<{ certificateName: string }>('GET', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(certificateName)
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
  await expectAccessible(page)

  await vera.call('DELETE', path)
  await page.getByRole('button', { name: 'Verifica' }).click()
  await expect(page.getByText('Nessun certificato valido ha questo codice.')).toBeVisible()
  await expect(page.getByText('Ada Lovelace')).toBeHidden()
  await expectAccessible(page)
})
