import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'

const product = demoProduct()

/** What an integrator's program does with the key. */
const ordersWith = async (key: string) => {
  const answer = await fetch(`${product.baseURL}/api/v1/orders/search`, {
    method: 'POST',
    headers: { 'X-Tenant-Code': 'demo', 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ limit: 1 }),
  })
  return answer.status
}

test('an administrator makes an API key with some of their permissions, copies it once, and ends it', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'giulia@borea.example', product)
  await page.goto('/accounts')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expectText(page, 'No API keys yet')
  await idle(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Make a key' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Make a key' })).toBeVisible()

  await test.step('without a name and permissions nothing is made', async () => {
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.getByRole('button', { name: 'Make a key' }).click()
    await expectText(page, 'Choose at least one permission.')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  })

  let key = ''
  await test.step('it has the chosen permissions, and only those that the maker holds can be chosen', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('ERP of Borea')
    await page.getByRole('checkbox', { name: 'Orders: Update' }).check()
    await expect(page.getByRole('checkbox', { name: 'Orders: Read', exact: true })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Products: Delete' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Accepted from' }).fill('10.0.0.300')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await expect(page.getByRole('textbox', { name: 'Accepted from' })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: 'Accepted from' }).fill('127.0.0.1\n::1')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Make a key' }).click()
    await expectText(page, 'Copy it now: nobody can see it again.')
    key = await page.getByTestId('api-key').innerText()
    expect(key).toMatch(/^trk_[0-9a-z]{52}$/)
    await expect(page.getByRole('button', { name: 'Copy the key' })).toBeFocused()
    await expectAccessible(page)
    expect(await ordersWith(key)).toBe(200)
  })

  await test.step('the list shows its beginning and its permissions in words, and never the key', async () => {
    await page.getByRole('link', { name: 'To the keys' }).click()
    const row = page.getByRole('row', { name: /ERP of Borea/ })
    await expect(row).toContainText(`${key.slice(0, 12)}…${key.slice(-4)}`)
    await expect(row).toContainText('Orders (read, update)')
    await expect(row).toContainText('Active')
    await idle(page)
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await expect(row).toBeVisible()
    expect(await page.content()).not.toContain(key)
  })

  await test.step('after it has ended its next call is refused', async () => {
    await page.getByRole('button', { name: 'Actions for ERP of Borea' }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText('End the key ERP of Borea')
    await question.getByRole('button', { name: 'End', exact: true }).click()
    await expectText(page, 'Key ended')
    await expect(page.getByRole('row', { name: /ERP of Borea/ })).toContainText('Ended')
    expect(await ordersWith(key)).toBe(401)
  })
  expect(complaints).toEqual([])
})

test('who may not make users sees no API keys, not even by the address of the screen', async ({ browser }) => {
  const { page } = await visit(browser, 'paolo@borea.example', product)
  await page.goto('/accounts')
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0)
  const own = await page.getByRole('link', { name: 'Users' }).getAttribute('href')
  await page.goto(`${own?.replace(/users$/, 'keys')}`)
  await expectText(page, 'You may not manage API keys.')
  await page.goto(`${own?.replace(/users$/, 'keys/create')}`)
  await expectText(page, 'You may not manage API keys.')
})
