import { convertIndexedToRgb, decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import type { Drawn, Fault } from './pictures.ts'
import { pixelsOnly } from './png-chunks.ts'

export interface Wanted {
  content: Uint8Array
  type: 'image/png' | 'image/jpeg'
  /** Of the new picture, in bytes and in pixels of its longer side; it is made smaller until it fits. */
  maximumBytes: number
  maximumSide: number
}

/** Eight bits for each of red, green, blue and, if there are four channels, opacity. */
interface Pixels {
  width: number
  height: number
  channels: 3 | 4
  data: Uint8Array
}

/** Runs apart: decodes a picture and encodes its pixels as a PNG. */
export async function redraw({ content, type, maximumBytes, maximumSide }: Wanted): Promise<Drawn | Fault> {
  let pixels: Pixels
  try {
    pixels = type === 'image/png' ? ofPng(content) : ofJpeg(content)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
  for (pixels = withoutIdleOpacity(pixels); ; pixels = halved(pixels)) {
    if (Math.max(pixels.width, pixels.height) > maximumSide) continue
    const drawn = encodePng({ ...pixels, depth: 8 })
    if (drawn.length <= maximumBytes) return { width: pixels.width, height: pixels.height, content: drawn }
  }
}

function ofPng(content: Uint8Array): Pixels {
  const image = decodePng(pixelsOnly(content), { checkCrc: true })
  const { width, height } = image
  if (image.palette) {
    const data = convertIndexedToRgb(image)
    return { width, height, channels: data.length === width * height * 4 ? 4 : 3, data }
  }
  const { channels, depth, data, transparency } = image
  const scale = 255 / (2 ** depth - 1)
  const gray = channels < 3
  const clear = transparency && transparency.length > 0 ? [...transparency] : undefined
  const hasOpacity = channels % 2 === 0
  const out = new Uint8Array(width * height * 4)
  const sampleAt = samplesOf(data, depth, width * channels)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const sample = (channel: number) => sampleAt(y, x * channels + channel)
      const colors = gray ? [sample(0), sample(0), sample(0)] : [sample(0), sample(1), sample(2)]
      const isClear = clear?.every((value, at) => value === colors[at])
      for (const [at, value] of colors.entries()) out[to + at] = Math.round(value * scale)
      out[to + 3] = hasOpacity ? Math.round(sample(channels - 1) * scale) : isClear ? 0 : 255
    }
  return { width, height, channels: 4, data: out }
}

/** Samples of less than eight bits are packed, each row from a new byte on. */
function samplesOf(data: ArrayLike<number>, depth: number, perRow: number): (row: number, at: number) => number {
  if (depth >= 8) return (row, at) => data[row * perRow + at] ?? 0
  const bytesPerRow = Math.ceil((perRow * depth) / 8)
  const mask = 2 ** depth - 1
  return (row, at) => {
    const bit = at * depth
    return ((data[row * bytesPerRow + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask
  }
}

function ofJpeg(content: Uint8Array): Pixels {
  const { width, height, data } = jpeg.decode(content, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: 4,
    maxMemoryUsageInMB: 128,
  })
  return { width, height, channels: 4, data }
}

/** Most logos have none: without a channel for it, a PDF takes the PNG as it is. */
function withoutIdleOpacity({ width, height, channels, data }: Pixels): Pixels {
  if (channels === 3) return { width, height, channels, data }
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return { width, height, channels, data }
  const out = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) out.set(data.subarray(from, from + 3), to)
  return { width, height, channels: 3, data: out }
}

/** Half as wide and high: each pixel is the mean of up to four, weighted by their opacity. */
function halved({ width, height, channels, data }: Pixels): Pixels {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const out = new Uint8Array(half.width * half.height * channels)
  for (let y = 0, to = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++, to += channels) {
      let [weight, count] = [0, 0]
      const sums = [0, 0, 0]
      for (let row = 2 * y; row < Math.min(2 * y + 2, height); row++)
        for (let column = 2 * x; column < Math.min(2 * x + 2, width); column++) {
          const from = (row * width + column) * channels
          const opacity = channels === 4 ? (data[from + 3] ?? 0) : 255
          for (let at = 0; at < 3; at++) sums[at] = (sums[at] ?? 0) + (data[from + at] ?? 0) * opacity
          weight += opacity
          count += 1
        }
      for (let at = 0; at < 3; at++) out[to + at] = weight === 0 ? 0 : Math.round((sums[at] ?? 0) / weight)
      if (channels === 4) out[to + 3] = Math.round(weight / count)
    }
  return { ...half, channels, data: out }
}
