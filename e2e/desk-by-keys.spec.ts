import { expect, type Locator, type Page, test } from '@playwright/test'
import { demoProduct, idle, visit } from './journey.ts'

/** A demo of its own: it leaves nothing to decide. */
const product = demoProduct()

const rows = (page: Page): Locator => page.locator('main [data-need]')
const selected = (page: Page): Locator => page.locator('main [data-need][aria-current]')
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })

test('all that waits in the demo is decided by keys alone, with no record opened; short stock leads to its purchase', async ({
  browser,
}) => {
  test.slow()
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  const paths = new Set<string>()
  page.on('framenavigated', (frame) => paths.add(new URL(frame.url()).pathname))
  const dialog = page.getByRole('dialog')
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const goTo = async (place: Locator) => {
    while (!(await place.evaluate((element) => element === document.activeElement))) await press('Tab')
  }
  /** Answers what a decision asks first, by keys. */
  const answer = async () => {
    const reason = dialog.getByRole('textbox')
    if ((await reason.count()) > 0) {
      await goTo(reason)
      await page.keyboard.type('Va bene')
    }
    await goTo(dialog.getByRole('button', { name: /^(Proroga|Proteggi|Rinnova|Annulla ordine)/ }))
    await press('Enter')
  }
  const open = rows(page).and(page.locator(':not([data-decided]):not([data-need="stock"])'))
  // A deal whose protection is decided may wait on for its price.
  const waiting = () =>
    open.evaluateAll((all) => all.map((row) => `${row.dataset.need} ${row.dataset.decisionRow}`).join())
  await expect(open).not.toHaveCount(0)
  while ((await open.count()) > 0) {
    await expect(selected(page)).toHaveCount(1)
    // Short stock is filled by a purchase, and the vendor decides on it.
    while ((await selected(page).getAttribute('data-need')) === 'stock') await press('k')
    const before = await waiting()
    // What is not there cannot be approved.
    await idle(page)
    const isShort = await page
      .getByRole('main')
      .getByText(/ne mancano \d/)
      .count()
    await press(isShort > 0 ? 'r' : 'a')
    await expect(async () => {
      if ((await dialog.count()) > 0) await answer()
      expect(await waiting()).not.toBe(before)
    }).toPass()
    await expect(dialog).toHaveCount(0)
  }
  await expect(rows(page)).toHaveCount(1, { timeout: 20_000 })
  expect([...paths]).toEqual([])
  test.info().annotations.push({ type: 'keys pressed', description: String(presses) })

  await expect(title(page)).toHaveText('1 decisione')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/sell-in\/create\?item=/)
  expect(complaints).toEqual([])
})
