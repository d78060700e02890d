import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, slowDown, visit } from './journey.ts'

const product = demoProduct()

const reader = 'giulia@pontenuovo.example'

test('a distributor searches, saves the list as a view, finds it in another browser, shares it and deletes it', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/sell-out' })
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Code, reference, buyer or vendor' })

  await test.step('the key / leads to the search field, words come in any order, and Escape clears them', async () => {
    // On a slow device the outline of the screen must not be drawn over the list, which would take the focus from the field.
    const slowly = await slowDown(page, 12)
    await page.locator('h1').first().click()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('so- ferrante')
    await expect(page).toHaveURL(/anything=so-[+ %20]*ferrante/)
    await expect(rows.first()).toContainText('Ferrante')
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await expect(page).not.toHaveURL(/anything/)
    await slowly.end()
    await search.fill('xyzzy')
    await expect(page.getByText('Nothing fits these filters')).toBeVisible()
    await search.fill('ferrante')
    await expect(rows.first()).toContainText('Ferrante')
  })

  await test.step('the shortcuts are listed', async () => {
    await page.locator('h1').first().click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('To the search field')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('what the list shows becomes the default view', async () => {
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    const reference = page.getByRole('checkbox', { name: 'Reference' })
    // The checkbox has the new value at once and never shows the old one again.
    const checkedNext = await reference.evaluate(async (box: HTMLInputElement) => {
      box.click()
      for (let turn = 0; turn < 100; turn += 1) await null
      return box.checked
    })
    expect(checkedNext).toBe(false)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: /Reference/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Save this view…' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Required field')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Ferrante')
    await page.getByRole('checkbox', { name: 'Open this list with it' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: /^Ferrante/ }).click()
    await expect(page.getByRole('button', { name: 'Views: Ferrante' })).toBeVisible()
    await expect(page).toHaveURL(/columns=/)
  })
  const address = page.url()

  await test.step('another browser of the same person opens the list with it, without the hidden column', async () => {
    const { page: other } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/sell-out' })
    await expect(other).toHaveURL(/anything=ferrante/)
    await expect(other.getByRole('button', { name: 'Views: Ferrante' })).toBeVisible()
    await expect(other.getByRole('columnheader', { name: /Reference/ })).toHaveCount(0)
    await other.getByRole('button', { name: 'Views: Ferrante' }).click()
    await other.getByRole('link', { name: 'All, without filters' }).click()
    await expect(other).toHaveURL(/\/sell-out$/)
    await expect(other.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  })

  await test.step('a colleague with the address sees the same list, and no view of that name', async () => {
    const { page: colleague } = await visit(browser, reader, { ...product, at: address })
    await expect(colleague.locator('[data-row]').first()).toContainText('Ferrante')
    await colleague.getByRole('button', { name: 'Viste' }).click()
    await expect(colleague.getByRole('link', { name: 'Tutto, senza filtri' })).toBeVisible()
    await expect(colleague.getByRole('dialog').getByRole('link', { name: 'Ferrante' })).toHaveCount(0)
  })

  await test.step('a name is used once, and a view is deleted after a question', async () => {
    await page.getByRole('button', { name: 'Views: Ferrante' }).click()
    await page.getByRole('button', { name: 'Save this view…' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(' ferrante')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Already used')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change Ferrante' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete the view Ferrante?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  })
})
