import { expect, test } from 'vitest'
import { isPerpetual } from './durations.ts'

test.each([
  [{ perpetual: true, years: 0 }, true],
  [{ perpetual: false, years: 255 }, true],
  [{ perpetual: false, years: 254 }, false],
  [{ perpetual: false, years: 0 }, false],
])('%o is perpetual: %s (rules C4)', (duration, perpetual) => {
  expect(isPerpetual(duration)).toBe(perpetual)
})
