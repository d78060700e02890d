import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
/** The package's own door reads the names in all its languages, which costs 11 MB. */
const folder = new URL('langs/', pathToFileURL(require.resolve('i18n-iso-countries/package.json')))
const lists = new Map<string, { countryCode: string; countryName: string }[]>()

/** Countries in a language (`it`, `it-IT`), English when there is no such list; sorted as that language sorts. */
export function countriesIn(language: string): { countryCode: string; countryName: string }[] {
  const wanted = /^[a-z]{2}/i.exec(language)?.[0].toLowerCase() ?? 'en'
  const known = lists.get(wanted)
  if (known !== undefined) return known
  const names = readNames(wanted)
  if (names === undefined) return countriesIn('en')
  const list = Object.entries(names)
    .map(([countryCode, name]) => ({ countryCode, countryName: Array.isArray(name) ? String(name[0]) : name }))
    .sort((a, b) => a.countryName.localeCompare(b.countryName, wanted))
  lists.set(wanted, list)
  return list
}

function readNames(language: string): Record<string, string | string[]> | undefined {
  try {
    return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')).countries
  } catch {
    return undefined
  }
}

const nameTexts = new Map<string, string>()

/** The names in a language by country code, as JSON text for statements: the package has them, the database does not. */
export function countryNamesText(language: string): string {
  const known = nameTexts.get(language)
  if (known !== undefined) return known
  const names = countriesIn(language).map(({ countryCode, countryName }) => [countryCode, countryName])
  const text = JSON.stringify(Object.fromEntries(names))
  nameTexts.set(language, text)
  return text
}

/** Languages in which a country may be named (rules G13). */
const spoken = ['en', 'it']

/** The code of a country given by its code, or by a name in a language of the portal. */
export function countryCodeOf(given: string): string | undefined {
  const wanted = given.trim().toLowerCase()
  for (const language of spoken) {
    for (const { countryCode, countryName } of countriesIn(language)) {
      if (wanted === countryCode.toLowerCase() || wanted === countryName.toLowerCase()) return countryCode
    }
  }
  return undefined
}

let codes: ReadonlySet<string> | undefined

/** Two letters of ISO 3166-1, capital or not. */
export function isCountryCode(given: string): boolean {
  codes ??= new Set(countriesIn('en').map(({ countryCode }) => countryCode))
  return codes.has(given.toUpperCase())
}
