import { expect, test } from 'vitest'
import type { Offer } from './lines.ts'
import { readPasted } from './pasted.ts'

const offer = (sku: string, currencyId = 1): Offer => ({
  productId: sku.toLowerCase(),
  sku,
  name: `The ${sku}`,
  price: 10,
  currencyId,
})
const offers = [offer('EDGE-1Y'), offer('CORE-3Y'), offer('BOX 12, LARGE'), offer('DOLLAR', 2)]
const read = (text: string, currencyId?: number) => {
  const { found, faults } = readPasted(text, { offers, currencyId, has: new Set() })
  return { found: found.map(({ offer: { sku }, quantity }) => `${sku} ${quantity}`), faults }
}

test.each([
  ['a spreadsheet', 'EDGE-1Y\t5'],
  ['a spreadsheet with names and prices', 'EDGE-1Y\tEdge, 1 year\t5\t99.50'],
  ['a position before the SKU', '1\tEDGE-1Y\t5'],
  ['a mail', '5 x edge-1y'],
  ['a mail with a dash', '- EDGE-1Y  5 pcs'],
  ['semicolons', 'EDGE-1Y;5'],
  ['commas', 'EDGE-1Y,5'],
  ['quotes', '"EDGE-1Y","5"'],
  ['decimals of a spreadsheet', 'EDGE-1Y\t5,00'],
])('reads lines of %s', (_, line) => {
  expect(read(line)).toEqual({ found: ['EDGE-1Y 5'], faults: [] })
})

test('a SKU alone is one piece, and one with spaces and commas is found', () => {
  expect(read('CORE-3Y\r\nBOX 12, LARGE\t3').found).toEqual(['CORE-3Y 1', 'BOX 12, LARGE 3'])
})

test('a line that cannot be read is reported with its number, and nothing is lost', () => {
  const { found, faults } = read('SKU\tQuantity\nEDGE-1Y\t5\n\nNOPE-9\t2\nCORE-3Y\tmany\nCORE-3Y\t0\nEDGE-1Y 1,000')
  expect(found).toEqual(['EDGE-1Y 5'])
  expect(faults).toEqual([
    { line: 4, text: 'NOPE-9\t2', fault: 'unknown' },
    { line: 5, text: 'CORE-3Y\tmany', fault: 'noQuantity' },
    { line: 6, text: 'CORE-3Y\t0', fault: 'noQuantity' },
    { line: 7, text: 'EDGE-1Y 1,000', fault: 'noQuantity' },
  ])
})

test('an order has one currency: that of its lines, or of the first one pasted', () => {
  expect(read('EDGE-1Y 1\nDOLLAR 1').faults).toMatchObject([{ line: 2, fault: 'otherCurrency' }])
  expect(read('EDGE-1Y 1\nDOLLAR 1', 2).faults).toMatchObject([{ line: 1, fault: 'otherCurrency' }])
})

test('there are at most 1,000 lines', () => {
  const many = Array.from({ length: 1001 }, (_, index) => offer(`P-${index}`))
  const { found, faults } = readPasted(many.map(({ sku }) => `${sku} 1`).join('\n'), {
    offers: many,
    currencyId: undefined,
    has: new Set(),
  })
  expect(found).toHaveLength(1000)
  expect(faults).toMatchObject([{ line: 1001, fault: 'tooMany' }])
})
