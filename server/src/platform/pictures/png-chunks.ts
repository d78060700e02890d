import { inflateSync } from 'node:zlib'

/** Bits of a pixel by the colour type of PNG, for one bit of depth (PNG, 11.2.2). */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const wanted = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * The PNG with only the chunks of its pixels, after its data were unpacked once within the size that its header announces. The
 * decoder unpacks without a limit, colour profiles too, and checks no sum of the data. Throws for what is no whole PNG.
 */
export function pixelsOnly(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const kept = [bytes.subarray(0, 8)]
  const data: Buffer[] = []
  let type = ''
  for (let at = 8; type !== 'IEND'; ) {
    if (at + 12 > bytes.length) throw new Error('it ends too early')
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Error('it ends too early')
    type = bytes.toString('latin1', at + 4, at + 8)
    // Where pixels name no entry of a palette, one is only a suggestion.
    if (wanted.has(type) && (type !== 'PLTE' || bytes[25] === 3)) kept.push(bytes.subarray(at, end))
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, end - 4))
    at = end
  }
  if (bytes[25] === 3 && !kept.some((each) => each.toString('latin1', 4, 8) === 'PLTE'))
    throw new Error('it has no palette')
  if (data.length === 0) throw new Error('it has no pixels')
  unpack(Buffer.concat(data), unpackedSize(bytes))
  return Buffer.concat(kept)
}

/** Rows have a byte for their filter; an interlaced image has seven passes, each with rows of its own. */
function unpackedSize(bytes: Buffer): number {
  const [width, height, depth, color] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25]]
  const bits = (depth ?? 0) * (channelsOf[color ?? -1] ?? 0)
  if (bits === 0) throw new Error('its header is damaged')
  const pass = (columns: number, rows: number) => (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)))
  if (bytes[28] !== 1) return pass(width, height)
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const counted = passes.map(([x, y, dx, dy]) => pass(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)))
  return counted.reduce((sum, size) => sum + Math.max(0, size), 0)
}

function unpack(data: Buffer, size: number): void {
  let unpacked: Buffer
  try {
    unpacked = inflateSync(data, { maxOutputLength: size })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(code === 'ERR_BUFFER_TOO_LARGE' ? 'it has more data than pixels' : 'its data are damaged')
  }
  if (unpacked.length !== size) throw new Error('it has fewer data than pixels')
}
