import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

const file = async (name: string, lines: string[]): Promise<string> => {
  const path = test.info().outputPath(name)
  await writeFile(path, lines.join('\r\n'))
  return path
}

test('a file that renames the root is warned of, shows what would change, is imported, and is undone', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/import?kind=accounts' })
  const lines = [
    'Account code,Account name,Group,Parent account code,City',
    'HALCYON,Kingfisher Systems,OPCO,,Rovereto',
    'UNDO-1,Undone Distribution,DISTRIBUTOR,,Milano',
    'UNDO-2,Undone Reseller,RESELLER_GOLD,UNDO-1,Torino',
  ]

  await test.step('before anything is kept, the new name of the root is warned of and each change is shown', async () => {
    await page.locator('input[type=file]').setInputFiles(await file('network.csv', lines))
    await page.getByRole('button', { name: 'Check the file' }).click()
    const warnings = page.getByRole('region', { name: 'Is this meant?' })
    await expect(warnings).toContainText('becomes Kingfisher Systems')
    const changes = page.getByRole('region', { name: 'What changes' })
    await expect(changes.getByText(/Name: .* → Kingfisher Systems/)).toBeVisible()
    await expect(changes.getByText(/City: .* → Rovereto/)).toBeVisible()
    await expectAccessible(page)
    await changes.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'City (1)' })
    await expect(changes.getByText(/→ Rovereto/)).toBeVisible()
  })

  await test.step('the button says what it does, and the outcome offers to undo it', async () => {
    await page.getByRole('button', { name: 'Import 2 new and change 1' }).click()
    await expect(page.getByText('3 rows imported')).toBeVisible()
    await expect(page.getByText('It can be undone until')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('from the list of imports it is undone, and the list says so', async () => {
    await page.goto('/import?kind=accounts')
    await page.getByRole('button', { name: 'Undo this import' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByText(/Undone by Vera/)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/accounts?mine=no&accountName=Undone')
    await expect(page.getByText('Kingfisher Systems')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Undone Reseller' })).toHaveCount(0)
  })

  await test.step('a product that was priced since stands in the way, and the others are undone', async () => {
    await page.goto('/import?kind=products')
    const products = ['SKU,Name,Price', 'UNDO-P1,Undone one,10', 'UNDO-P2,Undone two,20']
    await page.locator('input[type=file]').setInputFiles(await file('products.csv', products))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(page.getByText('2 rows imported')).toBeVisible()
    await page.goto('/import?kind=price-lists')
    const prices = ['Price list,Owner account code,SKU,Currency,Custom price', 'Undone list,HALCYON,UNDO-P1,EUR,9']
    await page.locator('input[type=file]').setInputFiles(await file('prices.csv', prices))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText('1 row imported')).toBeVisible()
    await page.goto('/import?kind=products')
    const entry = page.getByRole('listitem').filter({ hasText: 'products.csv' }).first()
    await entry.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await expect(entry.getByText('Nothing was undone: one record stands in the way')).toBeVisible()
    await expect(entry.getByText('Undone one · UNDO-P1: is in use')).toBeVisible()
    await expectAccessible(page)
    await entry.getByRole('button', { name: 'Undo what can be undone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo what can be undone' }).click()
    await expect(entry.getByText(/Undone by Vera/)).toBeVisible()
  })
  expect(complaints).toEqual([])
})
