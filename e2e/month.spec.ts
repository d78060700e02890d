import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'

const product = demoProduct()

test('the vendor reads the month on one page, steps back, prints it, and asks for it by mail (rules D18)', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/dashboard' })
  await page.getByRole('link', { name: /^the month$/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The month' })).toBeVisible()
  await expectText(page, 'Deals registered in the month')
  await idle(page)
  await expectAccessible(page)
  const shown = page.getByRole('group', { name: 'Month' }).getByRole('heading', { level: 2 })
  const last = await shown.innerText()

  await test.step('the month goes back and forth, and stays in the address', async () => {
    await page.getByRole('button', { name: 'The month before' }).click()
    await expect(shown).not.toHaveText(last)
    await expect(page).toHaveURL(/month=\d{4}-\d{2}/)
    await page.reload()
    await expect(shown).not.toHaveText(last)
    await page.getByRole('button', { name: 'The month after' }).click()
    await expect(shown).toHaveText(last)
    await page.getByRole('button', { name: 'The month after' }).click()
    await expectText(page, 'The month goes on: so far it is compared with the whole month before.')
    await page.goBack()
    await expect(shown).toHaveText(last)
  })

  await test.step('it is printed', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `PDF of ${last}` }).click()
    expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d{2}\.pdf$/)
  })

  await test.step('another account is chosen', async () => {
    await page.getByLabel('Account').first().click()
    await page
      .getByRole('option', { name: /Ponte Nuovo/ })
      .first()
      .click()
    await expect(page).toHaveURL(/account=/)
    await expect(page.getByText(/^Ponte Nuovo Distribuzione with all below it · Days by the calendar/)).toBeVisible()
  })

  await test.step('and it comes by mail from now on', async () => {
    const mail = page.getByRole('switch', { name: 'Mail it to me on the first of each month' })
    await mail.click()
    await expect(mail).toBeChecked()
    await expectText(page, 'You get the report of each month by mail')
    await page.reload()
    await expect(mail).toBeChecked()
  })
  expect(complaints).toEqual([])
})
