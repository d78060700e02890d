import { expect, test } from '@playwright/test'
import { drawPng } from '../server/src/demo/papers.ts'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()

test('a super admin changes name and colour of the portal and sees them at once (rules G14, G15)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/dashboard' })
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^settings$/i })
    .click()
  const form = page.getByRole('form', { name: 'Portal settings', exact: true })
  const name = form.getByRole('textbox', { name: 'Name of the portal', exact: true })
  const color = form.getByRole('textbox', { name: 'Colour', exact: true })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await expect(name).toBeVisible()
  await expectAccessible(page)

  await test.step('a colour on which white cannot be read is refused at its field, and nothing typed is lost', async () => {
    await name.fill('Halcyon Partners')
    await color.fill('#ffe600')
    await save.click()
    await expect(color).toHaveAccessibleDescription(/White text on this colour is hard to read/)
    await expect(color).toBeFocused()
    await expect(color).toHaveValue('#ffe600')
    await expect(name).toHaveValue('Halcyon Partners')
    await expect(page).not.toHaveTitle(/Halcyon Partners/)
    await expectAccessible(page)
  })

  await test.step('a host name and reminder days that cannot be are refused at their fields', async () => {
    await color.fill('#7a1fa2')
    const hosts = form.getByRole('textbox', { name: 'Host names', exact: true })
    const before = await hosts.inputValue()
    await hosts.fill('https://partners.example.com')
    await save.click()
    await expect(hosts).toHaveAccessibleDescription(/Please insert host names only/)
    await hosts.fill(before)
  })

  await test.step('saved, the frame has the new name and colour, also after a reload', async () => {
    await save.click()
    await expect(page.getByText('The settings are saved and in effect', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Portal settings · Halcyon Partners')
    // The pointer rests on the button, which is darker then.
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(save).toHaveCSS('background-color', 'rgb(122, 31, 162)')
    await page.reload()
    await expect(name).toHaveValue('Halcyon Partners')
    await expect(page).toHaveTitle('Portal settings · Halcyon Partners')
    await expect(color).toHaveValue('#7a1fa2')
  })
  expect(complaints).toEqual([])
})

test('a partner has no such entry, and its address leads back to the company (rules G14)', async ({ browser }) => {
  const { page } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/settings' })
  await expect(page).toHaveURL(/\/profile\/account$/)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: /^settings$/i })).toHaveCount(0)
})

test('what the portal takes out of its menu is closed by its address too, and comes back with the entry', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings' })
  const form = page.getByRole('form', { name: 'Portal settings', exact: true })
  const entry = page.getByRole('navigation').getByRole('link', { name: /^deals$/i })
  await expect(entry).toBeVisible()
  await form.getByRole('switch', { name: 'Deals', exact: true }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(entry).toHaveCount(0)
  for (const path of ['/deals', '/deals/create']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('This portal does not use deals', { exact: false })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New sale' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register a deal' })).toHaveCount(0)
  }
  await page.goto('/settings')
  await form.getByRole('switch', { name: 'Deals', exact: true }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await entry.click()
  await expect(page).toHaveURL(/\/deals/)
  expect(complaints).toEqual([])
})

