import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

test('an order and a key get the ids of other systems on their pages, and ⌘K finds both by them', {
  tag: '@long',
}, async ({ browser }) => {
  const wire = await wireOf(product, 'luca@ferrante.example')
  const first = async (path: string, id: string) =>
    (await wire.call<{ items: Record<string, string>[] }>('POST', path, { limit: 1 })).items[0]?.[id] ?? ''
  const orderCode = await first('/orders/search', 'orderCode')
  const serialKey = await first('/licenses/search', 'serialKey')
  const places = [
    [`/sell-in/${await first('/orders/search', 'orderId')}`, 'SALES-7788', orderCode],
    [`/licenses/${serialKey}`, 'ASSET-7799', serialKey],
  ] as const
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: places[0][0] })
  for (const [at, id, title] of places)
    await test.step(`${at} becomes ${id}`, async () => {
      await page.goto(product.baseURL + at)
      await page.getByRole('button', { name: 'Change the ids of other systems' }).click()
      const field = page.getByRole('dialog').getByRole('textbox', { name: 'Ids of other systems' })
      await expect(field).toBeVisible()
      await field.fill('nothing of the sort')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await field.fill(`erp:${id}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText(`erp: ${id}`)
      await idle(page)
      await page.keyboard.press('ControlOrMeta+k')
      const asked = page.getByRole('combobox', { name: 'Find or go to' })
      await expect(asked).toBeFocused()
      await asked.fill(id.toLowerCase())
      await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
    })
  expect(complaints).toEqual([])
})
