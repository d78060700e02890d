import { expect, test } from 'vitest'
import { recentState } from './recentState.ts'

test('a check that finds errors is not called a refused import', () => {
  const done = { status: 'done' } as const
  expect(recentState({ ...done, dryRun: true, outcome: 'refused' })).toBe('faulty')
  expect(recentState({ ...done, dryRun: true, outcome: 'imported' })).toBe('checked')
  expect(recentState({ ...done, dryRun: false, outcome: 'refused' })).toBe('refused')
  expect(recentState({ ...done, dryRun: false, outcome: 'imported' })).toBe('imported')
  expect(recentState({ status: 'queued', dryRun: true, outcome: null })).toBe('waiting')
  expect(recentState({ status: 'interrupted', dryRun: false, outcome: null })).toBe('interrupted')
})
