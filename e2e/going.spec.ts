import { expect, test } from '@playwright/test'
import { demoProduct, idle, visit } from './journey.ts'

const product = demoProduct()

test('going back finds a list where it was left, the frame of its table too, and a new screen begins at its top', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/sell-out?limit=50' })
  await page.setViewportSize({ width: 1280, height: 600 })
  const last = page.getByRole('table').getByRole('link', { name: /^SO-/ }).last()
  const code = (await last.innerText()).trim()
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect(page).toHaveTitle(new RegExp(`^${code}`))
  await page.goBack()
  await expect(page).toHaveURL(/\/sell-out\?limit=50$/)
  await expect(last).toHaveText(code)
  await expect(last).toBeInViewport()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect(last).toHaveText(code)

  // On a phone the page itself scrolls.
  await page.setViewportSize({ width: 390, height: 700 })
  const card = page.getByRole('main').getByRole('link', { name: code })
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  const left = await page.evaluate(() => window.scrollY)
  await card.click()
  await expect(page).toHaveTitle(new RegExp(`^${code}`))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  // A reloaded page too.
  await page.reload()
  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  expect(complaints).toEqual([])
})

test('leaving a changed form asks, by a link and by going back; who stays keeps the address and what was typed', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products' })
  await page.getByRole('link', { name: 'New product' }).first().click()
  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Half a name')
  const question = page.getByRole('dialog')
  await test.step('going back', async () => {
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Stay', exact: true }).click()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/\/products\/create$/)
    await expect(name).toHaveValue('Half a name')
  })
  await test.step('a link', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^deals$/i })
      .click()
    await question.getByRole('button', { name: 'Stay', exact: true }).click()
    await expect(page).toHaveURL(/\/products\/create$/)
    await expect(name).toHaveValue('Half a name')
  })
  await test.step('who leaves, leaves, and finds the list as it was', async () => {
    await page.goBack()
    await question.getByRole('button', { name: /^Leave/ }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(page.getByRole('table')).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('an address that leads elsewhere is no step on the way back, and one that does not exist leads to the start', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'sara@ferrante.example', { ...product, at: '/licenses' })
  // Of the vendor's administrators alone.
  await page.goto('/settings')
  await expect(page).not.toHaveURL(/settings/)
  await page.goBack()
  await expect(page).toHaveURL(/\/licenses$/)
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL(/\/dashboard$/)
  await idle(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/licenses$/)
})

test('a link opened in a new tab leaves this one where it is', async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/deals' })
  const link = page.getByRole('navigation').getByRole('link', { name: /^stocks$/i })
  const [other] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
  await expect(other).toHaveURL(/\/stocks$/)
  await expect(page).toHaveURL(/\/deals$/)
})
