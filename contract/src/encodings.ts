/** Decodes the bytes of a text file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */

/** The file is UTF-8 in some parts and not in others. */
export class NotUtf8 extends Error {
  readonly line: number
  constructor(line: number) {
    super(`not UTF-8 in line ${line}`)
    this.line = line
  }
}

export interface Decoder {
  push(bytes: Uint8Array): string
  end(): string
}

/**
 * Decodes a file in pieces. A file whose first special character is not UTF-8 is read as Windows-1252, which older
 * Windows programs write. Throws NotUtf8 when a file mixes both, because one part would be read wrongly.
 */
export function openDecoder(): Decoder {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let carried: Uint8Array = new Uint8Array(0)
  let isPlain = true
  let lines = 1

  function decode(bytes: Uint8Array): string {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      if (text.length !== bytes.length) isPlain = false
      lines += count(text)
      return text
    } catch {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      const isMixed = !isPlain || /[^\p{ASCII}\ufffd]/u.test(text)
      if (isMixed) throw new NotUtf8(lines + count(text.slice(0, text.indexOf('\ufffd'))))
      decoder = new TextDecoder('windows-1252')
      return decoder.decode(bytes, { stream: true })
    }
  }

  return {
    push(bytes) {
      if (decoder !== null) return decoder.decode(bytes, { stream: true })
      const all = joined(carried, bytes)
      carried = new Uint8Array(0)
      if (lines === 1 && isPlain) {
        const mark = markOf(all)
        if (mark !== null) {
          decoder = new TextDecoder(mark)
          return decoder.decode(all, { stream: true })
        }
      }
      const end = wholeUpTo(all)
      carried = all.slice(end)
      return decode(all.subarray(0, end))
    },
    end: () => (decoder === null ? decode(carried) : decoder.decode()),
  }
}

/** Decodes a whole file. */
export function decoded(bytes: Uint8Array): string {
  const decoder = openDecoder()
  return decoder.push(bytes) + decoder.end()
}

const count = (text: string): number => {
  let found = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found += 1
  return found
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  if (before.length === 0) return after
  const all = new Uint8Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}

function markOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** The length up to which the bytes contain only complete characters. */
function wholeUpTo(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
