import { devices, expect, type Locator, type Page, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { codeOf, demoProduct, expectAccessible, listen } from './journey.ts'
import { linkIn, newestMail } from './mails.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

type Role = Parameters<Page['getByRole']>[0]

/**
 * Somebody who works without a mouse and perhaps without seeing the screen: they know where they are only by the name of what
 * has the focus, and what happened only by what is announced.
 */
class Hands {
  presses = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async press(key: string): Promise<void> {
    this.presses += 1
    await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.presses += text.length
    await this.page.keyboard.type(text)
  }

  /** Expects the focus on a control with this role and name, where it can be seen. */
  async areOn(role: Role, name: string | RegExp): Promise<void> {
    const focused = this.page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
    await expect(focused).toHaveRole(role as Parameters<ReturnType<typeof expect<Locator>>['toHaveRole']>[0])
    await expect(async () => expect(await focused.evaluate(hidesFocus)).toBeNull()).toPass()
  }

  /** Presses Tab until the control has the focus. Returns how often, which `most` bounds. */
  async goTo(role: Role, name: string | RegExp, most: number): Promise<void> {
    const wanted = this.page.getByRole(role, { name, exact: typeof name === 'string' })
    await expect(wanted.first()).toBeVisible()
    for (let steps = 0; steps < most; steps += 1) {
      await this.press('Tab')
      const isThere = await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))
      if (isThere) return this.areOn(role, name)
    }
    throw new Error(`${role} ${name} is more than ${most} steps away`)
  }

  /** Expects that a live region that was there before has said this. */
  async hear(words: string | RegExp): Promise<void> {
    const heard = () => this.page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
    await expect
      .poll(async () =>
        (await heard()).find((each) => (words instanceof RegExp ? words.test(each) : each.includes(words))),
      )
      .toBeTruthy()
  }

  /** Chooses a screen or a record in the palette, as soon as the number of results is announced. */
  async find(text: string): Promise<void> {
    await this.press('ControlOrMeta+k')
    await this.type(text)
    await this.areOn('combobox', /./)
    await this.hear(/^1 (result|risultato)$/)
    await this.press('Enter')
    // What is typed next goes to the new screen, and no longer to the palette.
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }
}

/** Runs in the page: why the focus cannot be seen; null if it can (WCAG 2.4.7, 2.4.11). */
function hidesFocus(focused: Element): string | null {
  if (!focused.matches(':focus-visible')) return 'it is not marked'
  const parents = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const isMarked = parents.some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
  })
  if (!isMarked) return 'nothing is drawn around it'
  const { x, y, width, height } = focused.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  const isShown = top !== null && (focused.contains(top) || top.contains(focused) || top.closest('label') !== null)
  return isShown ? null : `${top?.tagName ?? 'the edge of the window'} covers it`
}

