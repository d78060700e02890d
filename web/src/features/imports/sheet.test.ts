import { expect, test } from 'vitest'
import { parseCsv, readSheet, separatorOf } from './sheet.ts'

const limits = { bytes: 10_000, rows: 3 }
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'x.csv') => new File([content], name)

test('cells with separators, quotes and line breaks come as they are', () => {
  expect(parseCsv('a,b\r\n"x, y","say ""hi"""\n"two\nlines",\n6" pipe,z')).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"'],
    ['two\nlines', ''],
    ['6" pipe', 'z'],
  ])
})

test('the separator is the sign that the first line has most of', () => {
  expect(separatorOf('a;b;c\n1,2;3,4;5')).toBe(';')
  expect(separatorOf('"a;b;c",d\n')).toBe(',')
  expect(separatorOf('a\tb\n')).toBe('\t')
})

test('what Windows wrote before UTF-8 is read, with or without a byte order mark', async () => {
  const sheet = await readSheet(file(new Uint8Array([0x6e, 0x0a, 0x43, 0x61, 0x66, 0xe9])), limits)
  expect(sheet).toMatchObject({ header: ['n'], rows: [['Café']] })
  expect((await readSheet(file('\ufeffn;m\n1;2'), limits)).header).toEqual(['n', 'm'])
})

test.each([
  ['empty', 'only,a,head\n'],
  ['empty', ''],
  ['tooManyRows', 'a\n1\n2\n3\n4\n'],
  ['tooLarge', 'x'.repeat(20_000)],
  ['unreadable', 'a\n"open'],
])('a file that is %s is not taken', async (trouble, content) => {
  await expect(readSheet(file(content), limits)).rejects.toMatchObject({ trouble })
})

test('a file of an old Excel, and one that only claims to be a spreadsheet, say so', async () => {
  await expect(readSheet(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])), limits)).rejects.toMatchObject({
    trouble: 'oldExcel',
  })
  await expect(readSheet(file(new Uint8Array([0x50, 0x4b, 3, 4])), limits)).rejects.toMatchObject({
    trouble: 'unreadable',
  })
})
