import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const [vera, martin, giulia] = ['vera@halcyon.example', 'martin@halcyon.example', 'giulia@pontenuovo.example']

/** Martin decides too, as an administrator of the vendor. */
async function makeAdministrator(): Promise<void> {
  const wire = await wireOf(product, vera)
  const { items } = await wire.call<{ items: { userId: string; email: string }[] }>('POST', '/users/search', {
    filterBy: [{ field: 'email', values: [martin] }],
  })
  const roles = await wire.call<{ roleId: number; name: string }[]>('GET', '/lookup/roles')
  const wanted = roles.filter(({ name }) => ['AccountAdmin', 'VendorManager'].includes(name))
  await wire.call('PUT', `/users/${items[0]?.userId}/roles`, { roles: wanted.map(({ roleId }) => roleId) })
}

/** A purchase of the distributor that is worth more than ten thousand. */
async function largeOrder(): Promise<{ id: string; orderCode: string }> {
  const wire = await wireOf(product, giulia)
  const { items: sold } = await wire.call<{ items: { productId: string; customPrice: number }[] }>(
    'POST',
    '/pricelists/products/search',
    { limit: 1, filterBy: [{ field: 'sku', values: ['ATLAS-ENT-1Y'] }] },
  )
  const [line] = sold
  const price = line?.customPrice ?? 1
  const items = [{ productId: line?.productId, price, quantity: Math.ceil(11_000 / price) }]
  return wire.call('POST', '/orders', { items })
}

test('a vendor wants two people for large orders: one signs at the desk, the other approves', { tag: '@long' }, async ({
  browser,
}) => {
  await makeAdministrator()
  const first = await visit(browser, vera, { ...product, at: '/profile/approvals' })
  const { page } = first

  await test.step('the rule is made', async () => {
    await expectText(page, 'No rules yet')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Large orders')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // At least one condition.
    await expect(dialog.getByRole('textbox', { name: 'Above this amount' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Above this amount' }).fill('10000')
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('EUR')
    await page.getByRole('option', { name: /^EUR/ }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Rule saved')
    await expect(page.getByRole('row', { name: /Large orders/ })).toContainText('a second person')
  })
  const order = await largeOrder()

  await test.step('who approves alone learns what is missing, and signs at the desk', async () => {
    await page.goto(`/sell-out/${order.id}`)
    await expectText(page, '“Large orders” needs a second person.')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expectText(page, 'Somebody else must approve this first.')
    await expectAccessible(page)
    await page.goto('/dashboard?kind=signature')
    await idle(page)
    const row = page.locator('main [data-need="signature"]', { hasText: /Ponte Nuovo/ })
    await row.first().click()
    await page.getByRole('button', { name: `Sign ${order.orderCode}` }).click()
    await expectText(page, `You will sign ${order.orderCode}.`)
    // What is held for undoing is sent before the screen is left.
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /^sell.out$/i })
      .click()
    await expectText(page, `Signed: ${order.orderCode}`)
    await page.goto(`/sell-out/${order.id}`)
    await expect(page.getByText('Signed by Vera').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw my signature' })).toBeVisible()
  })

  await test.step('the second person takes the last step', async () => {
    const second = await visit(browser, martin, { ...product, at: `/sell-out/${order.id}` })
    await expectText(second.page, 'Your approval is the last step.')
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expectText(second.page, `Order ${order.orderCode} approved`)
    await second.page.getByRole('button', { name: 'History' }).click()
    await expect(second.page.getByText('Decided by Martin').first()).toBeVisible()
    expect(second.complaints).toEqual([])
  })
  expect(first.complaints.filter((each) => !/status of (409|422)/.test(each))).toEqual([])
})

test('an eBid below 70 % needs the vendor’s level: the distributor waits for its signature', { tag: '@long' }, async ({
  browser,
}) => {
  const wire = await wireOf(product, vera)
  await wire.call('POST', '/approvalRules', {
    ...{ name: 'Deep discounts', appliesTo: 'ebid', belowListShare: 70, needs: 'level', level: 20 },
  })
  const distributor = await wireOf(product, giulia)
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { account } = await luca.call<{ account: { accountName: string } }>('GET', '/users/me')
  const dealId = await registerFor(luca, account.accountName, { name: 'Officine Ticino Srl', vatId: 'IT02345670015' })
  await distributor.call('POST', `/deals/${dealId}/updateProtectionStatus`, { protectionStatus: 'Approved' })
  const { itemsTotal } = await luca.call<{ itemsTotal: number }>('GET', `/deals/${dealId}`)
  await luca.call('POST', `/deals/${dealId}/updateEbidValue`, { value: Math.floor(itemsTotal * 0.6) })

  const { page } = await visit(browser, giulia, { ...product, at: `/deals/${dealId}`, locale: 'it-IT' })
  await expectText(page, '«Deep discounts» richiede una persona di livello 20 o superiore.')
  await expect(page.getByRole('button', { name: 'Firma' })).toHaveCount(0)
  await expectAccessible(page)
  const above = await visit(browser, vera, { ...product, at: `/deals/${dealId}` })
  await above.page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(above.page.getByText('Signed by Vera').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Firmato da un’azienda superiore').first()).toBeVisible()
  await expectText(page, 'La tua approvazione è l’ultimo passo.')
  const approved = await distributor.call<{ eBidStatus: string }>('POST', `/deals/${dealId}/updateEbidStatus`, {
    status: 'Approved',
  })
  expect(approved.eBidStatus).toBe('Approved')
})
