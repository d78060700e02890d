import { openPdf, wholeOf } from '../../../platform/pdf/document.ts'
import { drawFoot, inkOf } from '../../../platform/pdf/face.ts'
import { numbersOf } from '../../../platform/pdf/numbers.ts'
import type { OrderDocument } from './find-document.ts'
import { drawHead, footOf } from './frame.ts'
import { drawItems } from './items.ts'
import type { Sheet } from './look.ts'
import { words } from './words.ts'

export interface OrderPrint {
  document: OrderDocument
  language: keyof typeof words
}

/** Runs apart: an order as an A4 document. */
export async function drawOrder({ document, language }: OrderPrint): Promise<Uint8Array> {
  const { order, tenantName } = document
  const say = words[language]
  const title = `${say.title} ${order.orderCode}`
  const pdf = await openPdf({ title, author: tenantName, language, isSandbox: document.isSandbox, content: document })
  const sheet: Sheet = {
    pdf,
    document,
    say,
    language,
    ink: inkOf(document.primaryColor),
    numbers: numbersOf(order.currencyCode, language),
  }
  await drawItems(sheet, drawHead(sheet))
  return wholeOf(pdf.finish((number, pages) => drawFoot(pdf, sheet.ink, footOf(sheet, number, pages))))
}
