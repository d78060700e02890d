/** Small documents and pictures, drawn when the demo is filled. */
import { once } from 'node:events'
import { crc32, deflateSync } from 'node:zlib'

/** A page of text as an A4 PDF. */
export async function drawPdf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  // Not at the top: every start of the server would load it.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title, Author: 'Halcyon Software' } })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = once(document, 'end')
  document.font('Helvetica-Bold').fontSize(20).fillColor('#1f6f6b').text(title).moveDown()
  document.font('Helvetica').fontSize(11).fillColor('#222222')
  for (const paragraph of paragraphs) document.text(paragraph, { lineGap: 3 }).moveDown()
  document.end()
  await ended
  return Buffer.concat(pieces)
}

type Color = readonly [red: number, green: number, blue: number]

/** A picture in the PNG format, pixel by pixel. */
export function drawPng(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(colorAt(x, y), y * (width * 3 + 1) + 1 + x * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
