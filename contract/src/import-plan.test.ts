import { expect, test } from 'vitest'
import { asImported, openSurvey } from './import-cells.ts'
import { type ImportKind, importColumns } from './import-columns.ts'
import { openRows } from './import-layout.ts'
import { foundLayout, type Layout, openRecords, planOf, written } from './import-plan.ts'
import { headingKeys, Recipe, reads } from './import-recipe.ts'
import { shippedRecipes } from './import-recipes.ts'
import { countryOf, valueOfWord, valuesOf, yesNoOf } from './import-words.ts'

/** The records of a table by our names, without those that no cell becomes. */
function read(kind: ImportKind, header: string[], rows: string[][], more: Partial<Layout> = {}) {
  const found = foundLayout(kind, header)
  const plan = planOf(kind, header, { ...found, ...more, columns: { ...found.columns, ...more.columns } })
  const reader = openRows(plan, header, false)
  const kept = rows.flatMap((cells, at) => reader.push({ line: at + 2, cells }))
  const records = openRecords(plan)
  return [...kept, ...reader.end()].flatMap(({ cells }) =>
    records
      .read(cells)
      .map((record) =>
        Object.fromEntries(
          plan.planned.flatMap(({ column, isThere }, at) => (isThere ? [[column.name, record[at]]] : [])),
        ),
      ),
  )
}

test('columns of one name and columns without a name have keys of their own', () => {
  expect(headingKeys(['Name', '', 'name', 'Price', ' '])).toEqual(['Name #1', '#2', 'name #2', 'Price', '#5'])
})

test('two columns become one text, without the empty ones', () => {
  const rows = [
    ['A', 'Ada', 'Rossi', '1'],
    ['B', '', 'Conti', '2'],
  ]
  const layout = { columns: { name: { from: ['First', 'Second'] } } }
  expect(read('products', ['sku', 'First', 'Second', 'price'], rows, layout).map(({ name }) => name)).toEqual([
    'Ada Rossi',
    'Conti',
  ])
})

test('rows of one order are numbered in their order, wherever they stand; records without a code are not counted together', () => {
  const rows = [['A'], ['B'], ['a'], ['A']]
  expect(read('orders', ['Order No.'], rows).map(({ line }) => line)).toEqual(['1', '1', '2', '3'])
  const deals = [
    ['Acme', '2024-05-31'],
    ['Acme', '2024-05-31'],
  ]
  expect(read('deals', ['company', 'creationDate'], deals).map(({ line }) => line)).toEqual(['1', '1'])
})

test('numbered columns are lines of one record, and sets without a value are none', () => {
  const header = ['Order ID', 'Product 1', 'Quantity 1', 'Product 2', 'Quantity 2', 'Product 3', 'Quantity 3']
  const rows = [
    ['A', 'S1', '1', '', '', 'S3', '3'],
    ['B', 'S1', '2', 'S2', '4', '', ''],
  ]
  expect(read('orders', header, rows)).toEqual(
    [
      { orderRefCode: 'A', line: '1', sku: 'S1', quantity: '1', price: '' },
      { orderRefCode: 'A', line: '2', sku: 'S3', quantity: '3', price: '' },
      { orderRefCode: 'B', line: '1', sku: 'S1', quantity: '2', price: '' },
      { orderRefCode: 'B', line: '2', sku: 'S2', quantity: '4', price: '' },
    ].map(({ price: _, ...record }) => record),
  )
  // A unit is never lost.
  const units = ['Product 1', 'Price k€ 1', 'Product 2', 'Price k€ 2']
  expect(foundLayout('orders', units).lines).toEqual([{ sku: 'Product 1' }, { sku: 'Product 2' }])
  // One column without a number is the column itself.
  expect(foundLayout('orders', ['Order ID', 'Product', 'Quantity 1', 'Quantity 2']).lines).toEqual([])
})

test('a value that stands once above its rows is theirs, and totals of the group are none of them', () => {
  const header = ['Customer', 'Num', 'Product', 'Qty', 'Price']
  const rows = [
    ['Total Energies', '', '', '', ''],
    ['', 'A', 'S', '1', '2'],
    ['', 'B', 'S', '1', '2'],
    ['Total for Total Energies', '', '', '2.00', '$4.00'],
    ['Acme', '', '', '', ''],
    ['', 'C', 'S', '1', '2'],
    ['TOTAL', '', '', '3.00', '$6.00'],
  ]
  const layout = { columns: { buyerAccountCode: { from: ['Customer'], fill: true as const } } }
  expect(read('orders', header, rows, layout).map((one) => [one.buyerAccountCode, one.orderRefCode])).toEqual([
    ['Total Energies', 'A'],
    ['Total Energies', 'B'],
    ['Acme', 'C'],
  ])
})

