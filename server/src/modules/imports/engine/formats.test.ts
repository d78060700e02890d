// @module-tag long
import type { Encoding } from '@trellis/contract/encodings'
import type { ChosenFormats } from '@trellis/contract/import-cells'
import { encoded } from '@trellis/contract/testing/encoded'
import { afterAll, expect, test } from 'vitest'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { importing } from '../../../testing/importing.ts'
import { workbookOf } from '../../../testing/workbook.ts'
import type { FileOutcome } from './import-file.ts'

const vendors = await importing()
afterAll(vendors.close)

/** Creates a new vendor for each test, and returns the messages of an import of the files. */
async function newVendor() {
  const { rows, run } = await vendors.newVendor()
  let last: Record<string, FileOutcome> = {}
  return {
    rows,
    outcomes: () => last,
    async run(
      files: Record<string, string | Uint8Array>,
      options: {
        keepGood?: boolean
        keepAll?: boolean
        leaveOthers?: boolean
        encoding?: Encoding
        sheet?: string
        formats?: ChosenFormats
      } = {},
    ) {
      const { good, problems, outcomes } = await run(files, options)
      last = outcomes
      return {
        good,
        problems: problems.map(
          ({ file, line, column, value, reason }) => `${file} ${line} ${column} ${value}: ${reason}`,
        ),
      }
    },
  }
}

const products = (rows: (query: Sql) => Promise<unknown[]>) =>
  rows(sql`
    select sku, name, price_msrp::float as price, environment_type as environment, status,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') as created
    from products order by sku`)

const pears = [
  {
    sku: '4006381333931',
    name: 'Però',
    price: 1234.5,
    environment: 2,
    status: 'Pending',
    created: '2024-05-04 12:00:00.000',
  },
  { sku: '=PEAR', name: "'t Pear", price: 2.25, environment: 1, status: 'Active', created: '2024-05-31 12:00:00.000' },
]
const italian = (text: string) => [
  'Articolo;Nome;Prezzo di listino;Ambiente;Stato;Data di creazione',
  `4006381333931;${text};1.234,50 €;On-premise;In attesa;04/05/2024`,
  "'=PEAR;'t Pear;2,25;Cloud;Attivo;31/05/2024",
]

