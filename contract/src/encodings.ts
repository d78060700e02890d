import type { Encoding } from './encoding-names.ts'
import { oddness } from './letters.ts'

export { type Encoding, encodings } from './encoding-names.ts'

/** Finds out how the letters of a text file are encoded, and decodes them. */

/** The upper halves of the code pages of MS-DOS, which browsers and Node do not decode. */
const codePages: Partial<Record<Encoding, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
}

/**
 * What is not text in the given encoding: bytes that it does not have, or control characters that no text has. Either the file
 * is damaged, or it is in another encoding.
 */
export class WrongLetters extends Error {
  readonly line: number
  constructor(line: number) {
    super(`no text in line ${line}`)
    this.line = line
  }
}

export interface Decoder {
  push(bytes: Uint8Array): string
  end(): string
}

/** U+0000, and the control characters U+0080 to U+009F. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const neverInText = /[\u0000\u0080-\u009f]/

/** Decodes a file in pieces. Throws WrongLetters. */
export function openDecoder(encoding: Encoding): Decoder {
  const decoder = decoderOf(encoding)
  let lines = 1
  const checked = (decode: () => string, bytes: Uint8Array): string => {
    let text: string
    try {
      text = decode()
    } catch {
      throw new WrongLetters(lines + lineOfFault(encoding, bytes))
    }
    const at = text.search(neverInText)
    if (at >= 0) throw new WrongLetters(lines + breaks(text.slice(0, at)))
    lines += breaks(text)
    return text
  }
  return {
    push: (bytes) => checked(() => decoder.decode(bytes, { stream: true }), bytes),
    end: () => checked(() => decoder.decode(), new Uint8Array(0)),
  }
}

/** Decodes a whole file. */
export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = openDecoder(encoding)
  return decoder.push(bytes) + decoder.end()
}

interface PlainDecoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}

function decoderOf(encoding: Encoding): PlainDecoder {
  const page = codePages[encoding]
  if (page === undefined) return new TextDecoder(encoding, { fatal: true })
  return { decode: (bytes) => (bytes === undefined ? '' : Array.from(bytes, (byte) => signOf(byte, page)).join('')) }
}
const signOf = (byte: number, page: string) => (byte < 0x80 ? String.fromCharCode(byte) : (page[byte - 0x80] as string))

/** The number of line breaks before the first bytes that are not of the encoding. */
function lineOfFault(encoding: Encoding, bytes: Uint8Array): number {
  const text = new TextDecoder(encoding).decode(bytes)
  return breaks(text.slice(0, Math.max(0, text.indexOf('\ufffd'))))
}

function breaks(text: string): number {
  let found = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found += 1
  return found
}

/** One way to read a file, with pieces of it that other ways read differently. */
export interface Reading {
  encoding: Encoding
  samples: string[]
}

/** `encoding` is null when the letters can be read in several ways: `readings` has them, the most likely first. */
export interface FoundEncoding {
  encoding: Encoding | null
  readings: Reading[]
}

export interface EncodingSurvey {
  /** Looks at the next piece of the file. Throws WrongLetters. */
  push(bytes: Uint8Array): void
  end(): FoundEncoding
}

/**
 * Finds the encoding of a file, which is looked at as a whole. UTF-8 and UTF-16 are certain by their form. Any other text can be
 * read in several encodings; one is chosen only if its letters are much more likely than those of each of the others.
 */
export function openEncodingSurvey(): EncodingSurvey {
  let isFirst = true
  let found: Encoding | null = null
  let isPlain = true
  let lines = 1
  let carried: Uint8Array = new Uint8Array(0)
  let words: WordsReader | null = null

  function lookAsUtf8(bytes: Uint8Array, isLast: boolean): void {
    const all = joined(carried, bytes)
    const end = isLast ? all.length : beforeLastWord(all)
    const whole = all.subarray(0, end)
    carried = all.slice(end)
    try {
      const text = decoded(whole, 'utf-8')
      if (text.length !== whole.length) isPlain = false
      lines += breaks(text)
    } catch (error) {
      // Where some of the text is UTF-8 and some is not, one part would be read wrongly.
      if (error instanceof WrongLetters && (!isPlain || whole.includes(0) || hasUtf8(whole)))
        throw new WrongLetters(lines + error.line - 1)
      words = openWords()
      words.push(all)
    }
  }

  return {
    push(bytes) {
      if (isFirst && bytes.length > 1) {
        isFirst = false
        found = markOf(bytes) ?? withoutMark(bytes)
      }
      if (found !== null) return
      if (words !== null) words.push(bytes)
      else lookAsUtf8(bytes, false)
    },
    end() {
      if (found !== null) return { encoding: found, readings: [] }
      if (words === null) lookAsUtf8(new Uint8Array(0), true)
      return words === null ? { encoding: 'utf-8', readings: [] } : decide((words as WordsReader).end())
    },
  }
}

/** The encoding of a whole file. */
export function encodingOf(bytes: Uint8Array): FoundEncoding {
  const survey = openEncodingSurvey()
  survey.push(bytes)
  return survey.end()
}

