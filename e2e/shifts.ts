import type { Page, Route } from '@playwright/test'
import { idle, isStream } from './journey.ts'

interface Shift {
  value: number
  words: string
}

/** Runs in the page before its own scripts: collects layout shifts without input, with the elements that moved most. */
export function watchShifts(): void {
  interface Entry extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const place = (rect: DOMRectReadOnly) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ')
        return `${element?.tagName} "${node?.textContent?.slice(0, 30)}" from ${place(from)} to ${place(to)}`
      })
      shifts.push({ value, words: moved.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shifts while the screen was loading: their sum must be 0.000; a fraction of a pixel is rounding. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum.toFixed(3) === '0.000') return []
  return [`moved by ${sum.toFixed(5)}: ${shifts.map(({ value, words }) => `${value.toFixed(5)} ${words}`).join('; ')}`]
}

/**
 * From now on, what the page requests arrives one by one, and each is drawn before the next: the order in which a slow line or a busy
 * machine may show a screen. Returns what opens a screen so and waits until it is idle.
 */
export async function oneByOne(page: Page): Promise<(path: string) => Promise<void>> {
  const waiting: Route[] = []
  await page.route(/\/(api|assets)\//, (route) => {
    const { pathname } = new URL(route.request().url())
    if (isStream({ pathname } as URL)) return
    if (/\/api\/|\.js$/.test(pathname)) waiting.push(route)
    else return route.continue()
  })
  return async (path) => {
    await page.goto(path, { waitUntil: 'commit' })
    let isIdle = false
    const ending = idle(page).finally(() => {
      isIdle = true
    })
    while (!isIdle) {
      const next = waiting.shift()
      if (next) {
        await next.continue()
        await (await next.request().response())?.finished()
      }
      await page.evaluate(drawn)
    }
    await ending
  }
}

/** Runs in the page: waits until what it has is drawn. */
const drawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
