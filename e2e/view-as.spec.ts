import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

test('support sees the portal as a user of a partner, changes nothing there, and ends the view', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/accounts' })
  await page.getByRole('button', { name: /^Find/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Studio Ferrante')
  await page
    .getByRole('option', { name: /Studio Ferrante/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for Luca Ferrante' }).click()
  await page.getByRole('button', { name: 'See the portal as this user' }).click()
  await page.getByRole('button', { name: 'Show the portal' }).click()
  await expect(page.getByText('Required field')).toBeVisible()
  await page.getByLabel('Reason').fill('Ticket 4711')
  await page.getByRole('button', { name: 'Show the portal' }).click()

  const banner = page.getByRole('complementary', { name: 'Portal of another user' })
  await expect(banner).toContainText('You see the portal as Luca Ferrante of Studio Ferrante')
  await expect(page.getByRole('link', { name: 'Profile of Luca Ferrante' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/profile')
  await expect(page.getByText('Password, second factors and sessions are not shown')).toBeVisible()
  await page.goto('/profile/edit')
  await page.getByLabel('First name').fill('Lucas')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Nothing was changed.').first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Lucas')

  // The changed form asks before the page is left.
  page.on('dialog', (dialog) => void dialog.accept())
  await banner.getByRole('button', { name: 'End the view' }).click()
  await expect(page).toHaveURL(/\/accounts\/[\w-]+\/users$/)
  await expect(page.getByRole('link', { name: 'Profile of Vera Lindqvist' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(complaints).toEqual([])
})
