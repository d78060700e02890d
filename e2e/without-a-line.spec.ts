import { expect, type Page, test } from '@playwright/test'
import { demoProduct, visit } from './journey.ts'

const product = demoProduct()

/** Opens a screen whose further code is loaded only when it is asked for, and not while the browser is idle. */
async function open(...[browser, email, where]: Parameters<typeof visit>): Promise<Page> {
  const { page } = await visit(browser, email, { ...where, before: 'window.requestIdleCallback = () => 0' })
  return page
}

/** Does something for which a part of the program is missing; resolves when the browser has failed to fetch it. */
async function without(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true)
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'))
  await act()
  await missed
}

const tag = '@no-line'

test('a screen that could not be loaded is loaded once the connection is back', { tag }, async ({ browser }) => {
  // The list has no part that is loaded late: the desk has some, which would fail as well.
  const page = await open(browser, 'vera@halcyon.example', { baseURL: product.baseURL, at: '/sell-in' })
  // Only the program is out of reach: when a line is back, the screen also tries by itself, and the button may be gone.
  let isDown = true
  await page.route('**/assets/*.js', (route) => (isDown ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Price lists' }).click()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Price lists' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})

test('a calendar opens once the connection is back', { tag }, async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { baseURL: product.baseURL, at: '/deals/create' })
  const calendar = page.getByRole('button', { name: /^Open the calendar/ }).first()
  await expect(calendar).toBeVisible()
  await without(page, () => calendar.click())
  await expect(page.getByText('Error fetching the calendar').first()).toBeVisible()
  await page.context().setOffline(false)
  await calendar.click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
})

test('a menu that could not be loaded takes nothing from the screen, and opens once the connection is back', {
  tag,
}, async ({ browser }) => {
  const page = await open(browser, 'luca@ferrante.example', { baseURL: product.baseURL, at: '/sell-in' })
  const settings = page.getByRole('button', { name: 'Language, appearance and version' })
  // The heading is there before the code of what stands below it.
  await expect(page.getByRole('table')).toBeVisible()
  await without(page, () => settings.click())
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.context().setOffline(false)
  await settings.click()
  await expect(page.getByRole('radio', { name: 'Italiano' })).toBeVisible()
})

test('figures and charts are drawn once the connection is back', { tag }, async ({ browser }) => {
  const page = await open(browser, 'vera@halcyon.example', { baseURL: product.baseURL, at: '/sell-in' })
  const figures = page.getByRole('heading', { level: 2, name: 'License keys' })
  let isDown = true
  await page.route('**/assets/*Block-*.js', (route) => (isDown ? route.abort() : route.continue()))
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Figures', exact: true }).click()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('decision')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(figures).toBeVisible()
  await expect(page.locator('main [role=slider] svg').first()).toBeVisible()
})

test('the map of the network is drawn once the connection is back', { tag }, async ({ browser }) => {
  const page = await open(browser, 'vera@halcyon.example', { baseURL: product.baseURL, at: '/accounts' })
  const map = page.getByText('Map', { exact: true })
  await expect(map).toBeVisible()
  await without(page, () => map.click())
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('the other language is loaded once the connection is back', { tag }, async ({ browser }) => {
  const page = await open(browser, 'vera@halcyon.example', { baseURL: product.baseURL, at: '/sell-in' })
  await page.getByRole('button', { name: 'Language, appearance and version' }).click()
  const italian = page.getByRole('radio', { name: 'Italiano' })
  await expect(italian).toBeVisible()
  await without(page, () => italian.click({ force: true }))
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'Listini' })).toBeVisible()
})
