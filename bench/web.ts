/** Measures the size of the built web app and its speed in a real browser, compared with a page that only has React. */
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test'
import { build } from 'vite'
import { browserFlags, findBrowser } from '../e2e/browser.ts'

interface Visitor {
  email: string
  password: string
}

interface WebFigures {
  /** Kilobytes of JavaScript (gzip) until the screen is usable. */
  toSignIn: number
  toList: number
  /** Milliseconds until the largest paint of sign-in and of React alone, with a fourfold CPU slowdown. */
  signInPaint: number
  barePaint: number
  /** Milliseconds from a reload until the list's rows are shown, with a fourfold CPU slowdown. */
  listReload: number
  /**
   * Milliseconds from input to paint, the maximum of opening a filter, typing into it and applying it, with a
   * fourfold CPU slowdown.
   */
  inputToPaint: number
}

/**
 * Measures the product at `baseUrl` with a user who can see the list at `path`, alternating with a page of
 * React alone.
 */
export async function measureWeb(
  baseUrl: string,
  { email, password }: Visitor,
  path = '/products',
  rounds = 7,
): Promise<WebFigures> {
  const bare = await serveReactAlone()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const paints = { product: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const [ours, limit] = [
        await largestPaint(browser, `${baseUrl}/auth/signin`),
        await largestPaint(browser, bare.url),
      ]
      // The first round is a warm-up.
      if (round === 0) continue
      paints.product.push(ours)
      paints.bare.push(limit)
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const toSignIn = await weigh(page, () => openSignIn(page, baseUrl))
    await page.fill('input[type=email]', email)
    await page.fill('input[type=password]', password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    const state = await context.storageState()
    await context.close()
    const fresh = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      storageState: state,
    })
    const figures = await listFigures(fresh, baseUrl + path, rounds)
    return { toSignIn, signInPaint: median(paints.product), barePaint: median(paints.bare), ...figures }
  } finally {
    await browser.close()
    bare.close()
  }
}

/** Formats the figures with their targets. */
export function writeWeb(figures: WebFigures): string {
  const { toSignIn, toList, signInPaint, barePaint, listReload, inputToPaint } = figures
  return [
    `JavaScript to sign-in, gzip: ${toSignIn.toFixed(1)} kB (at most 110)`,
    `JavaScript to the first list, gzip: ${toList.toFixed(1)} kB (at most 200)`,
    `Largest paint of sign-in, 4× slower: ${signInPaint.toFixed(0)} ms, ${(signInPaint / barePaint).toFixed(2)} × React alone (${barePaint.toFixed(0)} ms; at most 1.6)`,
    `A list reloaded, 4× slower: ${listReload.toFixed(0)} ms (at most 900)`,
    `Input to paint in a list's filter, 4× slower: ${inputToPaint.toFixed(0)} ms (at most 100)`,
    '',
  ].join('\n')
}

async function openSignIn(page: Page, baseUrl: string): Promise<void> {
  await page.goto(baseUrl)
  await page.waitForSelector('input[type=password]')
}

const drawnRows = 'table[aria-busy="false"] tbody tr'

/**
 * Runs inside the page, because messages to the test process arrive late: marks the paint of the rows, and
 * records the slowest event.
 */
const stopwatch = `
  window.rowsDrawn = new Promise((resolve) => {
    const look = () => document.querySelector('${drawnRows}') === null
      ? requestAnimationFrame(look)
      : requestAnimationFrame(() => resolve(performance.now()))
    look()
  })
  window.slowestEvent = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowestEvent = Math.max(window.slowestEvent, duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

async function listFigures(context: BrowserContext, url: string, rounds: number) {
  const page = await context.newPage()
  await page.addInitScript({ content: stopwatch })
  const rowsDrawn = async () => {
    await page.waitForSelector(drawnRows)
    return page.evaluate<number>('window.rowsDrawn')
  }
  const toList = await weigh(page, async () => {
    await page.goto(url)
    await rowsDrawn()
  })
  await slowDown(page)
  const reloads: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.reload()
    reloads.push(await rowsDrawn())
    await page.waitForLoadState('networkidle')
  }
  await page.locator('thead button[aria-haspopup=dialog]').first().click()
  await page.locator('[role=dialog] input').first().pressSequentially('a1', { delay: 120 })
  await page.keyboard.press('Enter')
  await page.waitForTimeout(1000)
  const inputToPaint = await page.evaluate<number>('window.slowestEvent')
  return { toList, listReload: median(reloads), inputToPaint }
}

/** Kilobytes of JavaScript loaded during `work`, each file compressed with gzip. */
async function weigh(page: Page, work: () => Promise<void>): Promise<number> {
  const files = new Map<string, Promise<number>>()
  const count = (response: Response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? ''))
      files.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
  }
  page.on('response', count)
  await work()
  page.off('response', count)
  const sizes = await Promise.all(files.values())
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

async function largestPaint(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const paint = await page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
  await page.close()
  return paint
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves a page with one heading rendered by React, built like the product. */
async function serveReactAlone() {
  // Inside the repository, so that React can be resolved.
  const inBuild = join(import.meta.dirname, '../.build')
  mkdirSync(inBuild, { recursive: true })
  const folder = mkdtempSync(join(inBuild, 'bare-'))
  writeFileSync(join(folder, 'index.html'), '<div id="root"></div><script type="module" src="/main.js"></script>')
  writeFileSync(
    join(folder, 'main.js'),
    `import { createElement } from 'react'
     import { createRoot } from 'react-dom/client'
     createRoot(document.getElementById('root')).render(createElement('h1', null, 'React alone'))`,
  )
  const built = mkdtempSync(join(tmpdir(), 'trellis-bare-'))
  await build({ root: folder, configFile: false, logLevel: 'silent', build: { outDir: built, emptyOutDir: true } })
  rmSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    const asked = join(built, request.url === '/' ? 'index.html' : (request.url ?? ''))
    if (!asked.startsWith(built) || !existsSync(asked)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(asked)] ?? 'application/octet-stream' })
    return createReadStream(asked).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(built, { recursive: true, force: true })
    },
  }
}

/**
 * Command line, with the loader of the bench: `node bench/web.ts http://localhost:3000 vera@halcyon.example
 * <password> [/products]`
 */
if (process.argv[1] === import.meta.filename) {
  const [baseUrl, email, password, path] = process.argv.slice(2)
  if (!baseUrl || !email || !password) throw new Error('web.ts <address> <e-mail> <password> [path]')
  process.stdout.write(writeWeb(await measureWeb(baseUrl, { email, password }, path)))
}
