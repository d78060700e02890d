/// <reference path="./linebreak.d.ts" />
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import LineBreaker from 'linebreak'
import { type Face, hasGlyphs, plainFace } from './fonts.ts'
import { gap, graphemes, type Piece, withoutIsolates } from './pieces.ts'

/** A part of a line in one face and one direction. */
export interface Run {
  /** As the font must be given it: mirrored, and in the order in which the font draws it. */
  text: string
  face: Face
}

export interface Line {
  /** In logical order, in which they are drawn, so that a reader who copies the text gets it in that order. */
  runs: (Run & { x: number })[]
  width: number
  /** Above and below the baseline, as parts of the font size. */
  ascent: number
  descent: number
}

/** The width of a run as a part of the font size. */
export type Measure = (run: Run) => number

// Its types do not say that the package exports the function itself.
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)()

/** The lines of a text, broken by UAX 14 and ordered by UAX 9. `room` is the width of a line as a part of the font size. */
export function linesOf(pieces: readonly Piece[], room: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let paragraph: Piece[] = []
  for (const piece of [...pieces, lineEnd]) {
    if (piece.text !== '\n') paragraph.push(piece)
    else {
      lines.push(...linesOfParagraph(paragraph, room, measure))
      paragraph = []
    }
  }
  return lines
}

const lineEnd: Piece = { text: '\n', face: null }

/** A paragraph in which each UTF-16 unit has a face and a level; an odd level is right to left. */
interface Paragraph {
  text: string
  faces: Face[]
  levels: Uint8Array
}

function paragraphOf(pieces: readonly Piece[]): Paragraph {
  let text = ''
  const faces: Face[] = []
  let isInGap = false
  for (const [index, piece] of pieces.entries()) {
    // A space between two unknown words belongs to the gap.
    const isContinued = piece.face === null && isInGap
    if (piece.face === null) isInGap = true
    else if (piece.text.trim() !== '') isInGap = false
    if (isContinued) continue
    const printed = piece.face === null ? gap : piece.text
    text += printed
    const face = printed === ' ' ? faceOfSpace(pieces[index - 1], pieces[index + 1]) : (piece.face ?? plainFace())
    for (let unit = 0; unit < printed.length; unit++) faces.push(face)
  }
  return { text, faces, levels: bidi.getEmbeddingLevels(inUnits(text), 'auto').levels }
}

/** bidi-js takes each half of a surrogate pair for a letter of Latin: an emoji is a symbol without a direction. */
const inUnits = (text: string) =>
  text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) => (/\p{L}/u.test(character) ? 'aa' : '\ufffc\ufffc'))

/** Words of one script are one run, so that who copies the text gets the spaces between them. */
function faceOfSpace(before: Piece | undefined, after: Piece | undefined): Face {
  const face = before?.face
  return face && face === after?.face && hasGlyphs(face, ' ') ? face : plainFace()
}

function linesOfParagraph(pieces: readonly Piece[], room: number, measure: Measure): Line[] {
  const paragraph = paragraphOf(pieces)
  const widths = new Map<number, number>()
  const widthOf = (start: number, end: number) => {
    const key = start * 1e6 + end
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = runsOf(paragraph, start, end).reduce((sum, run) => sum + measure(run), 0)
    widths.set(key, width)
    return width
  }
  const lines: Line[] = []
  let start = 0
  let end = 0
  let width = 0
  const finish = (at: number) => {
    lines.push(lineOf(paragraph, start, trimmed(paragraph.text, start, at), measure))
    start = at
    end = at
    width = 0
  }
  for (const place of breaks(paragraph.text)) {
    const bare = trimmed(paragraph.text, end, place)
    if (width + widthOf(end, bare) > room && end > start) finish(end)
    if (width + widthOf(end, bare) <= room) {
      width += widthOf(end, place)
      end = place
      continue
    }
    // A word that is longer than a line is broken between characters.
    for (const grapheme of graphemes(paragraph.text.slice(end, place))) {
      const next = end + grapheme.length
      const isSpace = grapheme.trim() === ''
      if (!isSpace && width + widthOf(end, next) > room && end > start) finish(end)
      width += widthOf(end, next)
      end = next
    }
  }
  if (end > start || lines.length === 0) finish(end)
  return lines
}

function trimmed(text: string, start: number, end: number): number {
  let at = end
  while (at > start && text[at - 1]?.trim() === '') at--
  return at
}

const words = new Intl.Segmenter('th', { granularity: 'word' })
const thai = /\p{Script=Thai}/u

/** Where a line may end. UAX 14 knows no words of Thai, which is written without spaces. */
function breaks(text: string): number[] {
  const places = new Set<number>([text.length])
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) places.add(found.position)
  if (thai.test(text))
    for (const { index } of words.segment(text))
      if (thai.test(text[index - 1] ?? '') && thai.test(text[index] ?? '')) places.add(index)
  return [...places].filter((place) => place > 0).sort((one, other) => one - other)
}

/** The runs from `start` to `end` in logical order, with their levels. */
function runsOf({ text, faces, levels }: Paragraph, start: number, end: number): (Run & { level: number })[] {
  const runs: (Run & { level: number })[] = []
  let from = start
  for (let at = start + 1; at <= end; at++) {
    if (at < end && faces[at] === faces[from] && levels[at] === levels[from]) continue
    const level = levels[from] ?? 0
    const visible = withoutIsolates(text.slice(from, at))
    const face = faces[from]
    if (visible !== '' && face !== undefined) runs.push({ text: ordered(visible, level % 2 === 1), face, level })
    from = at
  }
  return runs
}

const isDrawnFromRight = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** fontkit chooses the direction by the script: a run in the other direction is handed over reversed. */
function ordered(text: string, isFromRight: boolean): string {
  const characters = graphemes(text).map((one) => (isFromRight ? (bidi.getMirroredCharacter(one) ?? one) : one))
  return (isFromRight === isDrawnFromRight.test(text) ? characters : characters.reverse()).join('')
}

function lineOf(paragraph: Paragraph, start: number, end: number, measure: Measure): Line {
  const runs = runsOf(paragraph, start, end).map((run) => ({ ...run, width: measure(run), x: 0 }))
  let x = 0
  for (const run of inVisualOrder(runs)) {
    run.x = x
    x += run.width
  }
  const faces = [plainFace(), ...runs.map(({ face }) => face)].map(({ fonts: { regular } }) => regular)
  return {
    runs,
    width: x,
    ascent: Math.max(...faces.map(({ ascent, unitsPerEm }) => ascent / unitsPerEm)),
    descent: Math.max(...faces.map(({ descent, unitsPerEm }) => -descent / unitsPerEm)),
  }
}

/** The reordering of UAX 9, 3.4: from the highest level to the lowest odd one, each sequence of runs of that level or more is reversed. */
function inVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  const order = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      let to = from
      while ((order[to]?.level ?? 0) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  return order
}
