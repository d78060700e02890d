/** An image by its first bytes, not by its name (threats F6). */
export interface Image {
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The kind and size of a PNG or JPEG; null for everything else, such as SVG, which can contain scripts. */
export function imageIn(content: Buffer): Image | null {
  if (content.subarray(0, 8).equals(pngStart) && content.length >= 33 && content.toString('latin1', 12, 16) === 'IHDR')
    return { type: 'image/png', width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
  if (content.length > 4 && content.readUInt16BE(0) === 0xffd8) {
    const size = sizeOfJpeg(content)
    return size && { type: 'image/jpeg', ...size }
  }
  return null
}

/** From the first frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
function sizeOfJpeg(content: Buffer): { width: number; height: number } | null {
  let at = 2
  while (at + 9 < content.length) {
    if (content[at] !== 0xff) return null
    const marker = content[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
    at += 2 + content.readUInt16BE(at + 2)
  }
  return null
}
