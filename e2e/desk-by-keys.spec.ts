import { expect, type Locator, type Page, test } from '@playwright/test'
import { demoProduct, idle, visit } from './journey.ts'

/** A demo of its own: it leaves nothing to decide. */
const product = demoProduct()

const rows = (page: Page): Locator => page.locator('main [data-need]')
const selected = (page: Page): Locator => page.locator('main [data-need][aria-current]')
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })

test('all that waits in the demo is decided by keys alone, with no record opened; short stock leads to its purchase', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, locale: 'it-IT' })
  const paths = new Set<string>()
  page.on('framenavigated', (frame) => paths.add(new URL(frame.url()).pathname))
  const dialog = page.getByRole('dialog')
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  /** Presses Tab until the field or button has the focus; the dialog has fewer than ten of them. */
  const goTo = async (place: Locator) => {
    const isFocused = () => place.evaluate((element) => element === document.activeElement)
    for (let steps = 0; steps < 10 && !(await isFocused()); steps += 1) await press('Tab')
    await expect(place).toBeFocused()
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
  const bought = ['stock', 'shortage']
  const open = rows(page).and(page.locator(':not([data-decided]):not([data-need="stock"]):not([data-need="shortage"])'))
  // A deal whose protection is decided may wait on for its price.
  const waiting = () =>
    open.evaluateAll((all) => all.map((row) => `${row.dataset.need} ${row.dataset.decisionRow}`).join())
  /** Short stock is filled by a purchase, and the vendor decides on it; what is decided stays in sight for some seconds. */
  const selectOpen = async () => {
    await expect(selected(page)).toHaveCount(1)
    await expect(async () => {
      const steps = await rows(page).evaluateAll((all, bought) => {
        const isOpen = ({ dataset }: Element & { dataset: DOMStringMap }) =>
          dataset.decided === undefined && !bought.includes(dataset.need ?? '')
        const places = all.map((row, place) => ({ row: row as HTMLElement, place }))
        const at = places.find(({ row }) => row.ariaCurrent !== null)
        const next = at && isOpen(at.row) ? at : places.find(({ row }) => isOpen(row))
        return at && next ? next.place - at.place : 0
      }, bought)
      for (let step = 0; step < Math.abs(steps); step += 1) await press(steps > 0 ? 'j' : 'k')
      expect(await selected(page).and(open).count()).toBe(1)
    }).toPass({ timeout: 30_000 })
  }
  await expect(open).not.toHaveCount(0)
  while ((await open.count()) > 0) {
    await selectOpen()
    // What is not there cannot be approved. What waits may still change by the decision before.
    await idle(page)
    const before = await waiting()
    const isShort = await page
      .getByRole('main')
      .getByText(/ne mancano \d/)
      .count()
    await press(isShort > 0 ? 'r' : 'a')
    const isAsked = async () => (await dialog.count()) > 0
    await expect.poll(async () => (await isAsked()) || (await waiting()) !== before).toBe(true)
    if (await isAsked()) await answer()
    // What a renewal did is shown until it is read.
    const result = dialog.getByRole('heading', { name: 'Rinnovo completato' })
    await expect.poll(async () => !(await isAsked()) || (await result.isVisible())).toBe(true)
    if (await result.isVisible()) await press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect.poll(waiting).not.toBe(before)
  }
  // Short stock, and if something runs short soon, the line that says it.
  await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBeLessThanOrEqual(2)
  await expect(page.locator('main [data-need="stock"]')).toHaveCount(1)
  expect([...paths]).toEqual([])
  test.info().annotations.push({ type: 'keys pressed', description: String(presses) })

  await expect(title(page)).toHaveText(/^[12] decision[ei]$/)
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/sell-in\/create\?item=/)
  expect(complaints).toEqual([])
})
