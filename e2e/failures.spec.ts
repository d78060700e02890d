import { expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, expectAccessible, idle, visit, withoutLive } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

/**
 * Makes a call fail with an error that is not retried, each time with another request id; returns the list of
 * ids sent so far.
 */
async function refuse(page: Page, path: string): Promise<string[]> {
  const requestIds: string[] = []
  await page.route(`**/api/v1${path}`, (route) => {
    const requestId = `request-${requestIds.length + 1}`
    requestIds.push(requestId)
    return route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'RQ422', detail: 'Not valid', requestId, info: {} }),
    })
  })
  return requestIds
}

/** The log entries of failed calls in the browser console. */
function notesOf(page: Page): string[] {
  const notes: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'info' && message.text().includes(' failed: ')) notes.push(message.text())
  })
  return notes
}

const lists = [
  {
    call: '/orders/search',
    path: '/sell-in',
    en: 'Error fetching orders',
    it: 'Non è stato possibile caricare gli ordini',
  },
  {
    call: '/orders/sell-out/search',
    path: '/sell-out',
    en: 'Error fetching orders',
    it: 'Non è stato possibile caricare gli ordini',
  },
  {
    call: '/pricelists/search',
    path: '/pricelists',
    en: 'Error fetching price lists',
    it: 'Non è stato possibile caricare i listini',
  },
  {
    call: '/orders/stock/search',
    path: '/stocks',
    en: 'Error fetching stocks',
    it: 'Non è stato possibile caricare le giacenze',
  },
  {
    call: '/licenses/search',
    path: '/licenses',
    en: 'Error fetching licenses',
    it: 'Non è stato possibile caricare le licenze',
  },
]

/** Each language has every second list; with FULL=1, each has all. */
for (const [turn, [language, email]] of (
  [
    ['en', 'vera@halcyon.example'],
    ['it', 'giulia@pontenuovo.example'],
  ] as const
).entries()) {
  test(`each list names what could not be loaded, and the browser logs each failed call once (${language})`, {
    tag: '@long',
  }, async ({ browser }) => {
    const { page } = await visit(browser, email, product)
    await withoutLive(page)
    const notes = notesOf(page)
    for (const { call, path, ...words } of lists.filter((_, place) => isFull || place % 2 === turn)) {
      const requestIds = await refuse(page, call)
      notes.length = 0
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: words[language] })).toBeVisible()
      expect(requestIds.length).toBeGreaterThan(0)
      await expect.poll(() => notes).toEqual(requestIds.map((id) => `POST ${call} failed: RQ422, request ${id}`))
      await page.unroute(`**/api/v1${call}`)
      await page.getByRole('button', { name: language === 'en' ? 'Try again' : 'Riprova' }).click()
      await expect(page.getByRole('table')).toBeVisible()
    }
  })
}

test('an order, a license and a price list show their name when they cannot be loaded', { tag: '@long' }, async ({
  browser,
}) => {
  const { page } = await visit(browser, 'vera@halcyon.example', product)
  const id = '01940000-0000-7000-8000-000000000000'
  const screens = [
    [`/orders/${id}`, `/sell-out/${id}`, 'Error fetching order'],
    ['/licenses/ATLS-AAAAA-AAAAA-AAAAA-AAAAA', '/licenses/ATLS-AAAAA-AAAAA-AAAAA-AAAAA', 'Error fetching license'],
    [`/pricelists/${id}`, `/pricelists/${id}`, 'Error fetching price list'],
  ] as const
  for (const [call, path, words] of screens) {
    await refuse(page, call)
    await page.goto(path)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.unrouteAll()
  }
})

