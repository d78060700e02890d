import { expect, test } from 'vitest'
import { shownObject } from './shownObject.ts'

test('an object is shown unchanged, and invalid JSON or another value as an empty object', () => {
  expect(shownObject({ a: [1] })).toEqual({ a: [1] })
  expect(shownObject('{"a":1}')).toEqual({ a: 1 })
  for (const value of ['{a:1}', '[1]', '', 7, null, [1]]) expect(shownObject(value)).toEqual({})
})
