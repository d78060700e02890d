import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { fontOf, printable, type Weight, weights } from './fonts.ts'

/** Page size and margins in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89, left: 48, right: 48, top: 48, bottom: 64 } as const
export const innerWidth = page.width - page.left - page.right
/** The lowest place of content; the footer is below. */
export const lowest = page.height - page.bottom

export interface Style {
  size: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right' | 'center'
}

export interface Box {
  x: number
  y: number
  width: number
}

/** An A4 document being drawn. Every text goes through `write`, which replaces characters that the font does not have. */
export interface Pdf {
  /** For lines, surfaces and images; text goes through `write`. */
  doc: PDFKit.PDFDocument
  /** Draws text, wrapped to the width of the box, and returns the y below it. */
  write(text: string, box: Box, style: Style): number
  /** The height of text in points. */
  heightOf(text: string, width: number, style: Style): number
  newPage(): void
  /** True when a character could not be printed. */
  hasGaps(): boolean
  /** Draws `foot` on every page and ends the document. */
  finish(foot: (pageNumber: number, pages: number) => void): Readable
}

interface PdfOptions {
  title: string
  author: string
  /** Language of the document, for screen readers. */
  language: string
  layout?: 'portrait' | 'landscape'
}

export function openPdf({ title, author, language, layout = 'portrait' }: PdfOptions): Pdf {
  let hasGaps = false
  const clean = (text: string) => {
    const cleaned = printable(text)
    hasGaps ||= cleaned.hasGap
    return cleaned.text
  }
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: clean(title), Author: clean(author) },
  })
  // pdfkit takes a parsed font too, which its types do not say.
  for (const weight of weights) doc.registerFont(weight, fontOf(weight) as unknown as Buffer)
  const dress = ({ size, weight = 'regular', color = '#1b1d21' }: Style) => doc.font(weight, size).fillColor(color)
  const lineGap = (size: number) => size * 0.05
  return {
    doc,
    write(text, { x, y, width }, style) {
      dress(style).text(clean(text), x, y, { width, align: style.align ?? 'left', lineGap: lineGap(style.size) })
      return doc.y
    },
    heightOf: (text, width, style) => dress(style).heightOfString(clean(text), { width, lineGap: lineGap(style.size) }),
    newPage: () => void doc.addPage(),
    hasGaps: () => hasGaps,
    finish(foot) {
      const { start, count } = doc.bufferedPageRange()
      for (let n = 0; n < count; n++) {
        doc.switchToPage(start + n)
        foot(n + 1, count)
      }
      doc.end()
      return doc as unknown as Readable
    },
  }
}

/** A PNG or JPEG in a `data:` URL; null for everything else. Nothing is fetched (threats W14). */
export function embeddedImage(url: string | null): Buffer | null {
  const content = /^data:image\/(?:png|jpeg);base64,([A-Za-z\d+/]+=*)$/.exec(url ?? '')?.[1]
  return content === undefined ? null : Buffer.from(content, 'base64')
}
