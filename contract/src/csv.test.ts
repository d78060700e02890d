import { expect, test } from 'vitest'
import { CsvFault, guarded, openCsv, separatorOf, unguarded } from './csv.ts'

/** The records of a file that is read in these pieces. */
const read = (...pieces: string[]) => {
  const csv = openCsv()
  return [...pieces.flatMap((piece) => csv.push(piece)), ...csv.end()]
}
const cells = (text: string) => read(text).map((record) => record.cells)

test('a cell that a spreadsheet would run as a formula is written as text, and reading restores every text exactly', () => {
  for (const text of ['=1+1', '+39', '-2+3', '@A', '\t=1', '＝1', "'=1", "''=1", "'plain", 'plain', '', "'"]) {
    expect(unguarded(guarded(text))).toBe(text)
    expect(guarded(text)).not.toMatch(/^[=+\-@\t＝]/)
  }
  expect([guarded('=1'), guarded("'=1"), guarded("'t Hooft")]).toEqual(["'=1", "''=1", "'t Hooft"])
})

test('cells with separators, quotes and line breaks are read unchanged', () => {
  expect(cells('a,b\r\n"x, y","say ""hi"""\n"two\nlines",\n6" pipe,z')).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"'],
    ['two\nlines', ''],
    ['6" pipe', 'z'],
  ])
  expect(cells('a,b\r1,2\r')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a file is read the same however it is cut into pieces, and each record knows its line', () => {
  const text = '\ufeffa;b\r\n"x;\r\ny";"""1"""\r\n\r\nz;2'
  const whole = read(text)
  expect(whole.map(({ line }) => line)).toEqual([1, 2, 4, 5])
  for (let at = 1; at < text.length; at += 1) expect(read(text.slice(0, at), text.slice(at))).toEqual(whole)
  expect(read(...text)).toEqual(whole)
})

test('the separator is the one that occurs most often in the first line, or the one that `sep=` names', () => {
  expect(separatorOf('a;b;c\n1,2;3,4;5')).toBe(';')
  expect(separatorOf('"a;b;c",d\n')).toBe(',')
  expect(separatorOf('a\tb\n')).toBe('\t')
  expect(cells('sep=;\r\na;b\r\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
})

test.each([
  ['unclosedQuote', 3, 'a,b\n1,2\n"open,1\n3,4\n'],
  ['textAfterQuote', 2, 'a,b\n"6" pipe,1\n'],
])('a file with %s is refused with its line', (problem, line, text) => {
  expect(() => read(text)).toThrow(CsvFault)
  try {
    read(text)
  } catch (error) {
    expect(error).toMatchObject({ problem, line })
  }
})
