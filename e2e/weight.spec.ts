import { gzipSync } from 'node:zlib'
import { type Browser, expect, type Page, type Response, test } from '@playwright/test'
import { demoProduct, signInOn } from './journey.ts'

const product = demoProduct()

/** Kilobytes of JavaScript (after gzip) that a browser fetches until `shown` is visible; independent of the machine's speed. */
async function weigh(page: Page, path: string, shown: string): Promise<number> {
  const files = new Map<string, Promise<number>>()
  const add = (response: Response) => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    files.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    )
  }
  // Code that is loaded while the browser is idle does not count.
  await page.addInitScript('window.requestIdleCallback = () => 0')
  page.on('response', add)
  await page.goto(path)
  await page.locator(shown).first().waitFor()
  page.off('response', add)
  const sizes = await Promise.all(files.values())
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: product.baseURL })
  await signInOn(context, 'vera@halcyon.example')
  return context.newPage()
}

test('sign-in needs no more than 91 kB of JavaScript', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.baseURL })).newPage()
  expect(await weigh(page, '/auth/signin', 'input[type=password]')).toBeLessThan(91)
})

const rows = 'main table[aria-busy="false"] tbody tr'

for (const [path, most] of [
  ['/sell-out', 219],
  ['/sell-in', 219],
  ['/products', 219],
  ['/licenses', 219],
  ['/accounts', 225],
  ['/stocks', 219],
] as const) {
  test(`the first visit of ${path} needs no more than ${most} kB of JavaScript`, async ({ browser }) => {
    expect(await weigh(await signedIn(browser), path, rows)).toBeLessThan(most)
  })
}

for (const who of ['giulia@pontenuovo.example', 'vera@halcyon.example']) {
  test(`the first screen of ${who} needs no more than 240 kB of JavaScript in 46 requests, and asks for nothing twice`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: product.baseURL, locale: who.startsWith('g') ? 'it' : 'en' })
    await signInOn(context, who)
    const page = await context.newPage()
    const asked = new Map<string, number>()
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/favicon')) return
      const name = `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`
      asked.set(name, (asked.get(name) ?? 0) + 1)
    })
    // The code of the page is fetched ahead and then run: one file.
    expect(await weigh(page, '/dashboard', 'main [data-need]')).toBeLessThan(240)
    await expect(page.getByRole('main').getByRole('list').first().getByRole('link')).toHaveCount(4)
    await expect(page.getByRole('main').getByRole('region').getByRole('button').first()).toBeVisible()
    // One more where a change arrives on the stream meanwhile.
    expect(asked.size).toBeLessThanOrEqual(46)
    expect([...asked].filter(([name, times]) => name.includes('/api/') && times > 1)).toEqual([])
  })
}
