import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit, withoutLive } from './journey.ts'

const product = demoProduct()

/** The account selected with the keyboard, as assistive technology sees it. */
async function activeIn(page: Page) {
  const id = await page.getByRole('tree').getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"]`)
}

/** The current zoom factor of the map. */
async function scaleOf(page: Page): Promise<number> {
  const transform = await page.locator('[role=tree] > svg > g').getAttribute('transform')
  return Number(/scale\(([\d.]+)\)/.exec(transform ?? '')?.[1])
}

/** The zoom factor after its animation has ended: polls until two readings are equal. */
async function scaleAtRest(page: Page): Promise<number> {
  let seen = Number.NaN
  await expect
    .poll(async () => {
      const before = seen
      seen = await scaleOf(page)
      return seen === before
    })
    .toBe(true)
  return seen
}

async function openMap(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sales network' }).first().click()
  await page.getByText('Map', { exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  await expect(page.getByRole('treeitem').first()).toBeVisible()
}

test('a channel manager moves through the network with the keyboard, finds expired licenses, and opens an account', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', product)
  await openMap(page)
  await expectAccessible(page)
  const tree = page.getByRole('tree', { name: 'Network map of Halcyon Software' })
  await tree.focus()

  await test.step('the arrow keys move along the tree, and each account has a complete accessible name', async () => {
    await expect(await activeIn(page)).toHaveAccessibleName(
      /^Halcyon Software, Operating company, sold €.*accounts below$/,
    )
    await page.keyboard.press('ArrowRight')
    const first = await activeIn(page)
    await expect(first).toHaveAttribute('aria-level', '2')
    await expect(first).toHaveAccessibleName(/Distributor.*of the sell-out of Halcyon Software/)
    await page.keyboard.press('ArrowDown')
    await expect(await activeIn(page)).toHaveAttribute('aria-posinset', '2')
    await page.keyboard.press('ArrowUp')
    await expect(await activeIn(page)).toHaveAttribute('aria-posinset', '1')
  })

  await test.step('Space collapses and expands a branch', async () => {
    const first = await activeIn(page)
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    const below = page.getByRole('treeitem', { name: /^Studio Ferrante/ })
    await expect(below).toBeVisible()
    await page.keyboard.press('Space')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await expect(below).toHaveCount(0)
    await page.keyboard.press('Space')
    await expect(first).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('plus, minus, 0 and the mouse wheel change the zoom', async () => {
    const before = await scaleOf(page)
    await page.keyboard.press('+')
    await expect.poll(() => scaleOf(page)).toBeCloseTo(before * 1.3, 2)
    await page.keyboard.press('0')
    await expect.poll(() => scaleOf(page)).toBeLessThan(before * 1.001)
    const small = await scaleAtRest(page)
    await tree.hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(small)
    await page.getByRole('button', { name: 'Larger' }).click()
  })

  await test.step('the filter shows only accounts with expired licenses and the accounts above them', async () => {
    const labels = () =>
      page
        .getByRole('treeitem')
        .evaluateAll((items) => items.map((item) => item.querySelector('title')?.textContent ?? ''))
    expect((await labels()).every((label) => /expired license/.test(label))).toBe(false)
    // The filter is in the URL, so the switch follows once the router is there.
    const expired = page.getByLabel('Only with expired licenses')
    await expired.click({ force: true })
    await expect(expired).toBeChecked()
    await expect(page).toHaveURL(/expired=yes/)
    await expect.poll(async () => (await labels()).every((label) => /expired license/.test(label))).toBe(true)
    expect((await labels()).length).toBeGreaterThan(3)
    await expired.click({ force: true })
    await expect(expired).not.toBeChecked()
  })

  await test.step('a search moves the map to the account, and Enter opens it', async () => {
    await page.getByRole('combobox', { name: 'Find an account' }).fill('ferrante')
    await page.getByRole('option', { name: /Studio Ferrante/ }).click()
    await expect(tree).toBeFocused()
    await expect(await activeIn(page)).toHaveAccessibleName(/^Studio Ferrante/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Studio Ferrante' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('when the map cannot be loaded, the error is that of the list, the filters stay, and a retry loads it', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', product)
  await withoutLive(page)
  let isDown = true
  await page.route('**/api/v1/accounts/map', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/accounts?view=map&period=lastYear')
  await expect(page.getByText('Error fetching accounts')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sell-out of' })).toHaveValue('Last year')
  await expectAccessible(page)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('the map works by touch on a phone, and an empty branch says what belongs there', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', {
    ...product,
    phone: true,
    at: '/accounts?view=map',
  })
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  await page.getByRole('combobox', { name: 'Find an account' }).fill('scenoteca')
  await page.getByRole('option', { name: /Scenoteca/ }).click()
  await page.getByRole('link', { name: 'Scenoteca' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scenoteca' })).toBeVisible()
  await page.getByText('Map', { exact: true }).click()
  await expect(page.getByText('No accounts below Scenoteca yet')).toBeVisible()
  expect(complaints).toEqual([])
})