test('a value for all rows that is still empty is missing', () => {
  const { columns } = foundLayout('products', ['sku', 'name'])
  const missing = (value: string) =>
    planOf('products', ['sku', 'name'], { columns: { ...columns, price: { value } } }).missing
  expect([missing(''), missing('1')]).toEqual([['price'], []])
})

test('words are translated whatever their case, and those with names of JavaScript are words like others', () => {
  const words = { 'chiuso vinto': 'Won', none: '' }
  const layout = { columns: { status: { from: ['Fase'], words } } }
  const rows = ['CHIUSO VINTO', 'none', 'constructor', '__proto__'].map((word) => [word])
  expect(read('deals', ['Fase'], rows, layout).map(({ status }) => status)).toEqual([
    'Won',
    '',
    'constructor',
    '__proto__',
  ])
})

test('the currency of a heading stands before its amounts, and is that of rows that have none', () => {
  const header = ['sku', 'name', 'Price (CHF)']
  const plan = planOf('products', header)
  const price = plan.planned.find(({ column }) => column.name === 'price')
  expect(price && written(plan, price, '12.50', { decimals: { price: '.' }, orders: {}, mixed: [] })).toBe('CHF12.50')
  expect(foundLayout('products', header).columns.currencyCode).toEqual({ value: 'CHF' })
  expect(foundLayout('products', ['sku', 'name', 'Price ($)']).columns.currencyCode).toBeUndefined()
})

test('thousands in a heading are asked, and count digit by digit once they are said', () => {
  const header = ['sku', 'name', 'Preis (T€)']
  expect(planOf('products', header).units).toEqual(['price'])
  const { columns } = foundLayout('products', header)
  const plan = planOf('products', header, { columns: { ...columns, price: { from: ['Preis (T€)'], unit: 1000 } } })
  const price = plan.planned.find(({ column }) => column.name === 'price')
  expect(plan.units).toEqual([])
  expect(price && written(plan, price, '1,2345', { decimals: { price: ',' }, orders: {}, mixed: [] })).toBe('€1234.5')
})

test('each recipe of the portal is valid, reads a file with its columns, and names columns and words that there are', () => {
  expect(new Set(shippedRecipes.map(({ name }) => name.toLowerCase())).size).toBe(shippedRecipes.length)
  for (const recipe of shippedRecipes) {
    expect(Recipe.parse(recipe)).toEqual(recipe)
    expect(reads(recipe, recipe.headings)).toBe(true)
    const plan = planOf(recipe.kind, recipe.headings, recipe)
    expect([recipe.name, plan.absent, plan.unknown]).toEqual([recipe.name, [], []])
    for (const [name, { words = {} }] of Object.entries(recipe.columns)) {
      const column = importColumns[recipe.kind].find((each) => each.name === name)
      if (column === undefined) throw new Error(`${recipe.name}: there is no column ${name}`)
      for (const [word, value] of Object.entries(words))
        expect([word, valuesOf(recipe.kind, column)]).toEqual([word.toLowerCase(), expect.arrayContaining([value])])
    }
  }
})

/* Spellings: a value written in any form that is read is read as itself, or refused; never as another. */

const random = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31
  return seed / 2 ** 31
}

