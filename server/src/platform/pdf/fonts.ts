import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** Noto Sans (OFL) has the letters of Latin, Greek, Cyrillic and Devanagari. `scripts.ts` has the others. */
const files = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

export type Weight = keyof typeof files
export const weights = Object.keys(files) as Weight[]

/** A typeface, or the part of one that is in one file, in both weights. */
export interface Face {
  /** Unique among the faces of a document. */
  name: string
  fonts: Record<Weight, Font>
}

/** Whether the face has a glyph for each character of the text. */
export const hasGlyphs = ({ fonts }: Face, text: string): boolean =>
  [...text].every((character) => fonts.regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

export function parseFont(bytes: Buffer): Font {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('The file is a collection of fonts')
  return withItsCharacters(font)
}

/**
 * fontkit keeps each glyph with the characters of its first use. Embedding a font uses the parts of composed glyphs, such as the
 * points of an ellipsis, without any: the text of all later documents would lack those characters, so they are looked up.
 */
function withItsCharacters(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = codePointsOf(font.stringsForGlyph(id))) => getGlyph(id, codePoints)
  return font
}

const codePointsOf = ([text = '']: string[]) => [...text].map((character) => character.codePointAt(0) ?? 0)

let plain: Face | undefined

/** Noto Sans, parsed once per process: the first layout with a font takes a tenth of a second. */
export function plainFace(): Face {
  plain ??= {
    name: 'plain',
    fonts: { regular: parseFont(readFileSync(files.regular)), bold: parseFont(readFileSync(files.bold)) },
  }
  return plain
}
