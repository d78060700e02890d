import { expect, test } from 'vitest'
import { isInIndex, wordsOf } from './words.ts'

test.each([
  ['acme 2026-0012', ['acme', '2026-0012']],
  ['Rossi, Mario;Milano\tRossi', ['Rossi', 'Mario', 'Milano']],
  ['  ', []],
  [', ;', [', ;']],
  ['1 2 3 4 5 6 7 8 9 10 11 12', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']],
  ['1 2 3 4 5 6 7 8 9 10 11 12 13', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12 13']],
])('the words of %j are those between its separators (rules U6)', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('an index serves three characters, and one or two letters or digits (rules U6)', () => {
  expect(['b9', '7', 'ü', 'a-b', '100%', '東京'].filter((word) => !isInIndex(word))).toEqual([])
  expect(['%', '1%', '--', '🧭'].filter(isInIndex)).toEqual([])
})
