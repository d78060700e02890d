import { expect, test } from 'vitest'
import { asImported, type ChosenFormats, marksCurrency, openSurvey, textOfCell, textOfNumber } from './import-cells.ts'
import { type ImportKind, importColumns } from './import-columns.ts'

const columnOf = (kind: ImportKind, name: string) => {
  const column = importColumns[kind].find((each) => each.name === name)
  if (!column) throw new Error(`There is no column ${name}`)
  return column
}

/** The cells of one column as the server reads them, and the faults of the column. */
function column(kind: ImportKind, name: string, cells: string[], separator: string | null = ',') {
  const survey = openSurvey()
  for (const [index, cell] of cells.entries()) survey.see(columnOf(kind, name), cell, index + 2)
  const { manners, faults } = survey.end(separator)
  return { values: cells.map((cell) => asImported(kind, columnOf(kind, name), cell, manners)), faults }
}
const value = (kind: ImportKind, name: string, cell: string) => column(kind, name, [cell]).values[0]

test.each([
  ['4006381333931', '4006381333931'],
  ['40063813339312', '40063813339312'],
  ['123456789012345', '123456789012345'],
  ['4.006381333931E12', '4006381333931'],
  ['4.006381333931E+12', '4006381333931'],
  ['12', '12'],
  ['12.0', '12'],
  ['1.234', '1.234'],
])('a number of a spreadsheet keeps its digits where text is read: %s', (raw, text) => {
  expect(value('products', 'oemSku', textOfNumber(raw))).toBe(text)
})

test.each(['1234567890123456', '1.2345678901234501E+19', '0.30000000000000004'])(
  'a number with more digits than a spreadsheet keeps is marked, so that no text column accepts it: %s',
  (raw) => {
    expect(value('products', 'oemSku', textOfNumber(raw))).toMatch(/^\d+(\.\d+)?E\+00$/)
  },
)

test.each([
  ['0.30000000000000004', '0.3'],
  ['12.100000000000001', '12.1'],
  ['1234567890.1234', '1234567890.1234'],
  ['1.234', '1.234'],
  ['1.23456', '1.23456'],
  ['1200', '1200'],
])('an amount of a spreadsheet is what it shows: %s', (raw, amount) => {
  expect(value('products', 'price', textOfNumber(raw))).toBe(amount)
})

test("a spreadsheet's time of day is read as it is displayed", () => {
  expect(textOfCell(new Date('2024-05-31T23:29:59.999Z'))).toBe('2024-05-31T23:30:00.000Z')
  expect(textOfCell(new Date('2024-05-31T00:00:00.000Z'))).toBe('2024-05-31')
  expect(textOfCell(new Date('2024-05-31T10:00:00.250Z'))).toBe('2024-05-31T10:00:00.250Z')
  expect(textOfCell('_x0041__x005F_x0042_')).toBe('A_x0042_')
})

test.each([
  [['12.50', '1,234.50', '1.005'], ',', ['12.50', '1234.50', '1.005']],
  [['12,50', '1.234', '1.234.567,5'], ';', ['12.50', '1234', '1234567.5']],
  [['1,005'], ';', ['1.005']],
  [['1.005'], ',', ['1.005']],
  [['€ 12,5', '1.234,50 €'], ';', ['€12.5', '€1234.50']],
  [['12', '7'], ';', ['12', '7']],
  [["1'234.50", '1’234’567.5', 'CHF 12.00'], ',', ['1234.50', '1234567.5', 'CHF12.00']],
  [['1 234,50', '1\u202f234\u202f567,5 €', '0,5'], ';', ['1234.50', '€1234567.5', '0.5']],
  [['USD 1,234.50', '99.90 EUR', '$5.00'], ',', ['USD1234.50', 'EUR99.90', '$5.00']],
  [['1 2,50', '12 34,5', '1.23,4'], ';', ['1 2,50', '12 34,5', '1.23,4']],
])('amounts %j in a file with "%s" are %j', (cells, separator, values) => {
  expect(column('products', 'price', cells, separator)).toEqual({ values, faults: [] })
})

test('one amount that contradicts the others is left unchanged, so that its cell is refused', () => {
  expect(column('products', 'price', ['1.00', '2.50', '1,50', '1,234', '3.125'])).toEqual({
    values: ['1.00', '2.50', '1,50', '1,234', '3.125'],
    faults: [],
  })
})

test.each([
  [['1.234', '5'], ';'],
  [['1,234', '5'], ','],
])('amounts that can be read in two ways are refused once for the column: %j', (cells, separator) => {
  expect(column('products', 'price', cells, separator).faults).toEqual([
    { column: 'price', line: 2, value: cells[0], reason: 'ambiguousMoney' },
  ])
})

test.each([
  [
    ['31/05/2024', '04/05/2024'],
    ['2024-05-31', '2024-05-04'],
  ],
  [
    ['05/31/2024', '04/05/2024 9:30'],
    ['2024-05-31', '2024-04-05T09:30'],
  ],
  [
    ['04.05.2024', '4.5.2024 23:30:15'],
    ['2024-05-04', '2024-05-04T23:30:15'],
  ],
  [
    ['2024-05-31', '2024-05-31T10:00:00Z', '2024/5/3'],
    ['2024-05-31', '2024-05-31T10:00:00Z', '2024-05-03'],
  ],
  [
    ['tomorrow', '2024-5-31', ''],
    ['tomorrow', '2024-5-31', ''],
  ],
])('dates %j are %j', (cells, values) => {
  expect(column('accounts', 'creationDate', cells)).toEqual({ values, faults: [] })
})

