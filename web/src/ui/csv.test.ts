import { expect, test } from 'vitest'
import { defused, separatorFor, toCsv } from './csv.ts'

test('a cell that a spreadsheet would run as a formula becomes text', () => {
  for (const cell of ['=1+1', '+cmd|calc', '-2+3+cmd', '@SUM(A1)', '\t=1', '＝1'])
    expect(defused(cell)).toBe(`'${cell}`)
})

test('numbers keep their sign', () => {
  for (const cell of ['-12', '-1.234,50', '+39', '0']) expect(defused(cell)).toBe(cell)
})

test('cells that contain quotes, line breaks or the separator are quoted', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['say "hi"', 'one, two\nthree'],
    ]),
  ).toBe('\ufeffa,b\r\n"say ""hi""","one, two\nthree"\r\n')
  expect(toCsv([['1,5', 'x;y']], ';')).toBe('\ufeff1,5;"x;y"\r\n')
})

test('languages with a decimal comma use the semicolon as separator', () => {
  expect([separatorFor('en'), separatorFor('it')]).toEqual([',', ';'])
})
