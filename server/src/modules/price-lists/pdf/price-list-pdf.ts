import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PriceListItem } from '@trellis/contract/price-lists'
import { innerWidth, lowest, openPdf, type Pdf, page, wholeOf } from '../../../platform/pdf/document.ts'
import { drawFace, drawFoot, type Ink, inkOf } from '../../../platform/pdf/face.ts'
import { type Numbers, numbersOf } from '../../../platform/pdf/numbers.ts'
import { isolated } from '../../../platform/pdf/pieces.ts'
import type { PriceListDocument } from './find-document.ts'
import { type Words, words } from './words.ts'

export interface PriceListPrint {
  document: PriceListDocument
  language: keyof typeof words
}

interface Sheet {
  pdf: Pdf
  document: PriceListDocument
  say: Words
  language: string
  ink: Ink
  numbers: Numbers
}

/** Runs apart: a price list as an A4 document, with the tenant's logo and colour. */
export async function drawPriceList({ document, language }: PriceListPrint): Promise<Uint8Array> {
  const { list, tenantName } = document
  const say = words[language]
  const title = `${say.title} ${list.name}`
  const pdf = await openPdf({ title, author: tenantName, language, isSandbox: document.isSandbox, content: document })
  const numbers = numbersOf(list.currencyCode, language)
  const sheet: Sheet = { pdf, document, say, language, ink: inkOf(document.primaryColor), numbers }
  await drawItems(sheet, drawHead(sheet))
  const left = `${isolated(tenantName)} · ${isolated(list.name)}`
  return wholeOf(
    pdf.finish((at, pages) =>
      drawFoot(pdf, sheet.ink, { left: pdf.hasGaps() ? `${left} · ${say.gaps}` : left, right: say.page(at, pages) }),
    ),
  )
}

const half = innerWidth / 2

function drawHead(sheet: Sheet): number {
  const { pdf, document, say, ink } = sheet
  const at = { x: page.left + half, y: page.top, width: half }
  const y = pdf.write(say.title.toUpperCase(), at, { size: 8.5, weight: 'bold', color: ink.quiet, align: 'right' })
  const title = pdf.write(document.list.name, { ...at, y }, { size: 18, weight: 'bold', align: 'right' })
  const below = Math.max(drawFace(pdf, document, half - 16, ink), title) + 14
  pdf.doc.rect(page.left, below, innerWidth, 2).fill(ink.brand)
  return drawFacts(sheet, below + 18) + 18
}

function drawFacts({ pdf, document, say, language, ink, numbers }: Sheet, top: number): number {
  const { list, timeZone, date } = document
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(date))
  const facts: [string, string][] = [
    ...(list.accountName === null ? [] : [[say.owner, list.accountName] as [string, string]]),
    [say.asOf, day],
    [say.currency, list.currencyCode],
    [say.products, numbers.pieces(list.products?.length ?? 0)],
  ]
  const width = innerWidth / facts.length
  const bottoms = facts.map(([label, value], n) => {
    const at = { x: page.left + n * width, y: top, width: width - 12 }
    const y = pdf.write(label, at, { size: 8, color: ink.quiet })
    return pdf.write(value, { ...at, y }, { size: 9.5, weight: 'bold' })
  })
  return Math.max(...bottoms)
}

const widths = { sku: 104, msrp: 92, price: 108 }
const padding = 8
const productWidth = innerWidth - widths.sku - widths.msrp - widths.price

/** The columns from left to right; the padding is on their right. */
const places = {
  sku: { x: page.left, width: widths.sku - padding },
  product: { x: page.left + widths.sku, width: productWidth - padding },
  msrp: { x: page.left + widths.sku + productWidth, width: widths.msrp - padding },
  price: { x: page.width - page.right - widths.price, width: widths.price - padding },
}
const size = 9
const nameStyle = { size, weight: 'bold' } as const
const rightStyle = { size, align: 'right' } as const
const smallHeight = 11

/** Rows drawn before other documents have a turn. */
const atOnce = 50

/** One row for each price, with what a piece costs from a number of pieces on, on as many pages as they need. */
async function drawItems(sheet: Sheet, top: number): Promise<void> {
  const { pdf, document, say, ink } = sheet
  const items = document.list.products ?? []
  let y = drawTableHead(sheet, top)
  if (items.length === 0)
    pdf.write(say.empty, { x: page.left, y: y + 8, width: innerWidth }, { size, color: ink.quiet })
  for (const [index, item] of items.entries()) {
    if (index % atOnce === atOnce - 1) await nextTurn()
    if (y + heightOf(sheet, item) > lowest) {
      pdf.newPage()
      y = drawTableHead(sheet, page.top)
    }
    y = drawItem(sheet, item, y)
  }
}

function drawTableHead({ pdf, document, say, ink }: Sheet, y: number): number {
  const style = { size: 8, weight: 'bold', color: ink.quiet } as const
  pdf.doc.rect(page.left, y, innerWidth, 20).fill(ink.surface)
  const at = (place: { x: number; width: number }) => ({ ...place, y: y + 5 })
  pdf.write(say.sku, at(places.sku), style)
  pdf.write(say.product, at(places.product), style)
  if (hasMsrp(document)) pdf.write(say.msrp, at(places.msrp), { ...style, align: 'right' })
  pdf.write(say.price, at(places.price), { ...style, align: 'right' })
  return y + 20
}

const heightOf = ({ pdf }: Sheet, { name, sku, quantityBreaks }: PriceListItem): number =>
  Math.max(
    pdf.heightOf(name, places.product.width, nameStyle),
    pdf.heightOf(sku, places.sku.width, { size }),
    (quantityBreaks.length + 1) * smallHeight,
  ) + 12

/** An MSRP in another currency says nothing beside the price. */
const isComparable = (item: PriceListItem) => item.currencyId === item.customPriceCurrencyId
const hasMsrp = ({ list }: PriceListDocument) => (list.products ?? []).some(isComparable)

function drawItem({ pdf, say, ink, numbers }: Sheet, item: PriceListItem, top: number): number {
  const y = top + 5
  // An MSRP in another currency says nothing beside the price.
  const isComparable = item.currencyId === item.customPriceCurrencyId
  if (isComparable) pdf.write(numbers.price(item.priceMsrp), { ...places.msrp, y }, { ...rightStyle, color: ink.quiet })
  let below = pdf.write(numbers.price(item.customPrice), { ...places.price, y }, { ...rightStyle, weight: 'bold' })
  for (const { from, price } of item.quantityBreaks)
    below = pdf.write(
      say.from(numbers.pieces(from), numbers.price(price)),
      { x: places.msrp.x, width: widths.msrp + widths.price - padding, y: below },
      { size: 8, color: ink.quiet, align: 'right' },
    )
  const bottom = Math.max(
    below,
    pdf.write(item.sku, { ...places.sku, y }, { size }),
    pdf.write(item.name, { ...places.product, y }, nameStyle),
  )
  pdf.doc.rect(page.left, bottom + 4.5, innerWidth, 0.5).fill(ink.line)
  return bottom + 5
}
