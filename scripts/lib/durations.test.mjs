import { expect, test } from 'vitest'
import { slowestFiles } from './durations.mjs'

test('test files are listed with the slowest first, those of a journey with all of its tests', () => {
  const unit = { testResults: [{ name: '/project/web/src/a.test.ts', startTime: 1_000, endTime: 1_250 }] }
  const test = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
  const journeys = {
    suites: [
      { file: 'short.spec.ts', specs: [test(100)] },
      { file: 'nested.spec.ts', specs: [test(100)], suites: [{ specs: [test(90, 90)] }] },
    ],
  }
  expect(slowestFiles([unit, undefined], journeys, '/project')).toEqual([
    { file: 'e2e/nested.spec.ts', milliseconds: 280 },
    { file: 'web/src/a.test.ts', milliseconds: 250 },
    { file: 'e2e/short.spec.ts', milliseconds: 100 },
  ])
  expect(slowestFiles([undefined], undefined, '/project')).toEqual([])
})
