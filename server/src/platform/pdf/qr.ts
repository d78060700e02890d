import { create } from 'qrcode'
import type { Pdf } from './document.ts'

interface Place {
  x: number
  y: number
  /** Width and height. */
  size: number
}

/**
 * Draws a QR code. Modules are surfaces, sharp at every size; the page around the code is the white margin that scanners
 * need. Long texts take the lowest level of correction, so that modules stay large enough.
 */
export function drawQr({ doc }: Pdf, text: string, { x, y, size }: Place, level: 'L' | 'M' = 'M'): void {
  const { modules } = create(text, { errorCorrectionLevel: level })
  const module = size / modules.size
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) doc.rect(x + column * module, y + row * module, module, module)
  doc.fill('#000000')
}
