import { expect, type Page, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, expectAccessible } from './journey.ts'

const product = demoProduct()

/** Dark on a phone; with FULL=1, in both themes and at both widths. */
for (const colorScheme of isFull ? (['dark', 'light'] as const) : (['dark'] as const))
  for (const width of isFull ? [390, 1440] : [390])
    test(`the page of the API finds a call, opens it, and is accessible: ${colorScheme}, ${width} wide`, {
      tag: '@long',
    }, async ({ browser }) => {
      const context = await browser.newContext({
        baseURL: product.baseURL,
        colorScheme,
        viewport: { width, height: 900 },
      })
      const page = await context.newPage()
      const complaints: string[] = []
      const elsewhere: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== product.baseURL) elsewhere.push(request.url())
      })
      await page.goto('/api')
      await expect(page.getByRole('heading', { level: 1, name: /^Trellis API/ })).toBeVisible()
      const approving = page.locator('[id="orders.changeStatus"]')
      const searching = page.locator('[id="orders.sellIn"]')
      await expect(approving).not.toHaveAttribute('open')

      await test.step('words of the path or the summary find it, and what does not fit is hidden', async () => {
        await page.getByRole('searchbox', { name: 'Find a call or a schema' }).fill('approve cancel')
        await expect(approving).toBeVisible()
        await expect(searching).toBeHidden()
        await expect(page.getByRole('status')).toHaveText(/^\d+ found$/)
      })

      await test.step('it opens with its fields, an example and its refusals', async () => {
        await approving.locator('summary').click()
        await expect(approving).toContainText('Needs the permission Orders:u.')
        await expect(approving).toContainText('"status": "pending"')
        await expect(approving).toContainText('OC527: ')
        await (isFull ? expectAccessible(page) : withoutHidden(page, () => expectAccessible(page)))
      })

      await test.step('a schema that it names is found by its link, also while something else is looked for', async () => {
        await approving.getByRole('link', { name: 'Order', exact: true }).first().click()
        await expect(page.locator('#Order')).toHaveAttribute('open')
        await expect(page.locator('#Order')).toBeInViewport()
        await expect(searching).toBeVisible()
      })

      const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
      expect([complaints, elsewhere]).toEqual([[], []])
    })

test('without scripts the page of the API can be read', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/api#orders.create')
  const creating = page.locator('[id="orders.create"]')
  await creating.locator('summary').click()
  await expect(creating).toContainText('Idempotency-Key')
})

/** Takes the calls that the search hides out of the page meanwhile: axe walks through all of them, and judges what is shown. */
async function withoutHidden(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const taken = [...document.querySelectorAll('details[hidden]')].map((details) => {
      const place = document.createComment('')
      details.replaceWith(place)
      return () => place.replaceWith(details)
    })
    Object.assign(globalThis, {
      putBack() {
        for (const putBack of taken) putBack()
      },
    })
  })
  await look()
  await page.evaluate(() => (globalThis as unknown as { putBack(): void }).putBack())
}