test('an amount in any of the forms of six countries is read as itself in a column of its like', () => {
  const next = random(7)
  const grouped = (whole: string, by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by)
  const forms: ((whole: string, cents: string) => string)[] = [
    (whole, cents) => `${whole}.${cents}`,
    (whole, cents) => `${whole},${cents}`,
    (whole, cents) => `${grouped(whole, ',')}.${cents}`,
    (whole, cents) => `${grouped(whole, '.')},${cents}`,
    (whole, cents) => `${grouped(whole, "'")}.${cents}`,
    (whole, cents) => `${grouped(whole, '\u202f')},${cents} €`,
    (whole, cents) => `€ ${grouped(whole, '.')},${cents}`,
    (whole, cents) => `EUR ${grouped(whole, ',')}.${cents}`,
  ]
  const column = { name: 'price', holds: 'money' } as const
  for (let round = 0; round < 2000; round += 1) {
    const form = forms[Math.floor(next() * forms.length)] as (typeof forms)[number]
    const values = Array.from({ length: 1 + Math.floor(next() * 4) }, () => ({
      whole: String(Math.floor(next() * 10 ** (1 + Math.floor(next() * 7)))),
      cents: String(Math.floor(next() * 100)).padStart(2, '0'),
    }))
    const survey = openSurvey()
    for (const [at, { whole, cents }] of values.entries()) survey.see(column, form(whole, cents), at)
    for (const separator of [',', ';']) {
      const { manners, faults } = survey.end(separator)
      expect(faults).toEqual([])
      for (const { whole, cents } of values)
        expect(asImported('products', column, form(whole, cents), manners).replace(/^(€|EUR)/, '')).toBe(
          `${whole}.${cents}`,
        )
    }
  }
})

test('a whole amount with one group is read as itself, or the column is refused', () => {
  const column = { name: 'price', holds: 'money' } as const
  for (const [text, value] of [
    ['1.234', '1234'],
    ['12,345', '12345'],
    ['1.234.567', '1234567'],
  ] as const)
    for (const separator of [',', ';', null]) {
      const survey = openSurvey()
      survey.see(column, text, 2)
      const { manners, faults } = survey.end(separator)
      const read = asImported('products', column, text, manners)
      const asDecimal = text.replace(',', '.')
      // The usual meaning in a file with this separator, never a third one.
      if (faults.length === 0) expect([value, asDecimal]).toContain(read)
    }
})

test('a date in any form is read as itself in a column that shows its order, or the column is refused', () => {
  const next = random(11)
  const two = (number: number) => String(number).padStart(2, '0')
  const forms: ((y: number, m: number, d: number) => string)[] = [
    (y, m, d) => `${two(d)}/${two(m)}/${y}`,
    (y, m, d) => `${m}/${d}/${y}`,
    (y, m, d) => `${two(d)}.${two(m)}.${y}`,
    (y, m, d) => `${d}/${m}/${two(y % 100)}`,
    (y, m, d) => `${y}-${two(m)}-${two(d)}`,
    (y, m, d) => `${y}/${m}/${d}`,
    (y, m, d) =>
      `${d} ${['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'][m - 1]} ${y}`,
    (y, m, d) =>
      `${d}. ${['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'][m - 1]} ${y}`,
    (y, m, d) =>
      `${d} de ${['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'][m - 1]} de ${y}`,
  ]
  const column = { name: 'creationDate', holds: 'date' } as const
  let read = 0
  for (let round = 0; round < 2000; round += 1) {
    const form = forms[round % forms.length] as (typeof forms)[number]
    const dates = Array.from({ length: 3 }, () => {
      const day = new Date(
        Date.UTC(1971 + Math.floor(next() * 98), Math.floor(next() * 12), 1 + Math.floor(next() * 28)),
      )
      return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()] as const
    })
    const survey = openSurvey()
    for (const [at, date] of dates.entries()) survey.see(column, form(...date), at)
    const { manners, faults } = survey.end(',')
    if (faults.length > 0) continue
    read += 1
    for (const [year, month, day] of dates)
      expect(asImported('orders', column, form(year, month, day), manners)).toBe(`${year}-${two(month)}-${two(day)}`)
  }
  expect(read).toBeGreaterThan(1500)
})

test('words of countries, yes and no, and values are read as themselves again', () => {
  for (const language of ['en', 'it', 'de', 'fr', 'es']) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of ['IT', 'DE', 'FR', 'ES', 'US', 'GB', 'CH', 'AT', 'NL', 'JP', 'BR', 'SE'])
      for (const name of [names.of(code) ?? '', (names.of(code) ?? '').toUpperCase()])
        expect([language, name, countryOf(name)]).toEqual([language, name, code])
  }
  for (const word of ['ja', 'Sì', 'OUI', 'Yes', 'x', 'vero']) expect(yesNoOf(word)).toBe('true')
  for (const kind of ['orders', 'deals', 'users'] as const)
    for (const value of valuesOf(kind, { name: 'status', holds: 'words' }))
      for (const word of [value, value.toUpperCase(), ` ${value} `])
        expect(valueOfWord(kind, 'status', word.trim())).toBe(value)
})
