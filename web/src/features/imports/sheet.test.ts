import { encoded } from '@trellis/contract/testing/encoded'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet, withRows } from './sheet.ts'

const limits = { bytes: 10_000, rows: 3, large: 15_000 }
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'x.csv') => new File([content], name)

test('Windows-1252 and UTF-8 are read, with or without a byte order mark', async () => {
  const sheet = await readSheet('products', file(new Uint8Array([0x6e, 0x0a, 0x43, 0x61, 0x66, 0xe9])), limits)
  expect(sheet).toMatchObject({ header: ['n'], rows: [['Café']] })
  expect((await readSheet('products', file('\ufeffn;m\n1;2'), limits)).header).toEqual(['n', 'm'])
})

test('the “Unicode text” of Excel is read, and its separator line is skipped', async () => {
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = new Uint8Array(2 * text.length + 2)
    const view = new DataView(bytes.buffer)
    for (const [at, character] of Array.from(`\ufeff${text}`).entries())
      view.setUint16(2 * at, character.charCodeAt(0), !isBig)
    return bytes
  }
  for (const isBig of [true, false])
    expect(await readSheet('products', file(utf16('sku\tname\r\n1\tCafé\r\n', isBig), 'x.txt'), limits)).toMatchObject({
      header: ['sku', 'name'],
      rows: [['1', 'Café']],
    })
  expect(await readSheet('products', file('sep=;\r\na;b\r\n1,5;2'), limits)).toMatchObject({
    header: ['a', 'b'],
    rows: [['1,5', '2']],
    separator: ';',
  })
})

test('the apostrophe that protects an exported CSV against formulas is removed, and one that belongs to a value stays', async () => {
  const { rows } = await readSheet('products', file("sku,name\n'@A,'t Hooft\n''=1,O'Neil\n"), limits)
  expect(rows).toEqual([
    ['@A', "'t Hooft"],
    ["'=1", "O'Neil"],
  ])
})

test.each([
  ['tooManyColumns', `${'a,'.repeat(600)}z\n1\n`],
  ['empty', 'only,a,head\n'],
  ['empty', ''],
  ['tooLarge', 'x'.repeat(20_000)],
  ['unclosedQuote', 'a\n"open'],
])('a file with the problem %s is rejected', async (trouble, content) => {
  await expect(readSheet('products', file(content), limits)).rejects.toMatchObject({ trouble })
})

test('a file with too many rows, or too large to be held, is sent as it is: a few of its rows stand for all', async () => {
  const small = await readSheet('products', file('a\n1\n2\n3\n'), limits)
  expect(small).toMatchObject({ large: null, rows: [['1'], ['2'], ['3']] })
  const many = await readSheet('products', file('a\n1\n2\n\n3\n4\n'), limits)
  expect(many).toMatchObject({ large: { rows: 4 }, lines: [2, 3, 5, 6] })
  const shares: number[] = []
  const text = `Prices;\nsku;name\n${'Ä1;Äpfel\n'.repeat(1_200)}Ä2;Birne\nTotal;\n`
  const bytes = encoded(text, 'windows-1252') ?? ''
  const large = await readSheet('products', file(bytes), limits, { header: 2 }, (share) => shares.push(share))
  expect(large).toMatchObject({ header: ['sku', 'name'], headerLine: 2, encoding: 'windows-1252', separator: ';' })
  expect(large.large).toEqual({ rows: 1_202 })
  expect(large.rows.length).toBeLessThan(400)
  expect(large.rows).toContainEqual(['Ä2', 'Birne'])
  expect(large.left.map(({ cells }) => cells[0])).toEqual(['Total'])
  expect(shares.at(-1)).toBe(1)
})

test('an old Excel file and a file that only looks like a spreadsheet have their own messages', async () => {
  await expect(readSheet('products', file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])), limits)).rejects.toMatchObject({
    trouble: 'oldExcel',
  })
  await expect(readSheet('products', file(new Uint8Array([0x50, 0x4b, 3, 4])), limits)).rejects.toMatchObject({
    trouble: 'unreadable',
  })
})