test.each([
  [
    ['31/05/24', '04/05/99'],
    ['2024-05-31', '1999-05-04'],
  ],
  [
    ['31.05.24', '4.5.69'],
    ['2024-05-31', '2069-05-04'],
  ],
  [
    ['1/31/2024 9:30 AM', '1/5/2024 12:05 AM', '1/5/2024 12:05 pm', '1/5/2024 11:59:01 PM'],
    ['2024-01-31T09:30', '2024-01-05T00:05', '2024-01-05T12:05', '2024-01-05T23:59:01'],
  ],
  [
    [
      '25 nov 2024',
      '5. Januar 2024',
      '25-Nov-24',
      '5 de enero de 2024',
      'Jan 5, 2024',
      '1er août 2024',
      '3 März 2024',
      '9 giu 2024',
    ],
    ['2024-11-25', '2024-01-05', '2024-11-25', '2024-01-05', '2024-01-05', '2024-08-01', '2024-03-03', '2024-06-09'],
  ],
  // juin or juillet; no month; no hour of a clock of twelve.
  [
    ['3 jui 2024', '3 mon 2024', '1/31/2024 13:00 PM'],
    ['3 jui 2024', '3 mon 2024', '2024-01-31T99:00'],
  ],
])('dates as people write them, %j, are %j', (cells, values) => {
  expect(column('accounts', 'creationDate', cells)).toEqual({ values, faults: [] })
})

test('what the reader says decides only what can be read in two ways, and contradictions are refused cell by cell', () => {
  const read = (name: string, cells: string[], chosen: ChosenFormats) => {
    const survey = openSurvey()
    for (const [index, cell] of cells.entries()) survey.see(columnOf('products', name), cell, index + 2)
    const { manners, faults } = survey.end(';', chosen)
    return { values: cells.map((cell) => asImported('products', columnOf('products', name), cell, manners)), faults }
  }
  expect(read('price', ['1.234', '5'], { decimals: { price: ',' } })).toEqual({ values: ['1234', '5'], faults: [] })
  expect(read('price', ['1.234', '5'], { decimals: { '*': '.' } })).toEqual({ values: ['1.234', '5'], faults: [] })
  expect(read('price', ['1,5', '1.234'], { decimals: { price: '.' } }).values).toEqual(['1,5', '1.234'])
  expect(read('creationDate', ['04/05/2024'], { orders: { '*': 'month' } }).values).toEqual(['2024-04-05'])
  expect(read('creationDate', ['04/05/2024', '31/05/2024'], { orders: { creationDate: 'month' } }).values).toEqual([
    '2024-04-05',
    '2024-31-05',
  ])
})

test('the sign of a currency is compared with a currency', () => {
  for (const [mark, currency] of [
    ['€', 'EUR'],
    ['$', 'CAD'],
    ['', 'EUR'],
    ['USD', 'usd'],
    ['Fr.', 'CHF'],
  ] as const)
    expect(marksCurrency(mark, currency)).toBe(true)
  for (const [mark, currency] of [
    ['$', 'EUR'],
    ['USD', 'EUR'],
    ['US$', 'CAD'],
    ['XYZ', 'EUR'],
  ] as const)
    expect(marksCurrency(mark, currency)).toBe(false)
})

test('a column whose dates are ambiguous, or written in two ways, is refused once', () => {
  expect(column('accounts', 'creationDate', ['', '04/05/2024', '06/07/2024']).faults).toEqual([
    { column: 'creationDate', line: 3, value: '04/05/2024', reason: 'ambiguousDates' },
  ])
  expect(column('accounts', 'creationDate', ['31/05/2024', '05/31/2024']).faults).toEqual([
    { column: 'creationDate', line: 3, value: '05/31/2024', reason: 'mixedDates' },
  ])
})

test.each([
  ['accounts', 'countryCode', 'Italia', 'IT'],
  ['accounts', 'countryCode', ' Côte d’Ivoire ', 'CI'],
  ['accounts', 'countryCode', 'UK', 'GB'],
  ['accounts', 'countryCode', 'Atlantide', 'Atlantide'],
  ['accounts', 'countryCode', 'USA', 'US'],
  ['accounts', 'countryCode', 'Deutschland', 'DE'],
  ['accounts', 'countryCode', 'Pays-Bas', 'NL'],
  ['accounts', 'countryCode', 'Alemania', 'DE'],
  ['accounts', 'countryCode', 'Schweiz', 'CH'],
  ['accounts', 'countryCode', 'Repubblica Ceca', 'CZ'],
  ['deals', 'status', 'Closed Won', 'Won'],
  ['deals', 'status', 'Verloren', 'Lost'],
  ['deals', 'status', 'Proposal/Price Quote', 'Proposal/Price Quote'],
  ['orders', 'status', 'Genehmigt', 'approved'],
  ['orders', 'paid', 'Ja', 'true'],
  ['orders', 'paid', 'Non', 'false'],
  ['accounts', 'groupName', 'rivenditore silver', 'RESELLER_SILVER'],
  ['accounts', 'groupName', 'Kiosk', 'Kiosk'],
  ['accounts', 'accountName', ' Caffè ', 'Caffè'],
  ['users', 'roles', 'Amministratore; Basic user', 'AccountAdmin|Basic'],
  ['users', 'roles', 'Auditor', 'Auditor'],
  ['users', 'status', 'Sospeso', 'user_suspended'],
  ['products', 'status', 'Attivo', 'Active'],
  ['products', 'environmentType', 'Cloud', '1'],
  ['products', 'isLicense', 'Sì', 'true'],
  ['price-list-accounts', 'canPropagate', 'no', 'false'],
  ['orders', 'status', 'In attesa', 'pending'],
] as [ImportKind, string, string, string][])('%s: %s "%s" is %s', (kind, name, cell, text) => {
  expect(value(kind, name, cell)).toBe(text)
})
