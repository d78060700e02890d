import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, expect, type Page } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A person at a browser of their own, who fails the test by any error or warning in its console. */
export interface Visitor {
  page: Page
  /** What the browser complained about so far. */
  complaints: string[]
}

interface Where {
  baseURL: string
  locale?: string
  phone?: boolean
}

/** Opens a fresh browser at the sign-in screen and signs in. */
export async function visit(
  browser: Browser,
  email: string,
  { baseURL, locale, phone = false }: Where,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    ...(locale && { locale }),
    ...(phone && { viewport: { width: 390, height: 844 } }),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/signin/)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return { page, complaints }
}

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What fades in or out has arrived: halfway, its text has the contrast of halfway. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map((each) => each.finished))
  })

/** No violation of WCAG 2.2 A and AA on the screen as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    return (await checker.run(document, { runOnly: tags })).violations
  })
  expect(
    violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map((node) => node.target.join(' ')) })),
    page.url(),
  ).toEqual([])
}
