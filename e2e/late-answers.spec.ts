import { expect, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct, holdBack, visit } from './journey.ts'
import { routes } from './routes.ts'
import { oneByOne, shiftsOf, watchShifts } from './shifts.ts'

const product = demoProduct()

/** Screens of which something once moved when it came late; with FULL=1, all that have no parameter. */
const screens: readonly string[] = ['/deals/board', '/stocks/movements', '/installation/tenants/demo']
const all = routes.filter((route) => !route.includes('$') && route !== '/ds')

test('what arrives late moves nothing, whatever is drawn in between', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(3_600_000)
  const { page } = await visit(browser, 'giulia@pontenuovo.example', product)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watchShifts)
  const open = await oneByOne(page)
  const moved: string[] = []
  for (const path of new Set([...screens, ...(isFull ? all : [])])) {
    await open(path)
    moved.push(...(await shiftsOf(page)).map((words) => `${path} ${words}`))
  }
  expect(moved).toEqual([])
})

test('what is wrong with a number is said once its words are there, and not by their name before', async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', product)
  const sendWords = await holdBack(page, '**/assets/*.js', async (route) =>
    (await (await route.fetch()).text()).includes('Must be at least {{minimum}}'),
  )
  await page.goto('/sell-in/create')
  await page.getByRole('combobox', { name: 'Product' }).fill('ATLAS-STD-1Y')
  await page.getByRole('option', { name: /ATLAS-STD-1Y/ }).click()
  const quantity = page.getByRole('textbox', { name: /^Quantity of Atlas Standard, one year/ })
  await quantity.fill('0')
  await expect(quantity).toHaveAccessibleDescription('')
  sendWords()
  await expect(quantity).toHaveAccessibleDescription('Must be at least 1')
  await expect(quantity).toHaveValue('0')
  // Files that are fetched in spare time may be under way when the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(complaints).toEqual([])
})
