import { expect, test } from 'vitest'
import { jsonFault } from './jsonFault.ts'

test('valid JSON has no error, as in JSON.parse', () => {
  for (const text of ['{}', ' { "a" : [1, -2.5e3, "x\\u00e9", true, null, {}] } ', '"x"', '0', '[]\n']) {
    expect(jsonFault(text), text).toBeNull()
    expect(() => JSON.parse(text)).not.toThrow()
  }
})

test('an error is reported by line and column, at its own position and not at the start of the value', () => {
  expect(jsonFault('{\n  "cores": 8,\n  memory: 16\n}')).toEqual({ line: 3, column: 3, isEnd: false })
  expect(jsonFault('{ "a": 1, }')).toEqual({ line: 1, column: 11, isEnd: false })
  expect(jsonFault('{ "a" 1 }')).toEqual({ line: 1, column: 7, isEnd: false })
  expect(jsonFault('[1 2]')).toEqual({ line: 1, column: 4, isEnd: false })
  expect(jsonFault('{ "a": "x\ny" }')).toEqual({ line: 1, column: 10, isEnd: false })
  expect(jsonFault("{'a': 1}")).toEqual({ line: 1, column: 2, isEnd: false })
  expect(jsonFault('{} {}')).toEqual({ line: 1, column: 4, isEnd: false })
  expect(jsonFault('[01]')).toEqual({ line: 1, column: 3, isEnd: false })
})

test('a text that is valid but incomplete is reported as such', () => {
  expect(jsonFault('{ "a": 1')).toEqual({ line: 1, column: 9, isEnd: true })
  expect(jsonFault('{ "a": "b')).toEqual({ line: 1, column: 10, isEnd: true })
  expect(jsonFault('')).toEqual({ line: 1, column: 1, isEnd: true })
})

test('for every insertion or deletion in a valid text, the result agrees with JSON.parse', () => {
  const whole = '{"a":[1,2.5e-3,"x\\n",true,null],"b":{"c":"é","d":[]}}'
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  for (let at = 0; at <= whole.length; at += 1) {
    for (const put of ['', ',', '"', '}', ' ', '\\', '0', '\n']) {
      const text = whole.slice(0, at) + put + whole.slice(at + 1)
      expect(jsonFault(text) === null, text).toBe(isJson(text))
    }
  }
})
