import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, expect, type Page, type Request, type Route, test } from '@playwright/test'
import { demoPassword } from '../server/src/demo/sign-ins.ts'
import { type Product, startProduct } from './product.ts'
import { squeezedTexts } from './targets.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Called once in a spec file, gives its tests a product with a copy of the demo that no other file changes. Browsers are closed
 * after each test, so that they do not slow down the next one.
 */
export function demoProduct(): Product & {
  inDatabase(statement: string): Promise<void>
  portal(typed: string, ...command: string[]): Promise<void>
} {
  let running: Awaited<ReturnType<typeof startProduct>> | undefined
  test.beforeAll(async () => {
    running = await startProduct()
  })
  test.afterEach(async ({ browser }, { status, expectedStatus }) => {
    const contexts = browser.contexts()
    if (status !== expectedStatus) await attachPictures(contexts.flatMap((context) => context.pages()))
    await Promise.all(contexts.map((context) => context.close()))
  })
  test.afterAll(() => running?.stop())
  return {
    get baseURL() {
      if (running === undefined)
        throw new Error('The product is started before the first test, not before the file is read.')
      return running.baseURL
    },
    /** For what comes from outside, such as the answer of a name server. */
    inDatabase: async (statement) => running?.inDatabase(statement),
    portal: async (typed, ...command) => running?.portal(typed, ...command),
  }
}

/** Keeps what a failed test last saw. */
async function attachPictures(pages: readonly Page[]): Promise<void> {
  for (const [at, page] of pages.entries()) {
    const path = test.info().outputPath(`page-${at + 1}.png`)
    const isDrawn = await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
    if (isDrawn) await test.info().attach(page.url(), { path, contentType: 'image/png' })
  }
}

/** A user with a browser of their own. The test fails on any error or warning in the console. */
export interface Visitor {
  page: Page
  /** The console errors and warnings so far. */
  complaints: string[]
}

interface Where {
  baseURL: string
  locale?: string
  phone?: boolean
  /** The URL to open first. */
  at?: string
  /** A script that runs before those of each page. */
  before?: string
}

/** Opens a fresh browser in which the user is already signed in. sign-in.spec.ts tests the sign-in itself. */
export async function visit(
  browser: Browser,
  email: string,
  { baseURL, locale, phone = false, at = '/dashboard', before }: Where,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    ...(locale && { locale }),
    ...(phone && { viewport: { width: 390, height: 844 } }),
  })
  await signInOn(context, email)
  if (before) await context.addInitScript(before)
  await context.addInitScript(watchTimers)
  await context.addInitScript(listen)
  const page = await context.newPage()
  watchRequests(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await leaveFirst(page)
  await page.goto(at)
  await loaded(page)
  return { page, complaints }
}

/** Waits until the screen is completely loaded. The design system shows outlines on purpose. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (new URL(page.url()).pathname === '/ds') return
  await expect(page.getByRole('main').locator(outline).filter({ visible: true })).toHaveCount(0)
}

/** The placeholders of a screen, or of a part of it, that is loading. */
const outline = '[aria-busy=true], [data-outline]'

/**
 * Until the next screen is drawn, the one that is being left still has its links and fields: whatever a test does or expects waits
 * for the end of the navigation, as people do.
 */
const leaveFirst = (page: Page) => page.addLocatorHandler(page.locator('html[data-going]'), async () => undefined)

