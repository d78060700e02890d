import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTrying, pauseAfter } from './again.ts'

/** What the browser tells a page. */
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
const tell = (event: 'online' | 'visibilitychange') => page.dispatchEvent(new Event(event))
const see = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  tell('visibilitychange')
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    setTimeout: (work: () => void, delay: number) => setTimeout(work, delay),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the pauses grow from a second to half a minute, and are by chance up to a quarter shorter', () => {
  for (const [failures, longest] of [
    [1, 1_000],
    [2, 2_000],
    [3, 5_000],
    [4, 10_000],
    [5, 30_000],
    [50, 30_000],
  ] as const) {
    const pauseWith = (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      return pauseAfter(failures)
    }
    expect([pauseWith(0), pauseWith(1)]).toEqual([longest * 0.75, longest])
  }
})

test('what fails is tried again after each pause, until it is stopped', async () => {
  const pauses: number[] = []
  const attempt = vi.fn(async () => undefined)
  const stop = keepTrying(attempt, (failures) => {
    pauses.push(failures)
    return failures * 1_000
  })
  await pass(999)
  expect(attempt).toHaveBeenCalledTimes(0)
  await pass(1)
  expect(attempt).toHaveBeenCalledTimes(1)
  await pass(2_000)
  expect(attempt).toHaveBeenCalledTimes(2)
  expect(pauses).toEqual([1, 2, 3])
  stop()
  await pass(60_000)
  tell('online')
  see('visible')
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('a hidden tab tries nothing, and tries at once when it is seen again', async () => {
  const attempt = vi.fn(async () => undefined)
  const stop = keepTrying(attempt)
  see('hidden')
  await pass(600_000)
  tell('online')
  expect(attempt).toHaveBeenCalledTimes(0)
  see('visible')
  expect(attempt).toHaveBeenCalledTimes(1)
  await pass(2_000)
  expect(attempt).toHaveBeenCalledTimes(2)
  stop()
})

test('a browser that is online again tries at once, and after an attempt that is still waiting', async () => {
  let answer: () => void = () => undefined
  const attempt = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  const stop = keepTrying(attempt)
  tell('online')
  expect(attempt).toHaveBeenCalledTimes(1)
  await pass(60_000)
  tell('online')
  expect(attempt).toHaveBeenCalledTimes(1)
  answer()
  await pass(0)
  expect(attempt).toHaveBeenCalledTimes(2)
  answer()
  await pass(0)
  expect(attempt).toHaveBeenCalledTimes(2)
  stop()
  await pass(60_000)
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('an attempt that ends after it was stopped is the last', async () => {
  let answer: () => void = () => undefined
  const attempt = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
  const stop = keepTrying(attempt)
  tell('online')
  tell('online')
  stop()
  answer()
  await pass(60_000)
  expect(attempt).toHaveBeenCalledTimes(1)
})
