import { test } from '@playwright/test'
import { demoProduct, idle, visit } from './journey.ts'
import { registerFor } from './register-deal.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()
const dir = '/tmp/shots/rules34'
test('shots', async ({ browser }) => {
  test.setTimeout(240000)
  const vera = await wireOf(product, 'vera@halcyon.example')
  const giulia = await wireOf(product, 'giulia@pontenuovo.example')
  const luca = await wireOf(product, 'luca@ferrante.example')
  const shot = async (email: string, at: string, name: string, opts: any = {}, act?: (page: any) => Promise<void>) => {
    const { page } = await visit(browser, email, { ...product, at, ...(opts.locale ? { locale: opts.locale } : {}) })
    if (opts.dark) await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(opts.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 })
    await idle(page)
    if (act) {
      await act(page)
      await idle(page)
    }
    await page.screenshot({ path: `${dir}/${name}.png`, fullPage: opts.full ?? false })
    await page.context().close()
  }
  const tree = await vera.call<any>('GET', '/accounts/tree')
  await shot('vera@halcyon.example', '/profile/approvals', 'empty')
  await vera.call('POST', '/approvalRules', {
    name: 'Large orders',
    appliesTo: 'both',
    amountAbove: 10000,
    currencyId: 978,
    needs: 'second_person',
  })
  await vera.call('POST', '/approvalRules', {
    name: 'Deep discounts',
    appliesTo: 'ebid',
    belowListShare: 70,
    needs: 'level',
    level: 20,
  })
  await vera.call('POST', '/approvalRules', {
    name: 'New Italian partner',
    isEnabled: false,
    appliesTo: 'order',
    accountId: tree.children?.[0]?.id ?? tree[0]?.children?.[0]?.id,
    needs: 'role',
    roleId: 1,
  })
  await vera.call('PUT', '/approvalPromise', { orderHours: 24, ebidHours: null })
  const { items } = await giulia.call<any>('POST', '/pricelists/products/search', {
    limit: 1,
    filterBy: [{ field: 'sku', values: ['ATLAS-ENT-1Y'] }],
  })
  const price = items[0].customPrice
  const order = await giulia.call<any>('POST', '/orders', {
    items: [{ productId: items[0].productId, price, quantity: Math.ceil(11000 / price) }],
  })
  const { account } = await luca.call<any>('GET', '/users/me')
  const dealId = await registerFor(luca, account.accountName, { name: 'Officine Ticino Srl', vatId: 'IT02345670015' })
  await giulia.call('POST', `/deals/${dealId}/updateProtectionStatus`, { protectionStatus: 'Approved' })
  const { itemsTotal } = await luca.call<any>('GET', `/deals/${dealId}`)
  await luca.call('POST', `/deals/${dealId}/updateEbidValue`, { value: Math.floor(itemsTotal * 0.6) })
  await shot('vera@halcyon.example', '/profile/approvals', 'rules')
  await shot('vera@halcyon.example', '/profile/approvals', 'rules-phone-dark', { phone: true, dark: true, full: true })
  await shot('vera@halcyon.example', '/profile/approvals', 'rules-it', { locale: 'it-IT' })
  await shot('vera@halcyon.example', '/profile/approvals', 'dialog', {}, async (page) => {
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('x')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  })
  await shot('vera@halcyon.example', '/profile/approvals', 'dialog-phone', { phone: true }, async (page) => {
    await page.getByRole('button', { name: 'Add a rule' }).click()
  })
  await shot('vera@halcyon.example', `/sell-out/${order.id}`, 'order')
  await vera.call('POST', `/orders/${order.id}/signatures`, { note: 'Price checked' })
  await shot('vera@halcyon.example', `/sell-out/${order.id}`, 'order-signed')
  await shot('vera@halcyon.example', `/sell-out/${order.id}`, 'order-phone', { phone: true, dark: true })
  await shot('vera@halcyon.example', '/dashboard', 'desk')
  await shot('vera@halcyon.example', `/deals/${dealId}`, 'deal')
  await shot('giulia@pontenuovo.example', `/deals/${dealId}`, 'deal-it', { locale: 'it-IT' })
  await shot('giulia@pontenuovo.example', '/profile', 'profile')
  await shot('giulia@pontenuovo.example', '/profile', 'delegate', {}, async (page) => {
    await page.getByRole('button', { name: /Name a delegate|Indica un delegato/ }).click()
  })
})
