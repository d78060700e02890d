import { randomFillSync } from 'node:crypto'

const random = Buffer.alloc(16 * 256)
let used = random.length
let last = 0
let sequence = 0

/**
 * A UUIDv7 (RFC 9562, 5.7), increasing within this process: the 12 bits after the time are a counter within the
 * millisecond.
 */
export function newId(at = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.subarray(used, used + 16)
  used += 16
  if (at > last) {
    last = at
    sequence = bytes.readUInt16BE(6) & 0x7ff
  } else if (++sequence > 0xfff) {
    last += 1
    sequence = 0
  }
  return format(bytes, last, sequence)
}

function format(bytes: Buffer, milliseconds: number, counter: number): string {
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
