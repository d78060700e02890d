import { embeddedImage, openPdf, type Pdf, page, type Style, wholeOf } from '../../../platform/pdf/document.ts'
import { graphemes, together } from '../../../platform/pdf/pieces.ts'
import { drawQr } from '../../../platform/pdf/qr.ts'
import type { Brand } from '../../mail/index.ts'
import { validationLink } from '../links.ts'
import type { IssuedDocument } from './find-document.ts'
import { words } from './words.ts'

export interface CertificatePrint {
  issued: IssuedDocument
  brand: Brand
  language: keyof typeof words
}

/** A4 across. */
const width = page.height
const height = page.width
const left = 84
const right = 64
const inner = width - left - right
const qrSize = 92
/** The lowest part, with the dates and the QR code. */
const feet = height - 168

/** Runs apart: an issued certificate as one page of A4 (rules Q10). Nothing is fetched from the network (threats F10). */
export async function drawCertificate({ issued, brand, language }: CertificatePrint): Promise<Uint8Array> {
  const say = words[language]
  const title = together([say.title, issued.certificateName, issued.ownerName], ' · ')
  const pdf = await openPdf({
    title,
    author: issued.tenantName,
    language,
    layout: 'landscape',
    isSandbox: issued.isSandbox,
    content: issued,
  })
  const link = validationLink(brand.address, issued.validationCode)
  const ink = { accent: brand.colors.accent, quiet: '#5b6270', line: '#d9dde3' }

  pdf.doc.rect(0, 0, 20, height).fill(brand.colors.button)
  pdf.doc
    .rect(36, 24, width - 60, height - 48)
    .lineWidth(0.75)
    .stroke(ink.line)
  drawBrand(pdf, issued, ink.accent)

  const at = { x: left, width: inner }
  const small: Style = { size: 10, color: ink.accent, weight: 'bold' }
  pdf.write(upper(say.title), { ...at, y: 126 }, small)
  let y = pdf.write(say.awardedTo, { ...at, y: 150 }, { size: 11, color: ink.quiet })
  y = writeFitting(
    pdf,
    issued.ownerName,
    { ...at, y: y + 2 },
    { sizes: [34, 28, 22, 17, 13, 10.5, 8], room: 92, weight: 'bold' },
  )
  if (issued.kind === 'User')
    y = writeFitting(pdf, issued.accountName, { ...at, y: y + 1 }, { sizes: [13, 11, 9], room: 34, color: ink.quiet })
  y = pdf.write(say.holds[issued.kind], { ...at, y: y + 12 }, { size: 11, color: ink.quiet })
  const name = { sizes: [24, 20, 16, 13, 10.5], room: 58, weight: 'bold' as const, color: ink.accent }
  y = writeFitting(pdf, issued.certificateName, { ...at, y: y + 2 }, name)
  const details = together([issued.category, issued.description], ' · ')
  const room = feet - y - 18
  if (details !== '' && room > 14)
    writeFitting(pdf, details, { ...at, y: y + 6 }, { sizes: [10, 9], room, color: ink.quiet })

  const day = (instant: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: issued.timeZone }).format(new Date(instant))
  const facts = [
    [say.issued, day(issued.creationDate)],
    [say.validUntil, day(issued.expirationDate)],
    [say.code, issued.validationCode],
  ] as const
  const column = (inner - qrSize - 24) / facts.length
  pdf.doc.rect(left, feet, inner - qrSize - 24, 0.75).fill(ink.line)
  for (const [index, [label, value]] of facts.entries()) {
    const box = { x: left + index * column, width: column - 10 }
    const below = pdf.write(label, { ...box, y: feet + 12 }, { size: 9, color: ink.quiet })
    pdf.write(value, { ...box, y: below + 1 }, { size: 13, weight: 'bold' })
  }
  const linkBox = { x: left, y: feet + 62, width: inner - qrSize - 24 }
  writeFitting(pdf, link, linkBox, { sizes: [9, 7.5], room: 24, color: ink.accent })
  pdf.doc.link(linkBox.x, linkBox.y, linkBox.width, 14, link)
  if (pdf.hasGaps()) pdf.write(say.gaps, { ...linkBox, y: feet + 88 }, { size: 7.5, color: ink.quiet })

  const qr = { x: width - right - qrSize, y: feet }
  drawQr(pdf, link, { ...qr, size: qrSize })
  const scan = { x: qr.x - 20, y: qr.y + qrSize + 8, width: qrSize + 40 }
  pdf.write(say.scan, scan, { size: 8, color: ink.quiet, align: 'center' })
  return wholeOf(pdf.finish(() => undefined))
}

/** Logo of the tenant, or its name. */
function drawBrand(pdf: Pdf, { logoUrl, tenantName }: IssuedDocument, color: string): void {
  const logo = embeddedImage(logoUrl)
  if (logo !== null) {
    try {
      pdf.doc.image(logo, left, 58, { fit: [260, 46] })
      return
    } catch {
      // A damaged image: the name stands in for it.
    }
  }
  writeFitting(
    pdf,
    tenantName,
    { x: left, y: 62, width: inner },
    { sizes: [18, 14, 10], room: 44, weight: 'bold', color },
  )
}

const upper = (text: string) => text.toUpperCase()

interface Fitting extends Omit<Style, 'size'> {
  /** Font sizes from the preferred one down; the last one is cut off where even it does not fit. */
  sizes: readonly number[]
  /** The height that the text may have. */
  room: number
}

/** Writes text in the largest of the sizes in which it fits, so that a long one overlaps nothing. Returns the y below it. */
function writeFitting(
  pdf: Pdf,
  text: string,
  box: { x: number; y: number; width: number },
  { sizes, room, ...style }: Fitting,
): number {
  const line = text.replace(/\s+/g, ' ').trim()
  const smallest = sizes.at(-1) ?? 10
  const size = sizes.find((each) => pdf.heightOf(line, box.width, { ...style, size: each }) <= room) ?? smallest
  return pdf.write(cut(pdf, line, box.width, { ...style, size }, room), box, { ...style, size })
}

/** The text up to what fits, with an ellipsis where it was cut off. */
function cut(pdf: Pdf, text: string, width: number, style: Style, room: number): string {
  const fits = (part: string) => pdf.heightOf(part, width, style) <= room
  if (fits(text)) return text
  const characters = graphemes(text)
  let [least, most] = [0, characters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(`${characters.slice(0, middle).join('')}…`)) least = middle
    else most = middle - 1
  }
  return `${characters.slice(0, least).join('').trimEnd()}…`
}
