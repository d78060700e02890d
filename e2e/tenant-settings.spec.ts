import { expect, test } from '@playwright/test'
import { closeAll, expectAccessible, visit } from './journey.ts'
import { type Product, startProduct } from './product.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ demo: true })
})
test.afterEach(closeAll)
test.afterAll(() => product.stop())

test('a super admin changes name and colour of the portal and sees them at once (rules G14, G15)', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/profile/account' })
  await page.getByRole('link', { name: 'Portal settings', exact: true }).click()
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
  await expect(page.getByRole('link', { name: 'Portal settings', exact: true })).toHaveCount(0)
})
