import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

test('a channel manager signs in, sees what needs them first, and decides it in place', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  const block = page.getByRole('region', { name: 'Da fare', exact: true })
  const rows = block.locator('[data-need]')
  await expect(rows.first()).toContainText('In ritardo')
  await expectAccessible(page)

  await test.step('a kind shows the records of that kind, and the list behind it as many', async () => {
    const chip = block.getByRole('button', { name: /^Ordini \d+$/ })
    const count = Number((await chip.innerText()).match(/\d+/)?.[0])
    await chip.click()
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(rows).toHaveCount(count)
    await expect(block.getByRole('link', { name: `Mostra tutti i ${count} nell’elenco`, exact: true })).toBeVisible()
  })

  await test.step('one key approves an order in place, and it leaves the list', async () => {
    const before = await rows.count()
    await rows.first().focus()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Approva/ }).click()
    await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
    await expect(rows).toHaveCount(before - 1)
  })
  expect(complaints).toEqual([])
})

test('a decision of one key can be undone, and who leaves the page has decided (rules V16)', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  const block = page.getByRole('region', { name: 'Da fare', exact: true })
  const rows = block.locator('[data-need]')
  const chip = block.getByRole('button', { name: /^Protezioni \d+$/ })
  const count = Number((await chip.innerText()).match(/\d+/)?.[0])
  await chip.click()
  await expect(rows).toHaveCount(count)
  // A deal with possible duplicates opens them instead: take the first that is decided at once.
  const held = block.getByRole('button', { name: /^Ripristina DL-/ })
  const row = rows.last()
  await row.focus()
  await page.keyboard.press('a')
  await expect(held).toBeVisible()
  await page.keyboard.press('u')
  await expect(held).toHaveCount(0)
  await expect(row).toBeFocused()
  await expect(rows).toHaveCount(count)

  await page.keyboard.press('a')
  await expect(held).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(chip).toContainText(String(count - 1))
  expect(complaints).toEqual([])
})
