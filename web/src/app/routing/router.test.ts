import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileRoute, createRootRouteWithContext, redirect } from './index.ts'
import type { Route, RouteOptions } from './route.ts'
import { Router } from './router.ts'

/** What the router asks of a browser. */
interface Entry {
  href: string
  state: unknown
}

let entries: Entry[] = []
let at = 0
let onPop: () => void = () => undefined
const here = () => new URL((entries[at] as Entry).href, 'http://portal.test')
const write = (state: unknown, href: string, isNew: boolean) => {
  entries = [...entries.slice(0, isNew ? at + 1 : at), { href, state }]
  at = entries.length - 1
}

/** As the browser's buttons, and as a link to a part of the page does. */
const goBy = (steps: number) => {
  at = Math.min(Math.max(at + steps, 0), entries.length - 1)
  onPop()
}
const goToPart = (hash: string) => {
  write(null, here().pathname + here().search + hash, true)
  onPop()
}

beforeEach(() => {
  vi.useFakeTimers()
  entries = [{ href: '/deals', state: null }]
  at = 0
  vi.stubGlobal('window', {
    get location() {
      const { pathname, search, hash, origin } = here()
      return { pathname, search, hash, origin }
    },
    history: {
      get state() {
        return entries[at]?.state
      },
      pushState: (state: unknown, _: string, href: string) => write(state, href, true),
      replaceState: (state: unknown, _: string, href: string) => write(state, href, false),
      go: goBy,
    },
    addEventListener: (_: string, listener: () => void) => {
      onPop = listener
    },
    removeEventListener: () => undefined,
    setTimeout: (work: () => void, delay: number) => setTimeout(work, delay),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    scrollX: 0,
    scrollY: 0,
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Ends when the test says so. */
function heldBack() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { loader: () => promise, resolve }
}

const Screen = Object.assign(() => null, { preload: async () => undefined })
const settled = () => vi.advanceTimersByTimeAsync(0)

async function open(screens: Record<string, RouteOptions>, root: RouteOptions = {}) {
  const route = (id: string): Route => createFileRoute(id)({ component: Screen, ...screens[id] }) as Route
  const children = Object.fromEntries(
    ['/deals', '/orders', '/orders/$id', ...Object.keys(screens)].map((id) => [id, route(id)]),
  )
  const router = new Router({
    routeTree: createRootRouteWithContext()(root)._addFileChildren(children),
    context: {},
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text && `?${text}`
    },
    defaultPendingMs: 50,
    defaultPendingComponent: Screen,
    defaultErrorComponent: Screen,
  })
  router.start()
  await settled()
  return router
}

const drawn = ({ state }: Router) => {
  const { routeId, status } = state.matches.at(-1) ?? {}
  return `${routeId} ${status}`
}

test('a screen that was overtaken by another draws no outline over it', async () => {
  const slow = heldBack()
  const router = await open({ '/orders': { loader: slow.loader } })
  void router.navigate({ to: '/orders' })
  await settled()
  void router.navigate({ to: '/orders/$id', params: { id: '7' } })
  await settled()
  expect(drawn(router)).toBe('/orders/$id success')
  await vi.advanceTimersByTimeAsync(60)
  expect(drawn(router)).toBe('/orders/$id success')
  slow.resolve()
  await vi.advanceTimersByTimeAsync(60)
  expect([drawn(router), here().pathname]).toEqual(['/orders/$id success', '/orders/7'])
})

test('a slow screen shows its outline after 50 ms and itself when it is there; the one before stays until then', async () => {
  const slow = heldBack()
  const router = await open({ '/orders': { loader: slow.loader } })
  void router.navigate({ to: '/orders' })
  await vi.advanceTimersByTimeAsync(40)
  expect(drawn(router)).toBe('/deals success')
  await vi.advanceTimersByTimeAsync(20)
  expect(drawn(router)).toBe('/orders pending')
  slow.resolve()
  await settled()
  expect(drawn(router)).toBe('/orders success')
})

test('what has arrived of a slow screen is drawn while the rest is loading', async () => {
  const frame = heldBack()
  const slow = heldBack()
  const router = await open({ '/deals': { loader: slow.loader } }, { loader: frame.loader })
  const statuses = () => router.state.matches.map(({ status }) => status)
  await vi.advanceTimersByTimeAsync(60)
  expect(statuses()).toEqual(['pending', 'pending'])
  frame.resolve()
  await settled()
  expect(statuses()).toEqual(['success', 'pending'])
  slow.resolve()
  await settled()
  expect(statuses()).toEqual(['success', 'success'])
})

test('a screen that fails to load says so, and is loaded again on request', async () => {
  let fails = true
  const router = await open({
    '/orders': { loader: () => (fails ? Promise.reject(new Error('no line')) : undefined) },
  })
  await router.navigate({ to: '/orders' })
  expect(drawn(router)).toBe('/orders error')
  fails = false
  await router.invalidate()
  expect(drawn(router)).toBe('/orders success')
})

test('a failed screen that is loaded again in sync stays as it is until it is there', async () => {
  let answer: (error?: Error) => void = () => undefined
  const loader = () =>
    new Promise<void>((resolve, reject) => {
      answer = (error) => (error ? reject(error) : resolve())
    })
  const router = await open({ '/orders': { loader } })
  void router.navigate({ to: '/orders' })
  await settled()
  answer(new Error('no line'))
  await settled()
  const seen: string[] = []
  router.subscribe(() => seen.push(drawn(router)))
  for (const error of [new Error('still no line'), undefined]) {
    void router.invalidate({ sync: true })
    await vi.advanceTimersByTimeAsync(1_000)
    answer(error)
    await settled()
  }
  expect(new Set(seen)).toEqual(new Set(['/orders error', '/orders success']))
  expect(drawn(router)).toBe('/orders success')
})

test('what fails to load again behind a screen that stands does not take it away', async () => {
  let fails = false
  const router = await open({ '/orders': { loader: () => (fails ? Promise.reject(new Error('no line')) : undefined) } })
  await router.navigate({ to: '/orders' })
  fails = true
  await router.navigate({ to: '/orders', search: { page: '2' } })
  expect([drawn(router), router.state.matches.at(-1)?.search]).toEqual(['/orders success', { page: '2' }])
})

test('a redirect takes the place of the address that it leads away from', async () => {
  const router = await open({
    '/orders': {
      beforeLoad: () => {
        throw redirect({ to: '/orders/$id', params: { id: '1' }, state: { refused: true } })
      },
    },
  })
  await router.navigate({ to: '/orders' })
  expect(entries.map(({ href }) => href)).toEqual(['/deals', '/orders/1'])
  expect(router.state.location.state).toMatchObject({ refused: true })
})

test('who stays on a changed form is where they were, also after a part of the page was opened', async () => {
  const router = await open({})
  await router.navigate({ to: '/orders' })
  await router.navigate({ to: '/orders/$id', params: { id: '1' } })
  let asked = 0
  router.blockers.add(async () => {
    asked += 1
    return true
  })
  goToPart('#history')
  await settled()
  expect([asked, here().hash]).toEqual([0, '#history'])
  goBy(-2)
  await settled()
  expect([asked, here().pathname, here().hash]).toEqual([1, '/orders/1', '#history'])
  router.blockers.clear()
  goBy(-1)
  await settled()
  goBy(-1)
  await settled()
  expect([drawn(router), here().pathname]).toEqual(['/orders success', '/orders'])
})

test('an address that no screen has leads to the root, which says where to go', async () => {
  const router = await open({})
  await router.navigate({ to: '/nowhere' as '/' })
  expect(router.state.matches.map(({ routeId }) => routeId)).toEqual(['__root__'])
})
