import { expect, test } from '@playwright/test'
import { demoProduct, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

test('the month prints its figures without what chooses and changes, and the desk without its keys', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at: '/reports/month' })
  await expect(page.getByText(/Il report di .* nella tua lingua/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/Il report di .* nella tua lingua/)).toBeHidden()
  await expect(page.getByText('Account', { exact: true }).filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard')
  await expect(page.locator('main kbd').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main kbd').filter({ visible: true })).toHaveCount(0)
})

test('orders, keys, price lists and lists print on A4 with the portal’s name and without controls', {
  tag: '@long',
}, async ({ browser }) => {
  const email = 'giulia@pontenuovo.example'
  const wire = await wireOf(product, email)
  const first = async (path: string) =>
    (await wire.call<{ items: Record<string, string>[] }>('POST', path, { limit: 1, includeChildren: true })).items[0]
  const order = await first('/orders/sell-out/search')
  const license = await first('/licenses/search')
  const priceList = await first('/pricelists/search')
  const { page, complaints } = await visit(browser, email, product)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    `/sell-out/${order?.orderId}`,
    `/licenses/${license?.serialKey}`,
    `/pricelists/${priceList?.priceListId}`,
    '/products',
    '/sell-out',
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText('Halcyon Software').first(), path).toBeVisible()
    await expect(page.getByRole('table').first(), path).toBeVisible()
    // The heading of a sortable column is printed, although it is a button.
    const pressed = page.locator('button:not(th button), nav, input, select').filter({ visible: true })
    await expect(pressed, path).toHaveCount(0)
    await expect(page.locator('body'), path).toHaveCSS('color', 'rgb(27, 34, 41)')
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect(pdf, path).toMatch(/\/MediaBox\s*\[\s*0 0 59[45](\.\d+)? 84[12](\.\d+)?\s*\]/)
  }
  expect(complaints).toEqual([])
})
