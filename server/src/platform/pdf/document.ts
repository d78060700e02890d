import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type Face, ownFaces, plainFace, type Weight, weights } from './fonts.ts'
import { type Line, linesOf, type Run } from './layout.ts'
import { facesFor, piecesOf, plainText, withoutIsolates } from './pieces.ts'

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

/** An A4 document being drawn. Every text goes through `write`, which marks characters that no font has. */
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
  /** Marks each page: its tenant is one to try everything in, and nothing on it is true. */
  isSandbox: boolean
  /** What it will print, at any depth: the fonts for its texts are loaded before it is drawn. */
  content: unknown
}

export async function openPdf({
  title,
  author,
  language,
  layout = 'portrait',
  isSandbox,
  content,
}: PdfOptions): Promise<Pdf> {
  const faces = await facesFor(textsIn(content))
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: withoutIsolates(title), Author: withoutIsolates(author) },
  })
  // pdfkit takes a parsed font too, which its types do not say.
  for (const face of [...ownFaces(), ...faces])
    for (const weight of weights) doc.registerFont(nameOf(face, weight), face.fonts[weight] as unknown as Buffer)
  const dress = ({ size, weight = 'regular', color = '#1b1d21' }: Style, face = plainFace()) =>
    doc.font(nameOf(face, weight), size).fillColor(color)
  const lineGap = (size: number) => size * 0.05
  let hasGaps = false

  const widths = new Map<string, number>()
  /** Lines of a text that needs more than the plain face. */
  const layOut = (text: string, width: number, { size, weight = 'regular' }: Style): Line[] => {
    const pieces = piecesOf(text, faces)
    hasGaps ||= pieces.some(({ face }) => face === null)
    const measure = (run: Run) => {
      const key = `${nameOf(run.face, weight)} ${run.text}`
      const known = widths.get(key)
      if (known !== undefined) return known
      const measured = dress({ size: 1, weight }, run.face).widthOfString(run.text, asGiven)
      widths.set(key, measured)
      return measured
    }
    return linesOf(pieces, width / size, measure)
  }
  /** In the margin above the content, on every page. */
  const markSandbox = (write: Pdf['write']) => {
    const words = sandboxMarks[language === 'it' ? 'it' : 'en']
    const wide = layout === 'landscape' ? page.height : page.width
    doc.rect(0, 0, wide, 18).fill('#fff1cc')
    write(words, { x: 0, y: 4, width: wide }, { size: 8, weight: 'bold', color: '#6b4700', align: 'center' })
  }
  const heightOfLine = ({ ascent, descent }: Line, size: number) => (ascent + descent) * size + lineGap(size)

  const pdf: Pdf = {
    doc,
    write(text, { x, y, width }, style) {
      const { size, align = 'left' } = style
      const plain = plainText(text)
      if (plain !== undefined) {
        dress(style).text(plain, x, y, { width, align, lineGap: lineGap(size), ...(align === 'right' && columnar) })
        return doc.y
      }
      let top = y
      for (const line of layOut(text, width, style)) {
        const left = x + (width - line.width * size) * alignments[align]
        for (const run of line.runs)
          dress(style, run.face).text(run.text, left + run.x * size, top + line.ascent * size, {
            ...asGiven,
            lineBreak: false,
            baseline: 'alphabetic',
          })
        top += heightOfLine(line, size)
      }
      return top
    },
    heightOf(text, width, style) {
      const { size } = style
      const plain = plainText(text)
      if (plain !== undefined) return dress(style).heightOfString(plain, { width, lineGap: lineGap(size) })
      return layOut(text, width, style).reduce((sum, line) => sum + heightOfLine(line, size), 0)
    },
    newPage: () => void doc.addPage(),
    hasGaps: () => hasGaps,
    finish(foot) {
      const { start, count } = doc.bufferedPageRange()
      for (let n = 0; n < count; n++) {
        doc.switchToPage(start + n)
        if (isSandbox) markSandbox(pdf.write)
        foot(n + 1, count)
      }
      doc.end()
      return doc as unknown as Readable
    },
  }
  return pdf
}

const sandboxMarks = {
  en: 'SANDBOX · for trying only, nothing in this document is real',
  it: 'SANDBOX · solo per prove, niente in questo documento è reale',
}

/** The bytes of a finished document. */
export const wholeOf = (pdf: Readable): Promise<Uint8Array> => buffer(pdf)

const nameOf = ({ name }: Face, weight: Weight) => `${name} ${weight}`
const alignments = { left: 0, center: 0.5, right: 1 }
/** With features pdfkit lays out the whole run; without, it lays out word by word, in the order of the words. */
const asGiven = { features: [] }

/** Figures below each other have digits of one width. */
const columnar: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: ['tnum'] }

/** Each text in a value, at any depth. */
function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.values(content).flatMap(textsIn)
}

/** A PNG or JPEG in a `data:` URL; null for everything else. Nothing is fetched (threats W14). */
export function embeddedImage(url: string | null): Buffer | null {
  const content = /^data:image\/(?:png|jpeg);base64,([A-Za-z\d+/]+=*)$/.exec(url ?? '')?.[1]
  return content === undefined ? null : Buffer.from(content, 'base64')
}
