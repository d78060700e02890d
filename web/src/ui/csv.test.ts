import { expect, test } from 'vitest'
import { defused, separatorFor, toCsv } from './csv.ts'

test('what a spreadsheet would run becomes text', () => {
  for (const cell of ['=1+1', '+cmd|calc', '-2+3+cmd', '@SUM(A1)', '\t=1', '＝1'])
    expect(defused(cell)).toBe(`'${cell}`)
})

test('numbers keep their sign', () => {
  for (const cell of ['-12', '-1.234,50', '+39', '0']) expect(defused(cell)).toBe(cell)
})

test('cells with quotes, breaks or the separator are quoted', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['say "hi"', 'one, two\nthree'],
    ]),
  ).toBe('\ufeffa,b\r\n"say ""hi""","one, two\nthree"\r\n')
  expect(toCsv([['1,5', 'x;y']], ';')).toBe('\ufeff1,5;"x;y"\r\n')
})

test('where the comma is decimal, the semicolon separates', () => {
  expect([separatorFor('en'), separatorFor('it')]).toEqual([',', ';'])
})
