import { gzipSync } from 'node:zlib'
import { type Browser, expect, type Page, type Response, test } from '@playwright/test'
import { demoProduct, signInOn, withoutLive } from './journey.ts'

const product = demoProduct()

interface Weight {
  /** Kilobytes of JavaScript after gzip; independent of the machine's speed. */
  kilobytes: number
  /** Requests of any kind. */
  requests: number
}

/** What a browser fetches until `shown` is visible. */
async function weigh(page: Page, path: string, shown: string): Promise<Weight> {
  const files = new Map<string, Promise<number>>()
  const asked = new Set<string>()
  const add = (response: Response) => {
    // The code of the page is fetched ahead and then run: one file.
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/favicon')) asked.add(`${response.request().method()} ${response.url()}`)
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
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, requests: asked.size }
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: product.baseURL })
  await signInOn(context, 'vera@halcyon.example')
  return context.newPage()
}

test('sign-in needs no more than 91 kB of JavaScript', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.baseURL })).newPage()
  expect((await weigh(page, '/auth/signin', 'input[type=password]')).kilobytes).toBeLessThan(91)
})

const rows = 'main table[aria-busy="false"] tbody tr'

// What is asked of a list: 185 kB in 30 requests. Two requests more are for what changes meanwhile.
const requests = 32
for (const [path, most, shown = rows] of [
  ['/sell-out', 179],
  ['/sell-in', 179],
  ['/products', 177],
  ['/licenses', 178],
  ['/stocks', 176],
  ['/deals', 181],
  ['/deals/waiting', 184, 'main [data-queued]'],
  ['/pricelists', 178],
  ['/products/types', 178],
  ['/products/features', 179],
  ['/certifications', 177],
  ['/audit', 185],
  // A page of a record around its list.
  ['/accounts', 181],
  ['/profile/account', 182],
] as const) {
  test(`the first visit of ${path} needs no more than ${most} kB of JavaScript in ${requests} requests`, async ({
    browser,
  }) => {
    const weight = await weigh(await signedIn(browser), path, shown)
    expect(weight.kilobytes).toBeLessThan(most)
    expect(weight.requests).toBeLessThanOrEqual(requests)
  })
}

for (const who of ['giulia@pontenuovo.example', 'vera@halcyon.example']) {
  test(`the first screen of ${who} needs no more than 204 kB of JavaScript in 45 requests, and asks for nothing twice`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: product.baseURL, locale: who.startsWith('g') ? 'it' : 'en' })
    await signInOn(context, who)
    const page = await context.newPage()
    // A change of a journey before would be asked for again.
    await withoutLive(page)
    const asked = new Map<string, number>()
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/favicon')) return
      const name = `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`
      asked.set(name, (asked.get(name) ?? 0) + 1)
    })
    expect((await weigh(page, '/dashboard', 'main [data-need]')).kilobytes).toBeLessThan(204)
    await expect(page.getByRole('main').getByRole('list').first().getByRole('link')).toHaveCount(4)
    await expect(page.getByRole('main').getByRole('region').getByRole('button').first()).toBeVisible()
    expect(asked.size).toBeLessThanOrEqual(45)
    expect([...asked].filter(([name, times]) => name.includes('/api/') && times > 1)).toEqual([])
  })
}
