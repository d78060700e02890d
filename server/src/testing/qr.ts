import { constants, inflateSync } from 'node:zlib'
import jsqr from 'jsqr'

/** What a scanner reads from the page: its small squares are the dark modules of the code. */
export function qrIn(pdf: Buffer): string | undefined {
  const drawn = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, content = '']) => Buffer.from(content, 'latin1'))
    .flatMap((content) => {
      try {
        // If the last byte of a stream equals a line end, the pattern cuts it off.
        return [inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')]
      } catch {
        return []
      }
    })
    .join('\n')
  const squares = [...drawn.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map((found) => found.slice(1).map(Number))
  const [x0 = 0, y0 = 0] = [0, 1].map((side) => Math.min(...squares.map((square) => square[side] ?? 0)))
  const module = squares[0]?.[2] ?? 1
  const [scale, margin, side] = [4, 4, 190]
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255)
  for (const [x = 0, y = 0] of squares) {
    const [column, row] = [x - x0, y - y0].map((offset) => (Math.round(offset / module) + margin) * scale) as [
      number,
      number,
    ]
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++)
        pixels.fill(0, ((row + dy) * side * scale + column + dx) * 4, ((row + dy) * side * scale + column + dx) * 4 + 3)
  }
  return jsqr.default(pixels, side * scale, side * scale)?.data
}
