import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()
const maintenance = (...command: string[]) => product.portal('', 'maintenance', ...command)

/** The page asks every ten seconds, and whenever it is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
/** Of refused calls the browser says that they were refused. */
const others = (complaints: string[]) => complaints.filter((text) => !text.includes('status of 503'))

test('a maintenance comes in front of a form by itself, keeps what was typed, and goes by itself (rules G47)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/pricelists/create' })
  const name = page.getByRole('main').getByRole('textbox').first()
  await name.fill('Half a list')
  await maintenance('on', '--until', '2h', '--message', 'New disks for everybody')
  // Nobody does anything: the stream of changes is refused.
  const front = page.getByRole('dialog', { name: 'We are working on this portal' })
  await expect(front).toBeVisible()
  await expect(front).toContainText('New disks for everybody')
  await expect(front).toContainText(/Expected to be back: .*\d:\d\d/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(front).toBeVisible()

  await maintenance('on', '--message', 'Nearly done')
  await lookAgain(page)
  await expect(front).toContainText('as soon as the work is done')
  await maintenance('off')
  await lookAgain(page)
  await expect(front).toHaveCount(0)
  await expect(name).toHaveValue('Half a list')
  await expect(name).toBeFocused()
  expect(others(complaints)).toEqual([])
})

test('who comes during a maintenance reads it in their language, and then gets the screen they wanted (rules G47)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, phone: true, locale: 'it-IT' })
  await maintenance('on', '--tenant', 'demo', '--until', '30m')
  const front = page.getByRole('dialog', { name: 'Stiamo lavorando su questo portale' })
  await page.goto('/products')
  await expect(front).toContainText('Ritorno previsto')
  await page.goto('/auth/signin')
  const visitor = await (await browser.newContext({ ...product, locale: 'it-IT', colorScheme: 'dark' })).newPage()
  await visitor.goto('/auth/signin')
  await visitor.locator('input[type=email]').fill('giulia@pontenuovo.example')
  await visitor.locator('input[type=password]').fill('Halcyon-Days-1')
  await visitor.keyboard.press('Enter')
  const before = visitor.getByRole('dialog', { name: 'Stiamo lavorando su questo portale' })
  await expect(before).toBeVisible()
  await expectAccessible(visitor)
  await page.goto('/products')
  await expect(front).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await maintenance('off', '--tenant', 'demo')
  await lookAgain(page)
  await expect(front).toHaveCount(0)
  await expect(page.getByRole('main').getByText(/^\d+ prodotti$/)).toBeVisible()
  await lookAgain(visitor)
  await expect(before).toHaveCount(0)
  await expect(visitor.locator('input[type=email]')).toHaveValue('giulia@pontenuovo.example')
})
