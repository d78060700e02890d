import { innerWidth, lowest, openPdf, page, wholeOf } from '../../../platform/pdf/document.ts'
import { drawQr } from '../../../platform/pdf/qr.ts'
import type { Receipt } from './receipt.ts'
import { words } from './words.ts'

const ink = { quiet: '#5b6270', line: '#d9dde3' }
/** Large enough for the modules of a thousand letters. */
const qrSize = 190
/** Letters of the signed text in a line. */
const lineLength = 62

/** So much of a long list fits on the page; the whole is in the answer of the call. */
const shortened = (text: string): string => (text.length > 1500 ? `${text.slice(0, 1500)} …` : text)

/** Breaks a text without spaces into lines. */
const broken = (text: string): string => (text.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []).join('\n')

export interface ReceiptPrint extends Receipt {
  language: keyof typeof words
}

/** Runs apart: a receipt as one page of A4 to be kept or handed over; its instants are in UTC, the same for every reader. */
export async function drawReceipt({
  claims,
  receipt,
  disclosed,
  isSandbox,
  language,
}: ReceiptPrint): Promise<Uint8Array> {
  const say = words[language]
  const { dealCode, vendorName, vendorCode, tenantCode, prospect, products } = claims
  const title = `${say.title} ${dealCode}`
  const pdf = await openPdf({ title, author: vendorName, language, isSandbox, content: { claims, disclosed, say } })
  const instant = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  const place = ({ audit }: typeof prospect) =>
    audit === null ? say.none : audit.seq === null ? `${audit.id} · ${say.unsealed}` : `${audit.seq} · ${audit.hash}`
  const full = { x: page.left, width: innerWidth }
  let y = pdf.write(say.title.toUpperCase(), { ...full, y: page.top }, { size: 8.5, weight: 'bold', color: ink.quiet })
  y = pdf.write(dealCode, { ...full, y }, { size: 20, weight: 'bold' }) + 6
  y = pdf.write(say.text, { ...full, y }, { size: 9.5, color: ink.quiet }) + 10
  const facts: [string, string][] = [
    [say.vendor, `${vendorName} (${vendorCode}), ${tenantCode}`],
    [say.registered, instant(claims.registeredAt)],
    [say.prospectSince, instant(prospect.at)],
    [say.prospectHash, prospect.hash],
    [say.prospectPlace, place(prospect)],
    [say.productsSince, instant(products.at)],
    [say.productsHash, products.hash],
    [say.productsPlace, place(products)],
    ...(disclosed
      ? ([
          [say.prospect, disclosed.prospect],
          [say.products, shortened(disclosed.products)],
          [say.salt, disclosed.salt],
        ] as [string, string][])
      : []),
  ]
  for (const [label, value] of facts) {
    pdf.doc.rect(page.left, y, innerWidth, 0.5).fill(ink.line)
    y = pdf.write(label, { ...full, y: y + 5 }, { size: 8, color: ink.quiet })
    y = pdf.write(value, { ...full, y }, { size: 9 }) + 5
  }
  pdf.doc.rect(page.left, y, innerWidth, 0.5).fill(ink.line)
  y += 12
  if (y + qrSize > lowest) {
    pdf.newPage()
    y = page.top
  }
  drawQr(pdf, receipt, { x: page.left, y, size: qrSize }, 'L')
  const beside = { x: page.left + qrSize + 16, width: innerWidth - qrSize - 16 }
  const text = pdf.write(say.signed, { ...beside, y }, { size: 8, color: ink.quiet })
  pdf.write(broken(receipt), { ...beside, y: text + 2 }, { size: 6.5 })
  pdf.write(say.scan, { ...full, y: y + qrSize + 10 }, { size: 8, color: ink.quiet })
  return wholeOf(pdf.finish(() => undefined))
}
