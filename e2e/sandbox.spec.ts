import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

/** Answers as a sandbox would: the demo of the journeys is none. */
const mail = (n: number) => ({
  mailId: `01990000-0000-7000-8000-00000000000${n}`,
  to: `reader${n}@integrator.example`,
  subject: `Your invitation ${n}`,
  creationDate: '2026-03-04T10:00:00.000Z',
  text: n === 1 ? 'Follow https://portal.example/invitations?token=abc to begin.' : '',
})

test('a sandbox says so on every screen, and its administrator reads the mails that stay in it', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/products' })
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0)
  await page.route('**/api/v1/tenants/current', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), environment: 'sandbox' } })
  })
  await page.route('**/api/v1/sandbox/mails*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.has('before')
    return route.fulfill({ json: { items: [mail(isSecond ? 2 : 1)], next: isSecond ? null : mail(1).mailId } })
  })
  await page.goto(`${product.baseURL}/settings/mails`)
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Your invitation 1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read “Your invitation 1” to reader1@integrator.example' }).click()
  const link = page.getByRole('dialog').getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://portal.example/invitations?token=abc')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Older mails' }).click()
  await expect(page.getByRole('main').getByText('Your invitation 2', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /^Read/ }).click()
  await expect(page.getByRole('dialog')).toContainText('The text is kept for a week.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Newest mails' }).click()
  await expect(page.getByRole('main').getByText('Your invitation 1', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Sandbox', { exact: true })).toBeInViewport()
  expect(complaints).toEqual([])
})
