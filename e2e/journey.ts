import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
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
  /** The screen to open first. */
  at?: string
}

/** Opens a fresh browser in which somebody has signed in before. How that is done is told in sign-in.spec.ts. */
export async function visit(
  browser: Browser,
  email: string,
  { baseURL, locale, phone = false, at = '/dashboard' }: Where,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    ...(locale && { locale }),
    ...(phone && { viewport: { width: 390, height: 844 } }),
  })
  await signInOn(context, email)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return { page, complaints }
}

/** Closes what a test has left open, so that nothing of it runs on beside the next. */
export async function closeAll({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Gives a browser the cookies that signing in leaves behind. */
async function signInOn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/v1/auth/token', {
    headers: { 'X-Tenant-Code': 'demo', 'X-Label': 'journeys', 'X-Product': 'portal', 'X-Refresh-Cookie': '1' },
    data: { grantType: 'password', appPlatform: 'web', deviceUniqueId: 'Linux Chrome', email, password: demoPassword },
  })
  expect(answer.status(), `${email} signs in: ${await answer.text()}`).toBe(200)
}

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What fades in or out has arrived: halfway, its text has the contrast of halfway. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve))
    const frame = () => new Promise(requestAnimationFrame)
    for (;;) {
      await idle()
      await frame()
      await frame()
      const passing = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
      if (passing.length === 0) return
      await Promise.allSettled(passing.map((each) => each.finished))
    }
  })

/** No violation of WCAG 2.2 A and AA on the screen as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
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