/** Makes the page as slow as on a device whose processor is `times` slower, until `end`. */
export async function slowDown(page: Page, times: number): Promise<{ end(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return { end: () => session.detach() }
}

/** What a page has under way, since `visit`. */
interface UnderWay {
  requests: Set<Request>
  /** The number of requests so far. */
  begun: number
}

const pages = new WeakMap<Page, UnderWay>()

/** Whether it is the address of the stream of changes. */
export const isStream = ({ pathname }: URL): boolean => pathname === '/api/v1/live'

function watchRequests(page: Page): void {
  const underWay: UnderWay = { requests: new Set(), begun: 0 }
  pages.set(page, underWay)
  page.on('request', (request) => {
    // The stream of changes never ends.
    if (isStream(new URL(request.url())) || request.url().endsWith('/dev/idle')) return
    underWay.begun += 1
    underWay.requests.add(request)
  })
  const ended = (request: Request) => void underWay.requests.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** Runs in the page before its own scripts: knows the timers that have not run yet, with their delays. */
function watchTimers(): void {
  const { setTimeout, clearTimeout } = globalThis
  const timers = new Map<number, number>()
  Object.assign(globalThis, {
    timers,
    setTimeout(task: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        task(...given)
      }, delay) as unknown as number
      timers.set(timer, delay)
      return timer
    },
    clearTimeout(timer?: number) {
      if (timer !== undefined) timers.delete(timer)
      clearTimeout(timer)
    },
  })
}

/**
 * Waits until the short timers of the page have run: what is debounced, or waits for a pointer to rest, has begun. The timers of
 * messages that stay for a while are longer.
 */
export const timersRun = (page: Page, longest = 1000) =>
  page.waitForFunction(
    (most) =>
      [...(globalThis as unknown as { timers: Map<number, number> }).timers.values()].every((delay) => delay > most),
    longest,
  )

/**
 * Waits until nothing is under way: the server is idle and has told all changes, and the screen has read and drawn what it was
 * told. For what has no sign of its own on the screen, such as a change by somebody else that must not appear.
 * @param longest the timers that it waits for, in milliseconds; 3000: also for what is loaded in spare time
 */
export async function idle(page: Page, longest = 1000): Promise<void> {
  const underWay = pages.get(page)
  if (underWay === undefined) throw new Error('Only a page of `visit` knows what it has under way.')
  for (;;) {
    const { begun } = underWay
    // The page itself asks, so that it reads the answer after the changes that it was told before.
    await page.evaluate(() => fetch('/dev/idle'))
    await timersRun(page, longest)
    await settled(page)
    if (underWay.requests.size === 0 && underWay.begun === begun) return
  }
}

/**
 * Holds back the stream of changes, from the next load of the page. When it opens, the screen reads again what failed, and its end
 * tells that of the session: a test of a button that does so would race with it.
 */
export const withoutLive = (page: Page) => page.route(isStream, () => {})

/**
 * Holds back what the page asks for at an address, or what `isHeld` chooses of it, until the returned function is called: for what is
 * drawn, or done, before the answer is there.
 */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  isHeld: (route: Route) => boolean | Promise<boolean> = () => true,
): Promise<() => void> {
  let send = () => {}
  const isSent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(address, async (route) => {
    if (await isHeld(route)) await isSent
    await route.continue()
  })
  return send
}

/** Sets the cookies of a signed-in session. */
export async function signInOn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/v1/auth/token', {
    headers: { 'X-Tenant-Code': 'demo', 'X-Label': 'journeys', 'X-Product': 'portal', 'X-Refresh-Cookie': '1' },
    data: { grantType: 'password', appPlatform: 'web', deviceUniqueId: 'Linux Chrome', email, password: demoPassword },
  })
  expect(answer.status(), `${email} signs in: ${await answer.text()}`).toBe(200)
}

interface Violation {
  id: string
  impact: string
  nodes: {
    target: string[]
    any: { data?: { messageKey?: string } | null; relatedNodes?: { target: string[] }[] }[]
  }[]
}

/** Waits until all finite animations have ended: a half-faded text would fail the contrast check. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    // After an input that changes nothing more, Chromium calls no idle callback until another frame is drawn, which may
    // be never: a frame is requested first, and the wait is bounded.
    const idle = async () => {
      await frame()
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))
    }
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

/** A target that the bar of a form or of a table covers in part is as large as others as soon as it is scrolled. */
const isReal = ({ any }: Violation['nodes'][number]): boolean =>
  !any.some(({ data }) => data?.messageKey?.startsWith('partiallyObscured'))

interface Found {
  id: string
  impact: string
  /** Selectors of the elements. */
  at: string[]
}

/**
 * The violations of WCAG 2.2 A and AA on the current screen, and its texts without room. A message that goes away by itself may begin to fade while axe looks
 * at it, and a text that is half there has too little contrast: what is found counts when it is found again on the settled screen.
 */
