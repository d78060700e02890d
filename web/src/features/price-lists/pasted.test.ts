import { describe, expect, it } from 'vitest'
import { type Known, readRows, rowsOf } from './pasted.ts'

const known = (sku: string, msrp: number | null = 100): [string, Known] => [
  sku,
  { productId: sku.toLowerCase(), sku, name: sku, priced: { msrp, units: 2 } },
]
const products = new Map([known('EDGE-1Y'), known('CORE-3Y', 200), known('BOX', 3), known('FAR', null)])
const read = (text: string, language = 'en') =>
  readRows(rowsOf(text, products), products, { language, currency: 'EUR' }).map(({ product, draft, fault, at }) =>
    fault === null ? [product?.sku, draft.price, draft.discount] : [fault, at],
  )

describe('pasted rows', () => {
  it('have a product and its price, separated by tab or semicolon, with or without a header', () => {
    expect(read('SKU\tPrice\nEDGE-1Y\t95.50\r\nBOX\t3\n\n')).toEqual([
      ['EDGE-1Y', 95.5, null],
      ['BOX', 3, null],
    ])
    expect(read('EDGE-1Y;1.234,5;\nbox ; € 2,50\nCORE-3Y;200,00 EUR', 'it')).toEqual([
      ['EDGE-1Y', 1234.5, null],
      ['BOX', 2.5, null],
      ['CORE-3Y', 200, null],
    ])
    expect(rowsOf('SKU\tPrice\n\nBOX\t3', products)).toEqual([{ sku: 'BOX', value: '3', number: 3 }])
    expect(read('"EDGE-1Y"\t"1,234.50"')).toEqual([['EDGE-1Y', 1234.5, null]])
  })

  it('are not taken for a header when they name a product', () => {
    expect(read('EDGE-1Y\tcheap\nBOX\t3')).toEqual([
      ['number', 'value'],
      ['BOX', 3, null],
    ])
  })

  it('take a percentage or an amount off the MSRP', () => {
    expect(read('EDGE-1Y\t-10 %\nCORE-3Y\t−12.5%\nBOX\t-0.50')).toEqual([
      ['EDGE-1Y', 90, 10],
      ['CORE-3Y', 175, 12.5],
      ['BOX', 2.5, 0.5],
    ])
    expect(read('EDGE-1Y\t10%')).toEqual([['EDGE-1Y', 90, 10]])
  })

  it('are ambiguous when a group of thousands and decimals look alike', () => {
    expect(read('EDGE-1Y\t1.800')).toEqual([['ambiguous', 'value']])
    expect(read('EDGE-1Y\t€ 1,800', 'it')).toEqual([['ambiguous', 'value']])
    expect(read('EDGE-1Y\t-1.800')).toEqual([['ambiguous', 'value']])
    expect(read('EDGE-1Y\t1,800\nBOX\t0.125\nCORE-3Y\t1,234.567')).toEqual([
      ['EDGE-1Y', 1800, null],
      ['BOX', 0.125, null],
      ['CORE-3Y', 1234.567, null],
    ])
    expect(read('EDGE-1Y\t1.800', 'it')).toEqual([['EDGE-1Y', 1800, null]])
    expect(read('EDGE-1Y\t-1.500 %')).toEqual([['EDGE-1Y', 98.5, 1.5]])
  })

  it('offer both meanings of an ambiguous cell, each with a text that has only this meaning', () => {
    const meanings = (value: string, language = 'en') =>
      readRows([{ sku: 'EDGE-1Y', value, number: 1 }], products, { language, currency: 'EUR' })[0]?.meanings
    expect(meanings('1.800')).toEqual([
      { figure: 1.8, text: '1.8' },
      { figure: 1800, text: '1800' },
    ])
    expect(meanings('1,805', 'it')?.map(({ text }) => text)).toEqual(['1,8050', '1805'])
    expect(meanings('-2.000')?.map(({ text }) => text)).toEqual(['-2', '-2000'])
    for (const value of ['1.800', '12.000', '999.999', '-3.125']) {
      for (const { text } of meanings(value) ?? []) expect(meanings(text), text).toBeUndefined()
    }
  })

  it('report each error at its cell', () => {
    expect(read('NO-SUCH\t1\n\t5\nEDGE-1Y\t1\nEDGE-1Y\t2\nBOX\t\nCORE-3Y\tmuch 1\nFAR\t-10 %')).toEqual([
      ['unknown', 'sku'],
      ['sku', 'sku'],
      ['EDGE-1Y', 1, null],
      ['twice', 'sku'],
      ['required', 'value'],
      ['number', 'value'],
      ['noMsrp', 'value'],
    ])
    expect(read('EDGE-1Y\t1.00001\nCORE-3Y\t-101 %\nBOX\tname\t3')).toEqual([
      ['decimals', 'value'],
      ['overWhole', 'value'],
      ['columns', 'value'],
    ])
    expect(read('EDGE-1Y\t5 USD\nCORE-3Y\t+10 %\nBOX\t-9')).toEqual([
      ['number', 'value'],
      ['number', 'value'],
      ['overMsrp', 'value'],
    ])
  })
})
