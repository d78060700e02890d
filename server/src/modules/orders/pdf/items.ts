import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrderItem } from '@trellis/contract/orders'
import { innerWidth, lowest, page } from '../../../platform/pdf/document.ts'
import type { Sheet } from './look.ts'

const widths = { number: 18, sku: 90, quantity: 48, price: 86, amount: 96 }
const productWidth = innerWidth - Object.values(widths).reduce((sum, width) => sum + width, 0)
const padding = 8
const size = 9

/** The columns from left to right; the padding is on their right. */
const places = {
  number: { x: page.left, width: widths.number },
  sku: { x: page.left + widths.number, width: widths.sku - padding },
  product: { x: page.left + widths.number + widths.sku, width: productWidth - padding },
  quantity: { x: page.left + widths.number + widths.sku + productWidth, width: widths.quantity - padding },
  price: { x: page.width - page.right - widths.amount - widths.price, width: widths.price - padding },
  amount: { x: page.width - page.right - widths.amount, width: widths.amount - padding },
}

/** Lines drawn before other requests have a turn. */
const atOnce = 50

/** The lines, the total and the notes, on as many pages as they need. */
export async function drawItems(sheet: Sheet, top: number): Promise<void> {
  const { document } = sheet
  let y = drawTableHead(sheet, top)
  for (const [index, item] of (document.order.items ?? []).entries()) {
    if (index % atOnce === atOnce - 1) await nextTurn()
    if (y + heightOf(sheet, item) > lowest) y = drawTableHead(sheet, startPage(sheet))
    y = drawLine(sheet, item, index, y)
  }
  y = drawTotal(sheet, y + 44 > lowest ? startPage(sheet) : y)
  drawNote(sheet, y + 22)
}

function startPage({ pdf }: Sheet): number {
  pdf.newPage()
  return page.top
}

function drawTableHead({ pdf, say, ink }: Sheet, y: number): number {
  const style = { size: 8, weight: 'bold', color: ink.quiet } as const
  pdf.doc.rect(page.left, y, innerWidth, 20).fill(ink.surface)
  const at = (place: { x: number; width: number }) => ({ ...place, y: y + 5 })
  pdf.write(say.sku, at(places.sku), style)
  pdf.write(say.product, at(places.product), style)
  pdf.write(say.quantity, at(places.quantity), { ...style, align: 'right' })
  pdf.write(say.price, at(places.price), { ...style, align: 'right' })
  pdf.write(say.amount, at(places.amount), { ...style, align: 'right' })
  return y + 20
}

const nameStyle = { size, weight: 'bold' } as const

const heightOf = ({ pdf }: Sheet, { productName, productSku }: OrderItem): number =>
  Math.max(
    pdf.heightOf(productName, places.product.width, nameStyle),
    pdf.heightOf(productSku, places.sku.width, { size }),
  ) + 10

function drawLine({ pdf, document, ink, numbers }: Sheet, item: OrderItem, index: number, top: number): number {
  const y = top + 5
  const right = { size, align: 'right' } as const
  pdf.write(String(index + 1), { ...places.number, y }, { size, color: ink.quiet })
  const bottom = Math.max(
    pdf.write(item.productSku, { ...places.sku, y }, { size }),
    pdf.write(item.productName, { ...places.product, y }, nameStyle),
  )
  pdf.write(numbers.pieces(item.qt), { ...places.quantity, y }, right)
  pdf.write(numbers.price(item.price), { ...places.price, y }, right)
  pdf.write(numbers.money(document.amounts[index] ?? ''), { ...places.amount, y }, right)
  pdf.doc.rect(page.left, bottom + 4.5, innerWidth, 0.5).fill(ink.line)
  return bottom + 5
}

function drawTotal({ pdf, document, say, ink, numbers }: Sheet, top: number): number {
  const y = top + 10
  const total = { x: places.quantity.x, width: widths.quantity + widths.price - padding, y: y + 2 }
  pdf.write(say.total, total, { size: 10, color: ink.quiet, align: 'right' })
  const at = { x: places.amount.x - 40, width: places.amount.width + 40, y }
  return pdf.write(numbers.money(document.order.orderTotal), at, {
    size: 12,
    weight: 'bold',
    color: ink.accent,
    align: 'right',
  })
}

/** A long note goes on over several pages, line by line. */
function drawNote(sheet: Sheet, top: number): void {
  const { pdf, document, say, ink } = sheet
  const { orderNote } = document.order
  if (!orderNote) return
  let y = top + 40 > lowest ? startPage(sheet) : top
  y = pdf.write(say.note, { x: page.left, y, width: innerWidth }, { size: 8, color: ink.quiet })
  for (const paragraph of orderNote.split('\n')) {
    const text = paragraph || ' '
    if (y + pdf.heightOf(text, innerWidth, { size }) > lowest) y = startPage(sheet)
    y = pdf.write(text, { x: page.left, y, width: innerWidth }, { size })
  }
}
