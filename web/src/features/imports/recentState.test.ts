import { expect, test } from 'vitest'
import { recentState } from './recentState.ts'

test('a check that finds errors is not called a refused import', () => {
  const undo = { until: null, undoneDate: null, undoneBy: null }
  const done = { status: 'done', undo } as const
  expect(recentState({ ...done, dryRun: true, outcome: 'refused' })).toBe('faulty')
  expect(recentState({ ...done, dryRun: true, outcome: 'imported' })).toBe('checked')
  expect(recentState({ ...done, dryRun: false, outcome: 'refused' })).toBe('refused')
  expect(recentState({ ...done, dryRun: false, outcome: 'imported' })).toBe('imported')
  expect(
    recentState({ ...done, dryRun: false, outcome: 'imported', undo: { ...undo, undoneDate: '2026-11-28T10:00:00Z' } }),
  ).toBe('undone')
  expect(recentState({ undo, status: 'queued', dryRun: true, outcome: null })).toBe('waiting')
  expect(recentState({ undo, status: 'interrupted', dryRun: false, outcome: null })).toBe('interrupted')
})
