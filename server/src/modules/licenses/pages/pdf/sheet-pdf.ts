import { embeddedImage, innerWidth, openPdf, type Pdf, page, wholeOf } from '../../../../platform/pdf/document.ts'
import { drawQr } from '../../../../platform/pdf/qr.ts'
import type { Brand } from '../../../mail/index.ts'
import type { Sheet } from './find-sheet.ts'
import { words } from './words.ts'

export interface SheetPrint {
  sheet: Sheet
  brand: Brand
  url: string
  language: keyof typeof words
}

const ink = { quiet: '#5b6270', line: '#d9dde3' }
const qrSize = 230
/** So much of a name fits on the page in its size. */
const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text)

/**
 * Runs apart: the link of a key's page as one page of A4 to be hung up or handed over, with its last five letters only: the key
 * itself is not for everybody who sees the sheet.
 */
export async function drawSheet({ sheet, brand, url, language }: SheetPrint): Promise<Uint8Array> {
  const say = words[language]
  const { productName, ownerName, serialKey, seats, tenantName, isSandbox } = sheet
  const title = `${say.title} · ${productName}`
  const pdf = await openPdf({ title, author: tenantName, language, isSandbox, content: { sheet, say } })
  const full = { x: page.left, width: innerWidth }
  let y = drawBrand(pdf, sheet, brand.colors.accent)
  y = pdf.write(
    say.title.toUpperCase(),
    { ...full, y: y + 28 },
    { size: 9, weight: 'bold', color: brand.colors.accent },
  )
  y = pdf.write(shortened(productName), { ...full, y: y + 4 }, { size: 26, weight: 'bold' })
  const facts = [`${say.for} ${shortened(ownerName)}`, say.seats(seats), `${say.key} ${serialKey.slice(-5)}`]
  y = pdf.write(facts.join(' · '), { ...full, y: y + 6 }, { size: 11, color: ink.quiet })
  pdf.doc.rect(page.left, y + 14, innerWidth, 0.75).fill(ink.line)
  y += 40
  drawQr(pdf, url, { x: page.left, y, size: qrSize })
  const beside = { x: page.left + qrSize + 28, width: innerWidth - qrSize - 28 }
  let line = pdf.write(say.scan, { ...beside, y: y + 6 }, { size: 14, weight: 'bold' }) + 8
  for (const each of say.can) line = pdf.write(`– ${each}`, { ...beside, y: line + 4 }, { size: 11 })
  y += qrSize + 18
  y = pdf.write(url, { ...full, y }, { size: 10, color: brand.colors.accent })
  pdf.doc.link(page.left, y - 14, innerWidth, 14, url)
  y = pdf.write(say.warning, { ...full, y: y + 16 }, { size: 10, color: ink.quiet })
  if (pdf.hasGaps()) pdf.write(say.gaps, { ...full, y: y + 10 }, { size: 7.5, color: ink.quiet })
  return wholeOf(pdf.finish(() => undefined))
}

/** Logo of the tenant, or its name. Returns the y below it. */
function drawBrand(pdf: Pdf, { logoUrl, tenantName }: Sheet, color: string): number {
  const logo = embeddedImage(logoUrl)
  if (logo !== null) {
    try {
      pdf.doc.image(logo, page.left, page.top, { fit: [220, 44] })
      return page.top + 44
    } catch {
      // A damaged image: the name stands in for it.
    }
  }
  return pdf.write(
    shortened(tenantName),
    { x: page.left, y: page.top, width: innerWidth },
    { size: 16, weight: 'bold', color },
  )
}
