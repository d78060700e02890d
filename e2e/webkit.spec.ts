import { expect, test } from '@playwright/test'
import { isFull } from '../server/src/testing/full.ts'
import { demoProduct } from './journey.ts'
import { routes } from './routes.ts'
import { findWebKit, openWebKit, type WebKitWindow } from './webkit.ts'

let webkit: WebKitWindow

const program = findWebKit()
test.skip(program === undefined, 'WebKit cannot be installed here')

const product = demoProduct()
test.beforeAll(async () => {
  if (program === undefined) return
  webkit = await openWebKit(program, { width: 1440, height: 900 })
})
test.afterAll(() => webkit?.close())

interface Seen {
  heading: string
  busy: number
  wider: number
  alerts: string
  rows: string[]
  charts: number[]
}

/** What the page shows now. */
const look = () =>
  webkit.run<Seen>(`
    const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    return {
      heading: all('h1')[0]?.textContent ?? '',
      busy: all('[aria-busy=true]').length,
      wider: document.documentElement.scrollWidth - innerWidth,
      alerts: all('[role=alert]').map((each) => each.textContent).join(' '),
      rows: all('tbody tr a').slice(0, 1).map((each) => each.getAttribute('href')),
      charts: all('main [role=slider] svg').map((each) => each.getBoundingClientRect().height),
    }`)

async function open(path: string): Promise<Seen> {
  await webkit.go(`${product.baseURL}${path}`)
  await expect
    .poll(async () => {
      const { heading, busy } = await look()
      return heading !== '' && busy === 0
    }, path)
    .toBe(true)
  return look()
}

/** The screens without a parameter: every sixth, because Chromium shows all of them; with FULL=1, every one. */
const screens = routes
  .filter((path) => !path.includes('$') && path !== '/ds')
  .filter((_, place) => isFull || place % 6 === 0)

test('in WebKit, screens and the page of the first row of their lists are shown, and none is too wide', {
  tag: '@long',
}, async () => {
  // Ten times the screens of each run.
  if (isFull) test.setTimeout(3_000_000)
  await product.portal('', 'operator', 'add', '--tenant', 'demo', '--email', 'vera@halcyon.example')
  await webkit.go(`${product.baseURL}/auth/signin`)
  await expect.poll(() => webkit.run<boolean>(`return document.querySelector('[type=password]') !== null`)).toBe(true)
  await webkit.type('[type=email]', 'vera@halcyon.example')
  await webkit.type('[type=password]', 'Halcyon-Days-1')
  await webkit.click('[type=submit]')
  await expect.poll(() => webkit.run<string>('return location.pathname')).toBe('/dashboard')
  const faults: string[] = []
  const walk = async (paths: readonly string[]) => {
    const first = new Set<string>()
    for (const path of paths) {
      const { alerts, wider, rows } = await open(path)
      if (alerts !== '') faults.push(`${path}: ${alerts}`)
      if (wider > 0) faults.push(`${path}: wider than the window by ${wider} px`)
      for (const row of rows) if (row.startsWith('/')) first.add(row)
    }
    return [...first]
  }
  const records = await walk(screens)
  expect(records.length).toBeGreaterThan(isFull ? 8 : 0)
  await walk(records)
  expect(faults).toEqual([])
  await open('/dashboard#figures')
  await expect.poll(async () => (await look()).charts.filter((height) => height > 150).length).toBeGreaterThan(1)
})
