import { afterAll, expect, test } from 'vitest'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { importing } from '../../../testing/importing.ts'
import { workbookOf } from '../../../testing/workbook.ts'

const vendors = await importing()
afterAll(vendors.close)

/** Creates a new vendor for each test, and returns the messages of an import of the files. */
async function newVendor() {
  const { rows, run } = await vendors.newVendor()
  return {
    rows,
    async run(files: Record<string, string | Buffer>, keepGood = false) {
      const { good, problems } = await run(files, { keepGood })
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
  ['Windows-1252', Buffer.from(italian('Però').join('\r\n').replaceAll('€', ''), 'latin1')],
  ['tabs', Buffer.from(italian('Però').join('\n').replaceAll(';', '\t'))],
])('a file of an Italian spreadsheet is read as its author wrote it: %s', async (_, content) => {
  const { run, rows } = await newVendor()
  expect(await run({ 'products.csv': content })).toEqual({ good: true, problems: [] })
  expect(await products(rows)).toEqual(pears)
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
  const told = async (...lines: string[]) => (await run({ 'products.csv': lines.join('\n') }, true)).problems
  // Both the header and the cells are checked.
  expect(
    await told('sku,name,colour,shape,oemSku,oemSku', 'A,,red,round,,', `B,${'x'.repeat(300)},red,round,,`),
  ).toEqual([
    expect.stringMatching(
      /^products.csv 1 null null: has columns that are not known: colour, shape; known are sku, name, /,
    ),
    'products.csv 1 null null: has columns twice: oemSku',
    'products.csv 1 null null: lacks columns that are required: price',
    'products.csv 2 name : is required',
    expect.stringMatching(/^products.csv 3 name x+: is longer than 255 characters$/),
  ])
  // A fault of the whole file does not prevent the check of its rows, but nothing of the file is imported.
  expect(await told('sku,name,price,colour', 'A,Apple,1,red', 'A,Apple again,1,red')).toEqual([
    expect.stringMatching(/not known: colour/),
    'products.csv 3 sku A: repeats the row of line 2',
  ])
  expect(await told('sku;name;price', ...Array.from({ length: 9 }, (_, n) => `S${n};Name;${n + 1}.500`))).toEqual([
    'products.csv 2 price 1.500: can be read in two ways, and no amount of the column says which: write 1234.50',
  ])
  expect(await told('sku|name|price', 'A|Apple|1')).toEqual([
    'products.csv 1 null null: is separated by "|": comma, semicolon and tab are read',
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
