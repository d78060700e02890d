/** Measures the built web app in a real browser, beside a page that only has React: what it fetches, and when it paints. */
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test'
import { build } from 'vite'
import { browserFlags, findBrowser } from '../e2e/browser.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const window = { viewport: { width: 1366, height: 900 }, locale: 'en-GB' }
const rows = 'main table[aria-busy="false"] tbody tr'
/** A selector of what is visible once a screen is loaded. */
const screens: Record<string, string> = {
  '/sell-out': rows,
  '/products': rows,
  '/licenses': rows,
  '/accounts': rows,
  '/dashboard': 'main [role=slider] svg',
}
const aims = { signIn: 90, list: 150, paint: 1.3, click: 150, warm: 600 }

/** Runs in the page: its largest paint, and its slowest input until the next paint. */
const stopwatch = `
  window.measured = { paint: 0, input: 0 }
  const watch = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => { measured.paint = startTime })
  watch('event', ({ duration, interactionId }) => {
    if (interactionId) measured.input = Math.max(measured.input, duration)
  }, { durationThreshold: 16 })`

interface Weight {
  requests: number
  kilobytes: number
}

/** The bytes that the browser fetches until `shown` is visible; scripts count with their size after gzip. */
async function weigh(page: Page, url: string, shown: string): Promise<Weight> {
  let requests = 0
  const scripts = new Map<string, Promise<number>>()
  const count = (response: Response) => {
    requests += 1
    if (/javascript/.test(response.headers()['content-type'] ?? ''))
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
  }
  page.on('response', count)
  await page.goto(url)
  await page.locator(shown).first().waitFor()
  page.off('response', count)
  const sizes = await Promise.all(scripts.values())
  return { requests, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Milliseconds until the largest paint of a first visit. */
async function largestPaint(browser: Browser, url: string, shown: string): Promise<number> {
  const context = await browser.newContext(window)
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(stopwatch)
  await page.goto(url)
  await page.locator(shown).first().waitFor()
  await page.waitForTimeout(1000)
  const paint = await page.evaluate<number>('measured.paint')
  await context.close()
  return paint
}

/** The slowest input of `act` until the next paint, in milliseconds. */
async function inputToPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('void (measured.input = 0)')
  await act()
  await page.waitForTimeout(600)
  return page.evaluate<number>('measured.input')
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other)
const best = (numbers: readonly number[]) => Math.round(sorted(numbers)[0] ?? Number.NaN)
const median = (numbers: readonly number[]) => Math.round(sorted(numbers)[numbers.length >> 1] ?? Number.NaN)

/** Figures that miss their aim are marked. */
const against = (figure: number, aim: number) => `${figure <= aim ? '' : 'MISSED '}at most ${aim}`

async function signIn(browser: Browser, baseUrl: string, email: string, password: string) {
  const context = await browser.newContext(window)
  const page = await context.newPage()
  await page.goto(`${baseUrl}/auth/signin`)
  await page.fill('input[type=email]', email)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  const state = await context.storageState()
  await context.close()
  return state
}

async function interactions(context: BrowserContext, baseUrl: string, rounds: number): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript(stopwatch)
  await page.goto(`${baseUrl}/sell-out`)
  await page.locator(rows).first().waitFor()
  await slowDown(page)
  const warm: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = Date.now()
    await page.reload({ waitUntil: 'commit' })
    await page.locator(rows).first().waitFor()
    warm.push(Date.now() - begun)
    await page.waitForTimeout(1500)
  }
  say(`list reloaded, rows shown: best ${best(warm)}, median ${median(warm)} ms (${against(median(warm), aims.warm)})`)
  const heads = page.locator('thead button[title^="Sort by"]')
  const menu = (path: string) => page.locator(`nav a[href="${path}"]`).first().click()
  const acts: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(Object.keys(screens).map((path) => [`menu: ${path}`, () => menu(path)])),
    'back to /sell-out': () => menu('/sell-out'),
    sort: () => heads.nth(1).click(),
    'next page': () => page.getByRole('button', { name: 'Next page' }).click(),
    'open a filter': () => page.locator('thead button[aria-haspopup=dialog]').first().click(),
  }
  const taken = new Map<string, number[]>(Object.keys(acts).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${baseUrl}/stocks`)
    await page.locator(rows).first().waitFor()
    await page.waitForTimeout(1500)
    for (const [name, act] of Object.entries(acts)) {
      taken.get(name)?.push(await inputToPaint(page, act))
      await page.waitForTimeout(1500)
    }
  }
  for (const [name, times] of taken)
    say(
      `input to paint, ${name}: best ${best(times)}, median ${median(times)} ms (${against(median(times), aims.click)})`,
    )
}

async function measure(baseUrl: string, email: string, password: string, rounds: number): Promise<void> {
  const floor = await serveReactAlone()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const first = await (await browser.newContext(window)).newPage()
    const { requests, kilobytes } = await weigh(first, `${baseUrl}/auth/signin`, 'input[type=password]')
    say(`sign-in: ${requests} requests, ${kilobytes.toFixed(1)} kB of JavaScript (${against(kilobytes, aims.signIn)})`)
    // Each browser has its own session: one that two browsers use is ended for both.
    const signedIn = () => signIn(browser, baseUrl, email, password)
    for (const [path, shown] of Object.entries(screens)) {
      const context = await browser.newContext({ ...window, storageState: await signedIn() })
      const weight = await weigh(await context.newPage(), baseUrl + path, shown)
      const aim = path === '/dashboard' ? '' : ` (${against(weight.kilobytes, aims.list)})`
      say(`first visit of ${path}: ${weight.requests} requests, ${weight.kilobytes.toFixed(1)} kB${aim}`)
      await context.close()
    }
    const paints = { product: [] as number[], floor: [] as number[] }
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      const product = await largestPaint(browser, `${baseUrl}/auth/signin`, 'input[type=password]')
      const alone = await largestPaint(browser, floor.url, 'input[type=password]')
      if (round === 0) continue
      paints.product.push(product)
      paints.floor.push(alone)
    }
    const ratio = best(paints.product) / best(paints.floor)
    say(
      `largest paint of sign-in, 4 × slower: best ${best(paints.product)}, median ${median(paints.product)} ms; React alone ${best(paints.floor)}, ${median(paints.floor)}; ratio of the best ${ratio.toFixed(2)} (${against(ratio, aims.paint)})`,
    )
    await interactions(
      await browser.newContext({ ...window, storageState: await signedIn() }),
      baseUrl,
      Math.min(rounds, 5),
    )
  } finally {
    await browser.close()
    floor.close()
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves a page that only draws a form with React, built and compressed like the product. */
async function serveReactAlone() {
  // Inside the repository, so that React can be resolved.
  const inBuild = join(import.meta.dirname, '../.build')
  mkdirSync(inBuild, { recursive: true })
  const folder = mkdtempSync(join(inBuild, 'floor-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><title>Floor</title><div id="root"></div><script type="module" src="/main.js"></script></html>',
  )
  writeFileSync(
    join(folder, 'main.js'),
    `import { createElement as element } from 'react'
     import { createRoot } from 'react-dom/client'
     const input = (type) => element('p', { key: type }, element('input', { type, placeholder: type }))
     const form = element('form', null, element('h1', null, 'React alone'), input('email'), input('password'))
     createRoot(document.getElementById('root')).render(form)`,
  )
  const built = mkdtempSync(join(tmpdir(), 'trellis-floor-'))
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

const [baseUrl, email, password, rounds = '7'] = process.argv.slice(2)
if (!baseUrl || !email || !password) throw new Error('npm run bench -- web <address> <e-mail> <password> [rounds]')
await measure(baseUrl, email, password, Number(rounds))
