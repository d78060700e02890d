import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint } from './afterPaint.ts'

const page = { visibilityState: 'visible', documentElement: { dataset: {} as Record<string, string> } }
let frames: (() => void)[] = []
const paint = async () => {
  for (const frame of frames.splice(0)) frame()
  await new Promise((passed) => setTimeout(passed))
}

beforeEach(() => {
  frames = []
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => vi.unstubAllGlobals())

test('what inputs ask for begins after the next paint, in their order, and the frame shows that it is under way', async () => {
  const done: string[] = []
  const first = afterPaint(async () => void done.push('first'))
  const second = afterPaint(async () => void done.push('second'))
  await new Promise((passed) => setTimeout(passed, 5))
  expect(done).toEqual([])
  expect(page.documentElement.dataset).toEqual({ going: '' })
  await paint()
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
  expect(page.documentElement.dataset).toEqual({})
})

test('a hidden page is not painted, so nothing waits for it', async () => {
  page.visibilityState = 'hidden'
  await expect(afterPaint(async () => 'done')).resolves.toBe('done')
})

test('where no frame is drawn, a click is answered nevertheless', async () => {
  await expect(afterPaint(async () => 'done')).resolves.toBe('done')
})

test('the frame shows nothing any more after a failure', async () => {
  const failing = afterPaint(() => Promise.reject(new Error('no such screen')))
  const [outcome] = await Promise.all([failing.catch((error: Error) => error.message), paint()])
  expect(outcome).toBe('no such screen')
  expect(page.documentElement.dataset).toEqual({})
})
