import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

/** The catalogue of a portal that has none, or only products outside of what the list begins with. */
const catalogues = [
  { holds: 'no product at all', behind: 0 },
  { holds: 'products of another environment only', behind: 3 },
]

for (const { holds, behind } of catalogues) {
  test(`a list whose own first filter leaves nothing does not blame its reader: ${holds}`, async ({ browser }) => {
    const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/dashboard' })
    await page.route('**/api/v1/pricelists/products/search', async (route) => {
      const { filterBy } = route.request().postDataJSON() as { filterBy: unknown[] }
      const { items } = (await (await route.fetch()).json()) as { items: unknown[] }
      const left = filterBy.length > 0 ? [] : items.slice(0, behind)
      await route.fulfill({ json: { items: left, count: left.length } })
    })
    await page.goto('/products')
    await expect(page.getByText('Nothing fits these filters', { exact: true })).toHaveCount(0)
    if (behind === 0) {
      await expect(page.getByText('No products', { exact: false }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
    } else {
      await expect(page.getByText('3 entries, outside of what this list shows first', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show all 3', exact: true }).click()
      await expect(page.getByRole('row')).toHaveCount(4)
    }
    expect(complaints).toEqual([])
  })
}

test('a list says nothing about its own first filter until it knows what lies behind it', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/dashboard' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let behindIsAsked = false
  await page.route('**/api/v1/pricelists/products/search', async (route) => {
    const { filterBy } = route.request().postDataJSON() as { filterBy: unknown[] }
    const { items } = (await (await route.fetch()).json()) as { items: unknown[] }
    if (filterBy.length > 0) return route.fulfill({ json: { items: [], count: 0 } })
    behindIsAsked = true
    await held
    return route.fulfill({ json: { items: items.slice(0, 3), count: 3 } })
  })
  await page.goto('/products')
  await expect.poll(() => behindIsAsked).toBe(true)
  // What stands below a list waits for it.
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\\u|entries|Nothing|No products/)
  answer()
  await expect(page.getByText('3 entries, outside of what this list shows first', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a filter that the reader set is named as what leaves nothing', async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products?anything=qqqqqq' })
  await expect(page.getByText('Nothing fits these filters', { exact: true })).toBeVisible()
})
