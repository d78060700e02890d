import { type Face, hasGlyphs, ownFaces, plainFace } from './fonts.ts'
import { faceOf, familiesFor, slicesWith } from './scripts.ts'

/** Stands for characters that no font has. */
export const gap = '[…]'

/** Characters that belong together on the page, and the face that has them; null where none has. */
export interface Piece {
  text: string
  face: Face | null
}

/** Files that one document may load: a text with a character of each file must not keep the process busy for seconds. */
const mostFiles = 64

const first = '\u2068'
const last = '\u2069'

/** A text inside a longer one: its direction changes nothing around it (UAX 9, isolates). */
export const isolated = (text: string): string => `${first}${text.replace(isolates, '')}${last}`
const isolates = /[\u2068\u2069]/g
/** Several texts in one line, each with its own direction; those that are empty are left out. */
export const together = (texts: (string | null | undefined)[], separator: string): string =>
  texts.flatMap((text) => (text ? [isolated(text)] : [])).join(separator)
export const withoutIsolates = (text: string): string => text.replace(isolates, '')
const isIsolate = (mark: string) => mark === first || mark === last

/** Marks without width, and marks that change the direction of text, which would spoil the order of letters. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Of these, what joins and separates letters and emoji, and the marks of `isolated`. */
const wanted = new Set(['\u200c', '\u200d', '\ufe0f', first, last])

const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(invisible, (mark) => (wanted.has(mark) ? mark : ''))
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')

/** The text without invisible marks if the plain face has all of its characters; undefined if not. */
export function plainText(text: string): string | undefined {
  const cleaned = clean(text).replace(invisible, '')
  return hasGlyphs(plainFace(), cleaned.replaceAll('\n', '')) ? cleaned : undefined
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What a reader takes for one character. */
export const graphemes = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The faces, besides those of every document, that the texts need. */
export async function facesFor(texts: Iterable<string>): Promise<Face[]> {
  const faces = new Set<Face>()
  for (const text of new Set(texts)) {
    if (plainText(text) !== undefined) continue
    const families = familiesFor(text)
    const find = async (wanted: string): Promise<boolean> => {
      if (faceWith(wanted, [...ownFaces(), ...faces]) !== undefined) return true
      for (const family of families)
        for (const slice of slicesWith(family, wanted)) {
          if (faces.size >= mostFiles) return false
          const face = await faceOf(slice)
          if (!hasGlyphs(face, wanted)) continue
          faces.add(face)
          return true
        }
      return false
    }
    for (const grapheme of new Set(graphemes(clean(text))))
      if (!(await find(visible(grapheme)))) for (const part of visible(grapheme)) await find(part)
  }
  return [...faces]
}

const visible = (text: string) => text.replace(invisible, '').replaceAll('\n', '')

const faceWith = (text: string, faces: Iterable<Face>): Face | undefined => {
  for (const face of faces) if (hasGlyphs(face, text)) return face
  return undefined
}

/** The pieces of a text in logical order. */
export function piecesOf(text: string, faces: readonly Face[]): Piece[] {
  const order = familiesFor(text)
  const place = (face: Face) => order.findIndex((family) => face.name.startsWith(`${family} `))
  const sorted = [...ownFaces(), ...faces.toSorted((one, other) => place(one) - place(other))]
  return graphemes(clean(text)).flatMap((grapheme): Piece[] => {
    if (grapheme === '\n') return [{ text: grapheme, face: plainFace() }]
    const face = faceWith(visible(grapheme), sorted)
    if (face !== undefined) return [{ text: joined(grapheme, face), face }]
    return [...visible(grapheme)].map((part) => ({ text: part, face: faceWith(part, sorted) ?? null }))
  })
}

/** Without the joiners that the face does not have. */
const joined = (grapheme: string, face: Face) =>
  grapheme.replace(invisible, (mark) =>
    isIsolate(mark) || (face !== plainFace() && hasGlyphs(face, mark)) ? mark : '',
  )
