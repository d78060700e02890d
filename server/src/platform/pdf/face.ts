import { readableOn } from '@trellis/contract/brand'
import { embeddedImage, innerWidth, type Pdf, page } from './document.ts'

export interface Ink {
  /** The tenant's colour for surfaces and lines. */
  brand: string
  /** The nearest shade of it that is readable on white. */
  accent: string
  text: string
  quiet: string
  line: string
  surface: string
}

const plain = '#1f4f8f'

export function inkOf(primaryColor: string | null): Ink {
  const brand = /^#[0-9a-f]{6}$/i.test(primaryColor ?? '') ? String(primaryColor) : plain
  return {
    brand,
    accent: readableOn('#ffffff', brand),
    text: '#1b1d21',
    quiet: '#5b6270',
    line: '#d9dde3',
    surface: '#f4f6f8',
  }
}

/** The logo of the tenant, or its name, at the top left. Returns the y below it. */
export function drawFace(
  pdf: Pdf,
  { logoUrl, tenantName }: { logoUrl: string | null; tenantName: string },
  width: number,
  ink: Ink,
): number {
  const logo = embeddedImage(logoUrl)
  if (logo !== null) {
    try {
      pdf.doc.image(logo, page.left, page.top, { fit: [width, 44] })
      return page.top + 44
    } catch {
      // A damaged image: the name stands in for it.
    }
  }
  const at = { x: page.left, y: page.top, width }
  return pdf.write(tenantName, at, { size: 15, weight: 'bold', color: ink.accent })
}

/** What stands at the foot of each page: what it is, and which page. */
export interface Foot {
  left: string
  right: string
}

export function drawFoot(pdf: Pdf, ink: Ink, { left, right }: Foot): void {
  const y = page.height - 44
  const style = { size: 8, color: ink.quiet }
  pdf.doc.rect(page.left, y - 8, innerWidth, 0.5).fill(ink.line)
  pdf.write(left, { x: page.left, y, width: innerWidth - 110 }, style)
  pdf.write(right, { x: page.width - page.right - 100, y, width: 100 }, { ...style, align: 'right' })
}
