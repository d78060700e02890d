import type { Plugin } from 'vite'
import english from './src/locales/en/values.ts'
import italian from './src/locales/it/values.ts'

const texts = { en: english, it: italian }
const ofValues = /\/src\/locales\/(en|it)\/values\.ts$/

/**
 * A Vite plugin that writes out the words of values, which stand in the namespaces of their records, so that the audit log loads one
 * small file and not all of those (docs/decisions/103).
 */
export function valueWords(): Plugin {
  return {
    name: 'value-words',
    apply: 'build',
    enforce: 'pre',
    load: (path) => {
      const language = ofValues.exec(path)?.[1] as keyof typeof texts | undefined
      return language === undefined ? null : `export default ${JSON.stringify(texts[language])}`
    },
  }
}