const workbook = (sheet: string) => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const part = (xml: string) => strToU8(`<?xml version="1.0"?>${xml}`)
  return zipSync({
    'xl/workbook.xml': part(
      `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': part(`<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`),
  }).slice()
}
const row = (number: number, name: string, price: string) =>
  `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${name}</t></is></c><c r="B${number}">${price}</c></row>`

test('empty columns that only have a format are ignored', async () => {
  const wide = `<row r="1"><c r="A1" t="inlineStr"><is><t>sku</t></is></c><c r="XFD1" s="1"/></row>${row(2, '1', '')}`
  expect(await readSheet('products', file(workbook(wide), 'x.xlsx'), limits)).toMatchObject({ header: ['sku'] })
})

test('spreadsheet cells are read as shown, and one that would unpack to too much data is rejected (threats F8)', async () => {
  const cells = row(1, 'sku', '<v>0</v>') + row(2, '00012', '<v>12.100000000000001</v>')
  expect(await readSheet('products', file(workbook(cells), 'x.xlsx'), limits)).toMatchObject({
    header: ['sku', '0'],
    rows: [['00012', '12.100000000000001E+00']],
    separator: null,
  })
  // An article number in a numeric cell keeps all its digits.
  const ean = row(1, 'sku', '<v>0</v>') + row(2, 'A', '<v>4006381333931</v>') + row(3, 'B', '<v>12345678901234567</v>')
  expect((await readSheet('products', file(workbook(ean), 'x.xlsx'), limits)).rows).toEqual([
    ['A', '4006381333931'],
    ['B', '12345678901234567E+00'],
  ])
  // The last possible cell in Excel: a table up to it would have 17 thousand million cells.
  const far = `${cells}<row r="1048576"><c s="1" r="XFD1048576"/></row>`
  await expect(readSheet('products', file(workbook(far), 'x.xlsx'), limits)).rejects.toMatchObject({
    trouble: 'tooLarge',
  })
  const bomb = workbook(cells)
  // Fakes the size of the first entry in the archive's directory.
  const directory = bomb.findIndex((_, at) => String(bomb.slice(at, at + 4)) === '80,75,1,2')
  new DataView(bomb.buffer).setUint32(directory + 24, 0x7fffffff, true)
  await expect(
    readSheet('products', file(bomb, 'x.xlsx'), { bytes: 1_000_000, rows: 3, large: 1_000_000 }),
  ).rejects.toMatchObject({
    trouble: 'tooLarge',
  })
})

test('a file whose letters can be read in several ways asks, and is read as chosen', async () => {
  const content = new Uint8Array([...new TextEncoder().encode('sku,name\nA,Kova'), 0xe8, 0x0a])
  await expect(readSheet('products', file(content), limits)).rejects.toMatchObject({
    trouble: 'doubtfulLetters',
    readings: expect.arrayContaining([{ encoding: 'windows-1250', samples: ['A,Kovač'] }]),
  })
  expect(await readSheet('products', file(content), limits, { encoding: 'windows-1250' })).toMatchObject({
    rows: [['A', 'Kovač']],
    encoding: 'windows-1250',
  })
  const dos = new Uint8Array([...new TextEncoder().encode('sku,name\nA,M'), 0x81, 0x0a])
  await expect(readSheet('products', file(dos), limits, { encoding: 'windows-1252' })).rejects.toMatchObject({
    trouble: 'wrongLetters',
    line: 2,
  })
})

test('titles above the header and totals below the rows are no rows, unless the reader says so', async () => {
  const content = file('Halcyon\n\nsku,name,price\nA,Apple,1\n,,\nB,Pear\nTotal,,1\nPrinted today\n')
  const sheet = await readSheet('products', content, limits)
  expect(sheet).toMatchObject({ headerLine: 3, lines: [4, 6], header: ['sku', 'name', 'price'] })
  expect(sheet.left.map(({ line }) => line)).toEqual([7, 8])
  const all = { bytes: 1000, rows: 10, large: 1000 }
  expect(await readSheet('products', content, all, { keepAll: true })).toMatchObject({ lines: [4, 6, 7, 8], left: [] })
  expect(await readSheet('products', content, all, { header: 4 })).toMatchObject({
    headerLine: 4,
    header: ['A', 'Apple', '1'],
  })
})

test('any sheet of a workbook can be read, and a row with more cells than the header is refused', async () => {
  const content = file(workbook(row(1, 'sku', '<v>0</v>') + row(2, 'A', '<v>1</v>')), 'x.xlsx')
  expect(await readSheet('products', content, limits)).toMatchObject({ sheets: ['A'], encoding: null })
  await expect(readSheet('products', content, limits, { sheet: 'No such' })).rejects.toMatchObject({
    trouble: 'unreadable',
  })
  await expect(readSheet('products', file('sku,name\nA,1,234\n'), limits)).rejects.toMatchObject({
    trouble: 'tooWide',
    line: 2,
  })
})

test('which rows are records is decided again when it is said what the columns are', async () => {
  const text = 'Kennung;Was;Wieviel;Notiz\nA;Apfel;1;\nTotal;Benzin;2;\n;;3;\n'
  const sheet = await readSheet('products', file(text), limits)
  // No column is known yet, so that each row could be one that lacks something.
  expect(sheet.left.map(({ line }) => line)).toEqual([3, 4])
  const columns = { sku: { from: ['Kennung'] }, name: { from: ['Was'] }, price: { from: ['Wieviel'] } }
  const said = withRows('products', sheet, { columns })
  expect([said.rows.map(([sku]) => sku), said.left.map(({ line }) => line)]).toEqual([['A', 'Total'], [4]])
})

test('a recipe finds its header below titles and its encoding in doubt, and never reads certain letters in another way', async () => {
  const recipe = {
    ...{ name: 'R', kind: 'products' as const, headings: ['Kennung', 'Was', 'Wieviel'] },
    columns: { sku: { from: ['Kennung'] }, name: { from: ['Was'] }, price: { from: ['Wieviel'] } },
    encoding: 'windows-1250' as const,
  }
  const text = 'Liste;von;heute;und;morgen\nKennung;Was;Wieviel\nA;Kovač;1\n'
  const read = (content: string | Uint8Array<ArrayBuffer>) => readSheet('products', file(content), limits, { recipe })
  expect(await read(text)).toMatchObject({ encoding: 'utf-8', headerLine: 2, rows: [['A', 'Kovač', '1']] })
  const doubtful = encoded(text, 'windows-1250') as Uint8Array<ArrayBuffer>
  await expect(readSheet('products', file(doubtful), limits)).rejects.toMatchObject({ trouble: 'doubtfulLetters' })
  expect(await read(doubtful)).toMatchObject({ encoding: 'windows-1250', rows: [['A', 'Kovač', '1']] })
})
