import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
/** The package's main entry loads the names in all languages, which costs 11 MB of memory. */
const folder = new URL('langs/', pathToFileURL(require.resolve('i18n-iso-countries/package.json')))
const lists = new Map<string, { countryCode: string; countryName: string }[]>()

/**
 * Countries in a language (`it`, `it-IT`), sorted by the rules of that language; in English when the language is not
 * available.
 */
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

/**
 * Country names in a language by country code, as JSON text for SQL statements, because the database does not have them.
 */
export function countryNamesText(language: string): string {
  const known = nameTexts.get(language)
  if (known !== undefined) return known
  const names = countriesIn(language).map(({ countryCode, countryName }) => [countryCode, countryName])
  const text = JSON.stringify(Object.fromEntries(names))
  nameTexts.set(language, text)
  return text
}

/** Languages in which an import may name a country (rules G13). */
const spoken = ['en', 'it']

/** The country code for a code or for a name in a language of the portal; undefined when unknown. */
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

/** Whether this is a two-letter code of ISO 3166-1; case is ignored. */
export function isCountryCode(given: string): boolean {
  codes ??= new Set(countriesIn('en').map(({ countryCode }) => countryCode))
  return codes.has(given.toUpperCase())
}