test('from sign-in to an activated key by keys alone, each step by the name of what has the focus and by what is announced', {
  tag: '@long',
}, async ({ browser }) => {
  const complaints: string[] = []
  const sitDown = async (email: string, locale: string, names: { email: string; password: string }) => {
    const context = await browser.newContext({ baseURL: product.baseURL, locale })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.addInitScript(listen)
    await page.goto('/auth/signin')
    const hands = new Hands(page)
    await hands.areOn('textbox', names.email)
    await hands.type(email)
    await hands.press('Tab')
    await hands.areOn('textbox', names.password)
    await hands.type(demoPassword)
    await hands.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return hands
  }

  const luca = await test.step('a reseller signs in', () =>
    sitDown('luca@ferrante.example', 'en-GB', { email: 'Email', password: 'Password' }))
  await test.step('and skips the menu, though the queue is shown, whose keys work without the focus', async () => {
    await expect(luca.page.locator('[data-decision-row]').first()).toBeVisible()
    await luca.press('Tab')
    await luca.areOn('link', 'Skip to the content')
    await luca.press('Enter')
    await expect(luca.page.getByRole('main')).toBeFocused()
  })
  const code = await test.step('requests a purchase', async () => {
    await luca.find('new purchase')
    await luca.areOn('combobox', 'Product')
    await luca.type('ATLAS-STD-1Y')
    await expect(luca.page.getByRole('option')).toHaveCount(1)
    await luca.press('Enter')
    await luca.areOn('textbox', /^Quantity of Atlas Standard, one year/)
    await luca.type('2')
    await luca.press('Enter')
    await luca.areOn('combobox', 'Product')
    await luca.press('ControlOrMeta+Enter')
    await luca.areOn('button', 'Create purchase')
    await expect(luca.page.getByRole('dialog')).toHaveAccessibleName(/^Request a purchase for €/)
    await luca.press('Enter')
    await luca.hear(/Order SO-\d{4}-\d{6} created/)
    await expect(luca.page).toHaveTitle(/^SO-/)
    return codeOf(luca.page)
  })

  const giulia = await test.step('the distributor signs in, in Italian', () =>
    sitDown('giulia@pontenuovo.example', 'it-IT', { email: 'E-mail', password: 'Password' }))
  await test.step('finds the order and approves it', async () => {
    await giulia.find(code)
    await expect(giulia.page).toHaveTitle(new RegExp(`^${code} `))
    await expect(giulia.page.getByRole('button', { name: 'Approva', exact: true })).toBeVisible()
    await giulia.press('a')
    await giulia.areOn('button', 'Approva')
    await expect(giulia.page.getByRole('dialog')).toHaveAccessibleName(`Approvare ${code}?`)
    await giulia.press('Enter')
    await giulia.hear(`Ordine ${code} approvato`)
    await expect(giulia.page.getByText('Approvato', { exact: true }).first()).toBeVisible()
  })

  await test.step('the reseller hears that it was approved', () => luca.hear(/Just updated/))
  const serialKey = await test.step('makes a key from stock', async () => {
    await luca.find('new license key')
    await expect(luca.page.getByRole('heading', { level: 1, name: 'Make license keys' })).toBeVisible()
    await luca.goTo('combobox', 'Product', 6)
    await luca.type('ATLAS-STD-1Y')
    await expect(luca.page.getByRole('option')).toHaveCount(1)
    await luca.press('Enter')
    await luca.areOn('combobox', 'Product')
    await luca.goTo('button', 'Make license keys', 12)
    await luca.press('Enter')
    await luca.hear('License keys made')
    await expect(luca.page.getByText('No device holds a seat')).toBeVisible()
    return decodeURIComponent(luca.page.url().split('/').at(-1) ?? '')
  })
  await test.step('a device activates it, and the open page says so', async () => {
    const answer = await luca.page.request.post('/api/v1/devices/activate', {
      headers: { 'X-Tenant-Code': 'demo' },
      data: { serialKey, deviceUuid: 'by-keys', deviceName: 'Drawing table' },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await expect(luca.page.getByRole('table').getByText('Drawing table')).toBeVisible()
    await luca.hear(/Just updated/)
  })
  const presses = luca.presses + giulia.presses
  test.info().annotations.push({ type: 'keys pressed, both sign-ins included', description: String(presses) })
  expect(complaints).toEqual([])
})

test('a reseller’s first order, on a phone and on the first day, is five touches away from the dashboard', {
  tag: '@long',
}, async ({ browser }) => {
  const email = 'nina@bottega.example'
  const { page, complaints } = await test.step('a distributor’s new partner accepts the invitation', async () => {
    await invite(email)
    const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: product.baseURL, locale: 'en-GB' })
    const opened = await context.newPage()
    const said: string[] = []
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text())
    })
    await opened.goto(linkIn(await newestMail(product, email), '/auth/confirm'))
    await opened.locator('input[name=password]').fill(demoPassword)
    await opened.locator('input[name=repeatPassword]').fill(demoPassword)
    await opened.keyboard.press('Enter')
    await expect(opened).toHaveURL(/\/auth\/signin$/)
    await opened.getByLabel('Email').fill(email)
    await opened.locator('input[type=password]').fill(demoPassword)
    await opened.keyboard.press('Enter')
    await expect(opened).toHaveURL(/\/dashboard$/)
    return { page: opened, complaints: said }
  })
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  await expectAccessible(page)
  let touches = 0
  const touch = async (target: Locator) => {
    touches += 1
    await target.tap()
  }
  await touch(steps.getByRole('link', { name: 'Write an order', exact: true }))
  await touch(page.getByRole('combobox', { name: 'Product' }))
  await page.keyboard.type('atlas std')
  await touch(page.getByRole('option').first())
  await page.keyboard.type('5')
  await touch(page.getByRole('button', { name: 'Save', exact: true }))
  await touch(page.getByRole('dialog').getByRole('button', { name: 'Create purchase' }))
  await expect(steps.getByText('2 of 4 done')).toBeVisible()
  expect(touches).toBe(5)
  expect(complaints).toEqual([])
})

/** Creates a reseller below the distributor of the demo, with its price list; its administrator is invited. */
async function invite(userName: string): Promise<void> {
  const wire = await wireOf(product, 'giulia@pontenuovo.example')
  const { account } = await wire.call<{ account: { accountId: string } }>('GET', '/users/me')
  const lists = await wire.call<{ items: { name: string; priceListId: string }[] }>('POST', '/pricelists/search', {
    page: 1,
    limit: 10,
  })
  const name = 'Bottega Nuova'
  await wire.call('POST', '/accounts', {
    parentAccountId: account.accountId,
    groupId: 6,
    priceListId: lists.items.find((list) => list.name === 'Listino Italia')?.priceListId,
    canPropagate: false,
    accountName: name,
    address: {
      legalName: null,
      vatId: 'IT12345670017',
      street: 'Via Roma 1',
      city: 'Torino',
      locality: '',
      region: '',
      postalCode: '10100',
      countryCode: 'IT',
    },
    user: { userName, firstName: 'Nina', lastName: 'Bo', timeZone: 'Europe/Rome', languageCode: 'en' },
  })
}
