import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = (language: string) => fileURLToPath(new URL(`../web/src/locales/${language}`, import.meta.url))

async function textsOf(language: string): Promise<Set<string>> {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim())
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect)
  }
  for (const file of readdirSync(folder(language)).filter((name) => name.endsWith('.ts')))
    collect(((await import(`${folder(language)}/${file}`)) as { default: unknown }).default)
  return texts
}

/** Picks from a screen the words that are texts of the product in the other language and not in this one. */
export async function strangeWords(language: 'en' | 'it'): Promise<(words: readonly string[]) => readonly string[]> {
  const [own, other] = await Promise.all([textsOf(language), textsOf(language === 'it' ? 'en' : 'it')])
  return (words) => words.filter((word) => word.length > 2 && other.has(word) && !own.has(word))
}
