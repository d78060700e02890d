import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** Both typefaces are under the OFL. `scripts.ts` has the other scripts. */
const files = {
  /** That of the screens: Latin and Cyrillic. */
  geist: {
    regular: require.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
  },
  /** Latin, Greek, Cyrillic and Devanagari. */
  noto: {
    regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
}

export const weights = ['regular', 'bold'] as const
export type Weight = (typeof weights)[number]

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

/** Parsed once per process: the first layout with a font takes a tenth of a second. */
const parsed = new Map<string, Face>()

function faceNamed(name: keyof typeof files): Face {
  const known = parsed.get(name)
  if (known !== undefined) return known
  const { regular, bold } = files[name]
  const face = { name, fonts: { regular: parseFont(readFileSync(regular)), bold: parseFont(readFileSync(bold)) } }
  parsed.set(name, face)
  return face
}

/** The typeface of a text that has no need of another. */
export const plainFace = (): Face => faceNamed('geist')

/** Those that every document has, in the order in which they are asked for a character. */
export const ownFaces = (): Face[] => [plainFace(), faceNamed('noto')]