for (const [language, email, title, told, button] of [
  [
    'en',
    'vera@halcyon.example',
    'The portal could not be started',
    'It is tried again by itself as long as this page is open.',
    'Try again',
  ],
  [
    'it',
    'giulia@pontenuovo.example',
    'Non è stato possibile avviare il portale',
    'Il portale riprova da solo finché questa pagina resta aperta.',
    'Riprova',
  ],
] as const) {
  test(`a portal that could not be started is tried again by itself, says so once, and starts (${language})`, {
    tag: '@long',
  }, async ({ browser }) => {
    const { page } = await visit(browser, email, { ...product, locale: language, at: '/sell-in' })
    const { clock } = page.context()
    await clock.install()
    let isDown = true
    let asked = 0
    // Its primary is dead: each answer has another reference.
    await page.route('**/api/v1/users/me', (route) => {
      asked += 1
      if (!isDown) return route.continue()
      return route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'RQ503', detail: 'Not available', requestId: `request-${asked}`, info: {} }),
      })
    })
    await page.reload()
    const next = async () => {
      const before = asked
      await expect
        .poll(async () => {
          await clock.fastForward('00:30')
          return asked
        })
        .toBeGreaterThan(before)
    }
    const failed = page.getByRole('heading', { level: 1, name: title })
    await expect
      .poll(async () => {
        await clock.fastForward(1_000)
        return failed.isVisible()
      })
      .toBe(true)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(told)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expectAccessible(page)
    // Whatever changes from here on would be announced.
    await page.evaluate(() => {
      const seen = window as unknown as { changes: number }
      seen.changes = 0
      new MutationObserver((changes) => {
        seen.changes += changes.length
      }).observe(document.getElementById('root') as HTMLElement, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await next()
    await next()
    expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0)
    isDown = false
    await next()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(failed).toHaveCount(0)
  })
}

test('a user without an account is told so at sign-in, and can sign in again once there is one', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  await page.route('**/api/v1/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), account: null } })
  })
  await page.goto('/stocks')
  await expect(page).toHaveURL(/\/auth\/signin$/)
  await expect(page.getByRole('alert').filter({ hasText: 'No account' })).toBeVisible()
  await expect(page.getByText('Your user belongs to no account any more.')).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.locator('input[type=email]').fill('luca@ferrante.example')
  await page.locator('input[type=password]').fill('Halcyon-Days-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: / decisions?, €/ })).toBeVisible()
  expect(complaints).toEqual([])
})

test('who may read deals alone is told which permission a screen takes, and is sent nowhere they may not go', {
  tag: '@long',
}, async ({ browser }) => {
  const vera = await wireOf(product, 'vera@halcyon.example')
  const { items } = await vera.call<{ items: { userId: string; email: string }[] }>('POST', '/users/search', {
    includeChildren: true,
    limit: 100,
    filterBy: [{ field: 'email', values: ['sara@ferrante.example'] }],
  })
  const role = { name: 'Deals alone', permissions: [{ module: 'Deals', flags: 'c-r' }] }
  const { id } = await vera.call<{ id: number }>('POST', '/tenants/current/roles', role)
  await vera.call('PUT', `/users/${items[0]?.userId}/roles`, { roles: [id] })

  const { page } = await visit(browser, 'sara@ferrante.example', { ...product, at: '/licenses' })
  const main = page.getByRole('main')
  for (const [path, permission] of [
    ['/licenses', 'Chiavi di licenza (lettura)'],
    ['/sell-in', 'Ordini (lettura)'],
    ['/products', 'Prodotti (lettura)'],
  ] as const) {
    await page.goto(path)
    await expect(main.getByText('Non puoi vedere questo contenuto')).toBeVisible()
    await expect(main.getByText(`Il tuo ruolo non comprende ${permission}.`)).toBeVisible()
    await expect(main.getByRole('button', { name: 'Riprova' })).toHaveCount(0)
    await expect(main.getByRole('searchbox')).toHaveCount(0)
    await expect(main.getByRole('alert')).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(main.getByRole('heading', { level: 1, name: /^Niente in attesa/ })).toBeVisible()
  await idle(page)
  await expect(main.getByRole('link', { name: /^Vai / })).toHaveCount(0)
  await expect(main.getByText('Non puoi vedere questo contenuto')).toHaveCount(0)
})