test.each([
  ['UTF-8 with its mark', Buffer.from(`\ufeff${italian('Però').join('\r\n')}`)],
  ['UTF-16', Buffer.from(`\ufeff${italian('Però').join('\n')}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(italian('Però').join('\n'), 'utf16le')],
  ['MS-DOS', encoded(italian('Però').join('\r\n'), 'ibm850') as Uint8Array],
  ['Mac', encoded(italian('Però').join('\r'), 'macintosh') as Uint8Array],
  ['Windows-1252', Buffer.from(italian('Però').join('\r\n').replaceAll('€', ''), 'latin1')],
  ['tabs', Buffer.from(italian('Però').join('\n').replaceAll(';', '\t'))],
])('a file of an Italian spreadsheet is read as its author wrote it: %s', async (_, content) => {
  const { run, rows } = await newVendor()
  expect(await run({ 'products.csv': content })).toEqual({ good: true, problems: [] })
  expect(await products(rows)).toEqual(pears)
})

test('letters that can be read in two ways are refused with what each way would show, unless the encoding is said', async () => {
  const { run, rows } = await newVendor()
  const content = encoded('sku;name;price\nA;Kovač;1,5\n', 'windows-1250') as Uint8Array
  expect((await run({ 'products.csv': content })).problems).toEqual([
    expect.stringMatching(
      /^products.csv 1 null null: can be read in several encodings; say which one it is: .*windows-1250 \(A;Kovač;1,5\)/,
    ),
  ])
  expect(await run({ 'products.csv': content }, { encoding: 'windows-1250' })).toEqual({ good: true, problems: [] })
  expect(await rows(sql`select name from products`)).toEqual([{ name: 'Kovač' }])
})

test('control characters that no text has are a sign of a wrong encoding, and nothing of the file is kept', async () => {
  const { run } = await newVendor()
  const sign = (line: number) =>
    `products.csv ${line} null null: is not text here: part of the file is damaged, or it is in another encoding than the rest`
  const head = 'sku,name,price\nA,Apple,1\n'
  expect((await run({ 'products.csv': `${head}B,M\u0081ller,1\n` })).problems).toEqual([sign(3)])
  expect((await run({ 'products.csv': `${head}B,M\u0000ller,1\n` })).problems).toEqual([sign(3)])
  const dos = encoded(`${head}B,Müller,1\n`, 'ibm850') as Uint8Array
  expect((await run({ 'products.csv': dos }, { encoding: 'windows-1252' })).problems).toEqual([sign(3)])
  const sheet = await workbookOf([
    ['sku', 'name', 'price'],
    ['A', 'M\u0081ller', { number: '1' }],
  ])
  expect((await run({ 'products.xlsx': sheet })).problems).toEqual([sign(2).replace('.csv', '.xlsx')])
})

test('numbers of a workbook are read exactly, amounts and times as they are shown', async () => {
  const { run, rows } = await newVendor()
  const head = ['SKU', 'name', 'MSRP', 'environmentType', 'creationDate', 'oemSku']
  const content = await workbookOf([
    head,
    // 23:30 as a fraction of a day cannot be represented exactly as a binary number.
    [
      { number: '4006381333931' },
      'Però',
      { number: '12.100000000000001' },
      { number: '2' },
      { moment: '45416.979166666664' },
      null,
    ],
    [],
    ['00012', 'Leading', { number: '1.234' }, 'Cloud', { moment: '45443' }, { number: '40063813339312' }],
  ])
  expect(await run({ 'products.xlsx': content })).toEqual({ good: true, problems: [] })
  expect(await rows(sql`select oem_sku from products where sku = '00012'`)).toEqual([{ oem_sku: '40063813339312' }])
  expect(await products(rows)).toEqual([
    {
      sku: '00012',
      name: 'Leading',
      price: 1.234,
      environment: 1,
      status: 'Active',
      created: '2024-05-31 12:00:00.000',
    },
    {
      sku: '4006381333931',
      name: 'Però',
      price: 12.1,
      environment: 2,
      status: 'Active',
      created: '2024-05-04 23:30:00.000',
    },
  ])
  const lost = await workbookOf([head, [{ number: '12345678901234567' }, 'Lost', { number: '1' }]])
  expect((await run({ 'products.xlsx': lost })).problems).toEqual([
    expect.stringMatching(/^products.xlsx 2 sku 12345678901234567E\+00: is a number that a spreadsheet has rounded/),
  ])
})

test('a long number that a spreadsheet has shortened is refused in every text column', async () => {
  const { run } = await newVendor()
  const { problems } = await run({ 'products.csv': 'sku;name;price\n4,00638E+12;Pear;1,5\nOK-1;1E10;2,5\n' })
  expect(problems).toEqual([expect.stringMatching(/^products.csv 2 sku 4,00638E\+12: is a number that a spreadsheet/)])
})

test('all faults of a file are reported at once, each cause once', async () => {
  const { run } = await newVendor()
  const told = async (...lines: string[]) =>
    (await run({ 'products.csv': lines.join('\n') }, { keepGood: true })).problems
  // Both the header and the cells are checked.
  expect(await told('sku,name,colour,oemSku,oemSku', 'A,,red,,', `B,${'x'.repeat(300)},red,,`)).toEqual([
    expect.stringMatching(/^products.csv 1 null null: has columns that are not known: colour; known are sku, name, /),
    'products.csv 1 null null: has columns twice: oemSku',
    'products.csv 1 null null: lacks columns that are required: price',
    'products.csv 2 name : is required',
    expect.stringMatching(/^products.csv 3 name x+: is longer than 255 characters$/),
  ])
  // A fault of the whole file does not prevent the check of its rows, but nothing of the file is imported.
  expect(await told('sku,name,price,oemSku,oemSku', 'A,Apple,1,,', 'A,Apple again,1,,')).toEqual([
    expect.stringMatching(/columns twice: oemSku/),
    'products.csv 3 sku A: repeats the row of line 2',
  ])
  expect(await told('sku;name;price', ...Array.from({ length: 9 }, (_, n) => `S${n};Name;${n + 1}.500`))).toEqual([
    'products.csv 2 price 1.500: can be read in two ways, and no amount of the column says which: write 1234.50, or say whether comma or point begins the decimals',
  ])
  expect(await told('sku|name|price', 'A|Apple|1')).toEqual([
    'products.csv 1 null null: is separated by "|": comma, semicolon and tab are read',
  ])
})

test('titles, blank and short rows, totals, notes and strange columns are read as a person reads them', async () => {
  const { run, rows, outcomes } = await newVendor()
  const content = [
    'Halcyon Software;;;;',
    'Articoli al 26/11/2026;;;;',
    '',
    ';;;;',
    ';SKU;Nome;Prezzo;Colore',
    '',
    ';A-1;Mela;1,50;rosso',
    ';A-2;Pera;2,50',
    ';;;;',
    ';Totale;;4,00;',
    '',
    'Stampato il 26/11/2026',
  ].join('\r\n')
  // A heading that was mistyped would lose its column, so the operator says that others are left out.
  expect((await run({ 'products.csv': content })).problems).toEqual([
    expect.stringMatching(/^products.csv 5 null null: has columns that are not known: Colore; known are sku, name, /),
  ])
  expect(await run({ 'products.csv': content }, { leaveOthers: true })).toEqual({ good: true, problems: [] })
  expect(outcomes()['products.csv']).toMatchObject({
    rows: 2,
    new: 2,
    notImported: ['#1', 'Colore'],
    leftOut: [10, 12],
  })
  expect(await rows(sql`select sku, name, price_msrp::float as price from products order by sku`)).toEqual([
    { sku: 'A-1', name: 'Mela', price: 1.5 },
    { sku: 'A-2', name: 'Pera', price: 2.5 },
  ])
  // Without the rule, the rows are refused like others that lack something.
  const all = await run({ 'products.csv': content }, { keepAll: true, leaveOthers: true })
  expect(all.problems.map((problem) => problem.split(':')[0])).toEqual([
    'products.csv 10 name ',
    'products.csv 12 name ',
    'products.csv 12 price ',
    'products.csv 12 sku ',
  ])
})

test('an amount with the sign of another currency than that of its row is refused', async () => {
  const { run, rows } = await newVendor()
  const head = 'sku,name,price,currencyCode'
  const { problems } = await run({ 'products.csv': `${head}\nA,Apple,$5.00,EUR\nB,Pear,USD 5.00,\nC,Fig,€ 5.00,\n` })
  expect(problems).toEqual([
    'products.csv 2 price $5.00: is in another currency than the row, which is in EUR',
    // A row that names no currency is in that of the tenant.
    'products.csv 3 price USD 5.00: is in another currency than the row, which is in EUR',
  ])
  const good = `${head}\nA,Apple,$5.00,USD\nB,Pear,5.00 EUR,\nC,Fig,"CHF 1'234.50",chf\n`
  expect(await run({ 'products.csv': good })).toEqual({ good: true, problems: [] })
  expect(
    await rows(sql`
      select price_msrp::float as price, c.code from products join offered.currencies c using (currency_id) order by sku`),
  ).toEqual([
    { price: 5, code: 'USD' },
    { price: 5, code: 'EUR' },
    { price: 1234.5, code: 'CHF' },
  ])
})

test('amounts and dates that can be read in two ways are read as the operator says', async () => {
  const { run, rows } = await newVendor()
  const content = 'sku;name;price;creationDate\nA;Apple;1.250;04/05/2024\n'
  expect((await run({ 'products.csv': content })).problems).toEqual([
    expect.stringMatching(/price 1.250: can be read in two ways/),
    expect.stringMatching(/creationDate 04\/05\/2024: can be read in two ways/),
  ])
  const formats = { decimals: { '*': ',' }, orders: { '*': 'month' } } as const
  expect(await run({ 'products.csv': content }, { formats })).toEqual({ good: true, problems: [] })
  expect(await products(rows)).toMatchObject([{ sku: 'A', price: 1250, created: '2024-04-05 12:00:00.000' }])
})

test('a row with more cells than the header is refused, because its cells may stand in wrong columns', async () => {
  const { run } = await newVendor()
  expect((await run({ 'products.csv': 'sku,name,price\nA,Apple,1,234.50\nB,Pear,2,,\n' })).problems).toEqual([
    'products.csv 2 null null: has 4 fields where the header has 3',
  ])
})

test('an export for people has columns that the import does not know', async () => {
  const { run } = await newVendor()
  const content =
    'Name,Group,Created,Code,creationDate\nVendor,Operating company,2024-05-31,ROOT,2024-05-31T10:00:00Z\n'
  expect(await run({ 'accounts.csv': content })).toEqual({ good: true, problems: [] })
})

test('a file present both as CSV and as workbook is not read, and an invalid workbook is refused', async () => {
  const { run } = await newVendor()
  await expect(run({ 'stock.csv': 'x', 'stock.xlsx': 'x' })).rejects.toThrow('stock.xlsx is there as .csv as well')
  expect((await run({ 'stock.xlsx': 'no workbook' })).problems).toEqual([
    expect.stringMatching(/^stock.xlsx 1 null null: cannot be read as an xlsx file: /),
  ])
})

test('the sheet of a workbook can be said, and one that it does not have is named', async () => {
  const { run } = await newVendor()
  const content = await workbookOf([
    ['sku', 'name', 'price'],
    ['S-1', 'Of the sheet', { number: '1.5' }],
  ])
  expect((await run({ 'products.xlsx': content }, { sheet: 'Prices' })).problems).toEqual([
    expect.stringMatching(/^products.xlsx 1 null null: cannot be read as an xlsx file: .*Prices/),
  ])
  expect(await run({ 'products.xlsx': content }, { sheet: 'A' })).toEqual({ good: true, problems: [] })
})