function markOf([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** UTF-16 without its mark: separators and line breaks have a zero in one of their two bytes, always on the same side. */
function withoutMark(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  if (even > 0 === odd > 0) return null
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(bytes)
  return /[\r\n]/.test(text) && /[\t,;]/.test(text) ? encoding : null
}

const hasUtf8 = (bytes: Uint8Array) => /[^\p{ASCII}\ufffd]/u.test(new TextDecoder('utf-8').decode(bytes))

/** The length up to which the bytes contain only complete words, if the last one has an end. */
function beforeLastWord(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && isOfWord(bytes[end - 1] as number)) end -= 1
  return bytes.length - end < longestWord ? end : bytes.length
}

/** Words with letters beyond ASCII, each once, with what stands around the first of its kind. */
interface Words {
  words: Uint8Array[]
  around: Uint8Array[]
}

/** Of a file, as many different words are looked at. */
const maximumWords = 3000
const aroundWord = 24
/** Of a word that goes on in the next piece of the file, in bytes. Only a text without spaces is longer: UTF-8 of Japanese. */
const longestWord = 64 * 1024

type WordsReader = ReturnType<typeof openWords>

const isOfWord = (byte: number) =>
  byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

function openWords() {
  const seen = new Map<string, { word: Uint8Array; around: Uint8Array }>()
  let carried: Uint8Array = new Uint8Array(0)
  function look(bytes: Uint8Array, isLast: boolean): void {
    let next = 0
    for (let at = 0; at < bytes.length; at = next) {
      const high = nextHigh(bytes, at)
      if (high < 0) break
      let start = high
      while (start > at && isOfWord(bytes[start - 1] as number)) start -= 1
      next = high
      while (next < bytes.length && isOfWord(bytes[next] as number)) next += 1
      if (next === bytes.length && !isLast && next - start < longestWord) {
        carried = bytes.slice(start)
        return
      }
      const word = bytes.slice(start, next)
      const key = word.join(' ')
      if (seen.size < maximumWords && !seen.has(key)) seen.set(key, { word, around: aroundOf(bytes, start, next) })
    }
    carried = new Uint8Array(0)
  }
  return {
    push(bytes: Uint8Array) {
      look(joined(carried, bytes), false)
    },
    end(): Words {
      look(carried, true)
      const all = [...seen.values()]
      return { words: all.map(({ word }) => word), around: all.map(({ around }) => around) }
    },
  }
}

function nextHigh(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if ((bytes[at] as number) >= 0x80) return at
  return -1
}

/** The words beside a word on the same line. */
function aroundOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let [start, end] = [from, to]
  while (start > 0 && from - start < aroundWord && (bytes[start - 1] as number) >= 0x20) start -= 1
  while (end < bytes.length && end - to < aroundWord && (bytes[end] as number) >= 0x20) end += 1
  return bytes.slice(start, end)
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  if (before.length === 0) return after
  const all = new Uint8Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}

/** Encodings with one byte a letter, and how much more rarely each is met than the first. */
const singleByte: [Encoding, number][] = [
  ['windows-1252', 0],
  ['windows-1250', 1],
  ['windows-1254', 1],
  ['macintosh', 1],
  ['ibm850', 1],
  ['ibm437', 1.5],
]
/** An encoding is chosen if the letters of every other one are odder by this much, and by half as much again. */
const clearly = 2
/** Readings that are offered, and samples of each. */
const offered = 4
const samplesShown = 6

function decide({ words, around }: Words): FoundEncoding {
  const read = singleByte.map(([encoding, rarity]) => {
    const texts = words.map((word) => plainly(word, encoding))
    return { encoding, texts, odd: texts.reduce((sum, text) => sum + oddness(text), rarity) }
  })
  read.sort((one, other) => one.odd - other.odd)
  // Encodings that read every word alike are one reading.
  const different = read.filter(({ texts }, at) => !read.slice(0, at).some((before) => areSame(before.texts, texts)))
  const [best, second] = different as [(typeof read)[number], (typeof read)[number] | undefined]
  const isLikely = best.odd <= 1.2 * words.length + 1
  const isClear = second === undefined || (second.odd - best.odd >= clearly && second.odd >= 1.5 * best.odd)
  if (isLikely && isClear) return { encoding: best.encoding, readings: [] }
  const others = isLikely ? [] : (['windows-1251', 'windows-1253'] as const).map((encoding) => ({ encoding }))
  const shown = [...different.slice(0, offered), ...others]
  // Words that the two likeliest readings read differently say most.
  const telling = words.flatMap((_, at) => (second === undefined || best.texts[at] !== second.texts[at] ? [at] : []))
  return {
    encoding: null,
    readings: shown.map(({ encoding }) => ({
      encoding,
      samples: telling.slice(0, samplesShown).map((at) => plainly(around[at] as Uint8Array, encoding).trim()),
    })),
  }
}

const areSame = (one: string[], other: string[]) => one.every((text, at) => text === other[at])

/** Without a check: bytes that the encoding does not have become U+FFFD. */
const plainly = (bytes: Uint8Array, encoding: Encoding): string =>
  codePages[encoding] === undefined ? new TextDecoder(encoding).decode(bytes) : decoderOf(encoding).decode(bytes)
