import { decoded, type Encoding } from '../encodings.ts'

/** A text in an encoding; null for a text with letters that the encoding does not have. */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding.startsWith('utf-16')) {
    const view = new DataView(new ArrayBuffer(2 * text.length))
    for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), encoding === 'utf-16le')
    return new Uint8Array(view.buffer)
  }
  const bytes = [...text].map((sign) => tableOf(encoding).get(sign))
  return bytes.includes(undefined) ? null : new Uint8Array(bytes as number[])
}

const tables = new Map<Encoding, Map<string, number>>()

function tableOf(encoding: Encoding): Map<string, number> {
  const table = tables.get(encoding) ?? new Map<string, number>()
  tables.set(encoding, table)
  if (table.size > 0) return table
  for (let byte = 1; byte < 256; byte += 1) {
    try {
      table.set(decoded(new Uint8Array([byte]), encoding), byte)
    } catch {
      // The encoding does not have the byte.
    }
  }
  return table
}
