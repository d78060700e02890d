/// <reference path="./subset-font.d.ts" />
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { type Face, parseFont } from './fonts.ts'

const require = createRequire(import.meta.url)

/**
 * Noto families (OFL) for the scripts that Noto Sans does not have (decision 046). Each is split into files by characters,
 * which its `unicode.json` names, so that a document loads only the few files that its texts need.
 */
const families = {
  hebrew: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  arabic: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  armenian: require.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
  georgian: require.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  thai: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  emoji: require.resolve('@fontsource-variable/noto-emoji/unicode.json'),
  simplified: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  traditional: require.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  japanese: require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  korean: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
}
type Family = keyof typeof families

/** A file with some of the characters of a family. */
export interface Slice {
  file: string
  family: Family
  ranges: [first: number, last: number][]
}

const read = new Map<Family, Slice[]>()

function slicesOf(family: Family): Slice[] {
  const known = read.get(family)
  if (known !== undefined) return known
  const folder = dirname(families[family])
  const listed = JSON.parse(readFileSync(families[family], 'utf8')) as Record<string, string>
  const slices = Object.entries(listed).map(([key, ranges]) => ({
    file: join(folder, 'files', `${basename(folder)}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    family,
    ranges: ranges.split(',').map(rangeOf),
  }))
  read.set(family, slices)
  return slices
}

/** `U+590-5FF` or `U+20AA`. */
function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/**
 * The families in the order in which a text asks them. Chinese, Japanese and Korean share characters, which each draws in
 * its own way: kana and hangul say which language it is, and without them it is taken for Chinese.
 */
export function familiesFor(text: string): Family[] {
  const all = Object.keys(families) as Family[]
  const first: Family | undefined = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'japanese'
    : /\p{Script=Hangul}/u.test(text)
      ? 'korean'
      : undefined
  return first === undefined ? all : [first, ...all.filter((family) => family !== first)]
}

/** The files of a family that list all of these characters. */
export const slicesWith = (family: Family, text: string): Slice[] =>
  slicesOf(family).filter(({ ranges }) =>
    [...text].every((character) => {
      const code = character.codePointAt(0) ?? 0
      return ranges.some(([first, last]) => first <= code && code <= last)
    }),
  )

/** Faces that stay in memory, each about 200 kB; the one not used for longest goes first. */
const kept = 96
const loaded = new Map<string, Promise<Face>>()

/** A file as a face. The files are variable fonts in WOFF2, which cannot be embedded: each weight becomes a font of its own. */
export async function faceOf({ file, family }: Slice): Promise<Face> {
  const loading = loaded.get(file) ?? load(file, family)
  loaded.delete(file)
  loaded.set(file, loading)
  for (const oldest of loaded.keys()) {
    if (loaded.size <= kept) break
    loaded.delete(oldest)
  }
  try {
    return await loading
  } catch (error) {
    loaded.delete(file)
    throw error
  }
}

async function load(file: string, family: Family): Promise<Face> {
  const bytes = await readFile(file)
  const at = async (wght: number) =>
    parseFont(
      await subsetFont(bytes, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt', variationAxes: { wght } }),
    )
  const [regular, bold] = await Promise.all([at(400), at(700)])
  return { name: `${family} ${basename(file)}`, fonts: { regular, bold } }
}
