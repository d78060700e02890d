import { afterEach, expect, test, vi } from 'vitest'
import type { Tone } from '../ui/StatusTag.tsx'
import { isKnown, shownAs } from './known.ts'

const tones: Record<'open' | 'closed', Tone> = { open: 'success', closed: 'error' }
const word = (state: keyof typeof tones) => `It is ${state}`

afterEach(() => {
  vi.restoreAllMocks()
})

test('a state that is known has its colour and its words, and nothing is noted', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  expect(shownAs('door', 'open', tones, word)).toEqual({ tone: 'success', word: 'It is open' })
  expect(info).not.toHaveBeenCalled()
})

test('a state that a newer server names is shown by its own name without a colour, and noted once (rules V10)', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  for (const value of ['ajar', 'ajar', 'toString', 'ajar'])
    expect(shownAs('door', value as keyof typeof tones, tones, word)).toEqual({ tone: 'neutral', word: value })
  expect(isKnown('window', 'ajar', tones)).toBe(false)
  expect(info.mock.calls).toEqual([['Unknown door: ajar'], ['Unknown door: toString'], ['Unknown window: ajar']])
})
