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

/** The words of an Italian screen that are English texts of the product and not Italian ones. */
export async function strangeWords(): Promise<(words: readonly string[]) => readonly string[]> {
  const [english, italian] = await Promise.all([textsOf('en'), textsOf('it')])
  return (words) => words.filter((word) => word.length > 2 && english.has(word) && !italian.has(word))
}