export async function violationsOf(page: Page): Promise<Found[]> {
  const found = await look(page)
  return found.length === 0 ? found : look(page)
}

async function look(page: Page): Promise<Found[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(context: Document | Element, options: object): Promise<{ violations: Violation[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    // Elements behind a modal dialog cannot be reached, and axe would measure only their uncovered part.
    const part = document.querySelector('[role=dialog][aria-modal=true], dialog[open]') ?? document
    // Style sheets are loaded again only for a rule that is not among these, and cannot be while offline. What is in order need not
    // be described.
    const { violations } = await checker.run(part, { runOnly: tags, preload: false, resultTypes: ['violations'] })
    // The button of new rows floats over what is above the table, and goes away when it is pressed.
    const isUnderNewRows = ({ any }: Violation['nodes'][number]) =>
      any.some(({ relatedNodes = [] }) =>
        relatedNodes.some(({ target }) => document.querySelector(String(target[0]))?.closest('[data-new-rows]')),
      )
    // A text that is cut by its cell goes on beneath the next one for axe, and with the font of the system, which is wider, close to its link.
    const shown = (target: string[]) => {
      const element = document.querySelector(String(target[0]))
      const box = element?.getBoundingClientRect()
      const cell = element?.closest('td')?.getBoundingClientRect() ?? box
      return (
        box &&
        cell && { middle: box.x + box.width / 2, right: Math.min(box.right, cell.right), isCut: box.right > cell.right }
      )
    }
    const isBesideCutText = ({ target, any }: Violation['nodes'][number]) => {
      const box = shown(target)
      const others = any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((other) => shown(other.target)))
      return (
        box !== undefined &&
        others.length > 0 &&
        others.every((other) => other?.isCut && other.right + 12 <= box.middle)
      )
    }
    return violations.map((violation) =>
      violation.id === 'target-size'
        ? { ...violation, nodes: violation.nodes.filter((node) => !isUnderNewRows(node) && !isBesideCutText(node)) }
        : violation,
    )
  })
  const squeezed = { id: 'squeezed-text', impact: 'serious', at: await page.evaluate(squeezedTexts) }
  return [
    ...violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      at: nodes.filter(isReal).map((node) => node.target.join(' ')),
    })),
    squeezed,
  ].filter(({ at }) => at.length > 0)
}

/** Expects no violations of WCAG 2.2 A and AA on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page), page.url()).toEqual([])
}

/**
 * Waits for a text. A message goes away after some seconds (rules V14), which may be before a busy machine looks: that it was said
 * since the last look is enough.
 */
export async function expectText(page: Page, text: string): Promise<void> {
  try {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  } catch (error) {
    if (!(await wasSaid(page, text))) throw error
  }
  // Where the page is being left, nothing was kept.
  await page.evaluate(forget, text).catch(() => undefined)
}

const wasSaid = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((text) => (globalThis as Heard).heard?.some((said) => said.includes(text)) ?? false, text)

/** The same message may be said again, and is waited for anew. */
const forget = (text: string): void => {
  const { heard } = globalThis as Heard
  if (heard) heard.splice(0, heard.length, ...heard.filter((said) => !said.includes(text)))
}

type Heard = typeof globalThis & { heard?: string[] }

/** Runs in the page before its scripts: keeps what live regions say, but not what appears together with its region. */
export function listen(): void {
  const heard: string[] = []
  Object.assign(globalThis, { heard })
  const region = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output'
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const live = element?.closest(region)
      const text = live?.textContent?.trim()
      if (live && text && !added.has(live) && heard.at(-1) !== text) heard.push(text)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Chooses an option of a select field. */
export async function chooseOption(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Presses a button of the open dialog. */
export const answerDialog = (page: Page, button: string) =>
  page.getByRole('dialog').getByRole('button', { name: button }).click()

/** The code of the record that the page shows, as the browser tab has it before the name. */
export const codeOf = async (page: Page): Promise<string> => (await page.title()).split(' · ')[0] ?? ''
