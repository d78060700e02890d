/**
 * JavaScript in ASCII alone, with its source map. A single other character makes V8 keep two bytes for each character of the
 * file. An escape means the same in strings, templates, regular expressions and names.
 */
export function inAscii(code, map) {
  const lines = code.split('\n')
  const shifts = lines.map((line) => [...line.matchAll(/[^\0-\x7f]/g)].map(({ index }) => index))
  const mappings = map.mappings.split(';').map((line, n) => moved(line, shifts[n] ?? []))
  return { code: code.replace(/[^\0-\x7f]/g, escapeOf), map: { ...map, mappings: mappings.join(';') } }
}

const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
/** Characters that an escape is longer than what it stands for. */
const longer = 5

/** The segments of a line, each begun where its text begins once the characters before it are escaped. */
function moved(line, escaped) {
  if (line === '' || escaped.length === 0) return line
  let column = 0
  let before = 0
  let last = 0
  const segments = line.split(',').map((segment) => {
    const { value, length } = decode(segment)
    column += value
    while (before < escaped.length && escaped[before] < column) before += 1
    const at = column + before * longer
    const result = encode(at - last) + segment.slice(length)
    last = at
    return result
  })
  return segments.join(',')
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The first number of a segment (base 64 VLQ), and how many characters it takes. */
function decode(segment) {
  let [bits, shift, length] = [0, 0, 0]
  for (;;) {
    const digit = digits.indexOf(segment[length++])
    bits += (digit & 31) << shift
    shift += 5
    if (digit < 32) return { value: bits & 1 ? -(bits >> 1) : bits >> 1, length }
  }
}

function encode(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += digits[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
