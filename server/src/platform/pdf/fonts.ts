import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** Noto Sans (OFL) has the letters of Latin, Greek, Cyrillic and Devanagari. */
const files = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

export type Weight = keyof typeof files
export const weights = Object.keys(files) as Weight[]

const parsed = new Map<Weight, Font>()

/** A font, parsed once per process: the first layout with a font takes a tenth of a second. */
export function fontOf(weight: Weight): Font {
  const known = parsed.get(weight)
  if (known !== undefined) return known
  const font = create(readFileSync(files[weight]))
  if (!('layout' in font)) throw new Error(`${files[weight]} is a collection of fonts`)
  parsed.set(weight, font)
  return font
}

/** Stands for characters that the font does not have. */
export const gap = '[…]'

/** Marks without width, and marks that change the direction of text, which would spoil the order of letters. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The text with each run of characters that the font does not have replaced by `gap`: without a glyph they would be
 * printed as empty boxes. Line breaks stay.
 */
export function printable(text: string): { text: string; hasGap: boolean } {
  const font = fontOf('regular')
  let written = ''
  let hasGap = false
  let isInGap = false
  for (const character of text.normalize('NFC').replace(invisible, '').replace(/\r\n?/g, '\n')) {
    const isKnown = character === '\n' || character === '\t' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    if (isKnown) written += character === '\t' ? ' ' : character
    else if (!isInGap) written += gap
    // A space between two unknown words belongs to the gap.
    if (!isKnown) {
      hasGap = true
      isInGap = true
    } else if (character.trim() !== '') isInGap = false
  }
  return { text: written, hasGap }
}