test('a logo is uploaded, shown in the frame at once, and removed; what is no image is refused with the reason (rules G14)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings' })
  const panel = page.getByRole('region', { name: 'Logo', exact: true })
  const file = panel.locator('input[type=file]')
  const shown = page.getByRole('link', { name: /, to the dashboard$/ }).locator('img')
  await expect(panel.getByText('No logo: the name of the portal is shown', { exact: true })).toBeVisible()

  await test.step('a drawing with the name of an image is refused, and the portal keeps its name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
    await expect(panel.getByText(/^This is not a PNG or JPEG image/)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Remove the logo', exact: true })).toHaveCount(0)
    await expect(shown).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('an image is the logo as soon as it is uploaded', async () => {
    const png = drawPng(24, 8, () => [31, 111, 107])
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByText('The new logo is in effect', { exact: true })).toBeVisible()
    await expect(shown).toBeVisible()
    await expect(shown).toHaveJSProperty('naturalWidth', 24)
    await page.reload()
    await expect(shown).toHaveJSProperty('naturalWidth', 24)
  })

  await test.step('removed after a question, the name is shown again', async () => {
    await panel.getByRole('button', { name: 'Remove the logo', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the logo?', exact: true })
    await dialog.getByRole('button', { name: 'Remove the logo', exact: true }).click()
    await expect(page.getByText('The logo is removed', { exact: true })).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
  // The refused upload is the only error that the browser reports.
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
})

test('a role is made from another one, changed with its effect in sight, and kept while somebody holds it (rules G17)', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings/roles' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

  await test.step('a copy takes the permissions along and needs a name of its own', async () => {
    await page.getByRole('link', { name: 'Basic user', exact: true }).click()
    await expect(heading('Basic user')).toBeVisible()
    await page.getByRole('link', { name: 'Copy', exact: true }).click()
    const form = page.getByRole('form', { name: 'New role', exact: true })
    const name = form.getByRole('textbox', { name: 'Role', exact: true })
    await name.fill('basic')
    await form.getByRole('button', { name: 'New role', exact: true }).click()
    await expect(name).toHaveAccessibleDescription(/Already used/)
    await name.fill('Warehouse')
    await expect(form.getByRole('checkbox', { name: 'Orders: Create', exact: true })).toBeChecked()
    await form.getByRole('checkbox', { name: 'Audit log: Update', exact: true }).check()
    await expect(form.getByRole('checkbox', { name: 'Audit log: Read', exact: true })).toBeChecked()
    await form.getByRole('button', { name: 'New role', exact: true }).click()
    await expect(heading('Warehouse')).toBeVisible()
  })

  await test.step('it is held by nobody, so it can be deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the role “Warehouse”?', exact: true })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Roles', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Warehouse', exact: true })).toHaveCount(0)
  })

  await test.step('a role that is held says for how many people a change counts, moved to by keyboard', async () => {
    await page.getByRole('link', { name: 'Basic user', exact: true }).click()
    await expect(heading('Basic user')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveAttribute('aria-disabled', 'true')
    const form = page.getByRole('form', { name: 'Edit the role', exact: true })
    const effect = form.getByRole('status')
    await expect(effect).toHaveCount(0)
    await form.getByRole('checkbox', { name: 'Orders: Read', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(form.getByRole('checkbox', { name: 'Stock: Read', exact: true })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(effect).toContainText(/applies to \d+ users/)
    await expect(effect).toContainText('No longer, unless another role allows it: Stock (read)')
    await page.keyboard.press('Space')
    await expect(effect).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(form.getByRole('checkbox', { name: 'Orders: Read all', exact: true })).toBeFocused()
  })
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
})

test('an account group is renamed with the number of its accounts in sight (rules G17)', async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings/groups' })
  await page.getByRole('button', { name: 'Rename: Distributor', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename “Distributor”', exact: true })
  await expect(dialog.getByText(/^\d+ accounts are shown with the new name/)).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'Account group', exact: true })
  await name.fill('buyer')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(name).toHaveAccessibleDescription(/Already used/)
  await expect(name).toHaveValue('buyer')
  await name.fill('Regional partner')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByText('The account group is renamed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename: Regional partner', exact: true })).toBeVisible()
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
})

test('only super admins of the vendor open the roles and groups; others are led back (rules G14)', async ({
  browser,
}) => {
  const { page } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/settings/roles' })
  await expect(page).toHaveURL(/\/profile\/account$/)
  await page.goto('/settings/groups')
  await expect(page).toHaveURL(/\/profile\/account$/)
})

test('a host name and a sender are claimed, their DNS records are shown, and nothing is in use before they are found (rules G27)', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/settings' })
  const form = page.getByRole('form', { name: 'Portal settings', exact: true })
  await form.getByRole('textbox', { name: 'Host names', exact: true }).fill('partners.halcyon.invalid')
  await form.getByLabel('Sender of mails').fill('portal@halcyon.invalid')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const names = page.getByRole('region', { name: 'Proof of names' })
  await expect(names.getByRole('listitem')).toHaveCount(2)
  const host = names.getByRole('listitem').filter({ hasText: 'Host name' })
  await expect(host).toContainText('Not in use: record not found')
  await expect(host).toContainText('_trellis.partners.halcyon.invalid')
  await expect(host).toContainText(/trellis-domain=[0-9a-f]{40}/)
  await expectAccessible(page)
  await names.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('The records were looked up')).toBeVisible()
  await expect(host).toContainText('Not in use: record not found')
  expect(complaints).toEqual([])
})
