import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'

interface PngOptions {
  width?: number
  height?: number
  depth?: number
  /** 0 gray, 2 colours, 3 palette, 4 gray with opacity, 6 colours with opacity. */
  color?: number
  interlaced?: boolean
  /** The unpacked data; by default rows of zeros, each with its filter. */
  rows?: Buffer
  /** The packed data instead. */
  data?: Buffer
  /** Chunks between header and data. */
  more?: Buffer[]
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG, whole or as broken as the options make it. */
export function png({ width = 10, height = 10, depth = 8, color = 6, interlaced = false, ...given }: PngOptions = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlaced ? 1 : 0], 8)
  const bytesPerRow = 1 + Math.ceil((width * depth * (channelsOf[color] ?? 0)) / 8)
  const rows = given.rows ?? Buffer.alloc(Math.min(bytesPerRow * height, 64_000_000))
  const data = given.data ?? deflateSync(rows, { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(given.more ?? []),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Adam7 data of an image of one colour: seven passes, each with rows of its own. */
export function interlacedRows(width: number, height: number, pixel: readonly number[]): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const rows = passes.flatMap(([x, y, dx, dy]) => {
    const [columns, lines] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]
    if (columns <= 0 || lines <= 0) return []
    return Array.from({ length: lines }, () => [0, ...Array.from({ length: columns }, () => pixel).flat()])
  })
  return Buffer.from(rows.flat())
}

/** Changes one byte. */
export function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at < 0 ? bytes.length + at : at] = value
  return changed
}

/** A JPEG of one colour. */
export function jpegOf(width: number, height: number, color: readonly [number, number, number]): Buffer {
  const data = Buffer.alloc(width * height * 4, Buffer.from([...color, 255]))
  return Buffer.from(jpeg.encode({ width, height, data }, 80).data)
}
