import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, expectText, isStream, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

test('who saves second is told what somebody else saved first, keeps what was typed, and decides', {
  tag: '@long',
}, async ({ browser }) => {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const { id } = await wire.call<{ id: string }>('POST', '/pricelists', { name: 'Spring', currencyId: 978, items: [] })
  const { page } = await visit(browser, 'martin@halcyon.example', product)
  // Nothing tells the page of changes, as behind a proxy that ends streams.
  await page.route(isStream, (route) => route.abort())
  await page.goto(`/pricelists/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit price list' })
  await dialog.getByLabel('Name').fill('Summer, as Martin has it')
  await wire.call('PUT', `/pricelists/${id}`, { name: 'Autumn', currencyId: 978 })

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Somebody else changed this in the meantime.')
  await expectText(page, 'Changed meanwhile: Name. What you typed is still here.')
  await expect(dialog.getByLabel('Name')).toHaveValue('Summer, as Martin has it')
  await dialog.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog).toContainText('Spring → Autumn')
  await expectAccessible(page)
  expect(await wire.call('GET', `/pricelists/${id}`)).toMatchObject({ name: 'Autumn' })

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await wire.call('GET', `/pricelists/${id}`)).toMatchObject({ name: 'Summer, as Martin has it' })
})
