import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { formatNumber } from './format.ts'
import { loadNamespaces, startTexts, type Texts, textOf } from './translation.ts'

const files = import.meta.glob<Texts>('../locales/*/*.ts', { import: 'default', eager: true })
const named = Object.entries(files).flatMap(([path, texts]) => {
  const [, language, namespace] = /(\w+)\/(\w+)\.ts$/.exec(path) ?? []
  return language === 'en' || language === 'it' ? [{ language, namespace: namespace as string, texts }] : []
})
const load = (language: string, namespace: string) =>
  Promise.resolve(named.find((each) => each.language === language && each.namespace === namespace)?.texts as Texts)
const namespaces = [...new Set(named.map(({ namespace }) => namespace))]

/** Every key as screens write it: without the ending of a plural. */
function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key.replace(/_(zero|one|other)$/, '')] : keysOf(value, `${prefix}${key}.`),
  )
}

/** Different values for all placeholders, so that a mix-up is noticed. */
const valuesIn = (texts: Texts): Record<string, string> =>
  Object.fromEntries([...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => [name, `<${name} & "1">`]))

test.each(['en', 'it'])('every text reads as i18next would write it, for every count (%s)', async (language) => {
  const resources = Object.fromEntries(
    named.filter((each) => each.language === language).map(({ namespace, texts }) => [namespace, texts]),
  )
  const reference = i18next.createInstance()
  // Numbers are written as everywhere else.
  const format = (value: unknown) => (typeof value === 'number' ? formatNumber(value, language) : String(value ?? ''))
  const numbers = {
    type: 'formatter' as const,
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
  }
  reference.use({ ...numbers, format })
  await reference.init({
    lng: language,
    resources: { [language]: resources },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  startTexts(load, language)
  await loadNamespaces(namespaces)
  let compared = 0
  for (const [namespace, texts] of Object.entries(resources)) {
    const others = valuesIn(texts)
    for (const key of new Set(keysOf(texts))) {
      for (const count of [undefined, 0, 1, 2, 21, 5000]) {
        const values = { ...others, ...(count === undefined ? {} : { count }) }
        const expected = (reference.t as (key: string, values: object) => string)(`${namespace}:${key}`, values)
        expect(textOf(language, [namespace], key, values), `${namespace}:${key} ${count}`).toBe(expected)
        expect(textOf(language, ['ui'], `${namespace}:${key}`, values)).toBe(expected)
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(5000)
})

test('whole millions have the plural of other numbers in Italian', async () => {
  startTexts(async () => ({ rows_one: 'una riga', rows_other: '{{count}} righe' }), 'it')
  await loadNamespaces(['millions'])
  expect(textOf('it', ['millions'], 'rows', { count: 1_000_000 })).toBe('1.000.000 righe')
})

test('an Italian article before a number that begins with a vowel is elided', async () => {
  startTexts(async () => ({ closes: 'Chiude il {{day}}', falls: 'In calo del {{share}}' }), 'it')
  await loadNamespaces(['articles'])
  const say = (key: string, values: Record<string, string>) => textOf('it', ['articles'], key, values)
  expect([say('closes', { day: '11 gen' }), say('closes', { day: '12 gen' }), say('falls', { share: '8,2%' })]).toEqual(
    ['Chiude l’11 gen', 'Chiude il 12 gen', 'In calo dell’8,2%'],
  )
  expect(say('falls', { share: 'Bar al 8, a aprile' })).toBe('In calo del Bar al 8, a aprile')
})

test('a key without a text is shown as it is, without its namespace', () => {
  expect(textOf('en', ['ui'], 'errors:no.such')).toBe('no.such')
})

test('the language changes only when all texts in use are loaded in the new language', async () => {
  vi.resetModules()
  const fresh = await import('./translation.ts')
  let answer = (_: Texts) => {}
  const italian = new Promise<Texts>((resolve) => {
    answer = resolve
  })
  fresh.startTexts((language) => (language === 'it' ? italian : Promise.resolve({ hello: 'Hello' })), 'en')
  await fresh.loadNamespaces(['greetings'])
  const said: string[] = []
  fresh.onLanguage((language) => said.push(`${language}: ${fresh.textOf(language, ['greetings'], 'hello')}`))
  const change = fresh.changeLanguage('it')
  await Promise.resolve()
  expect([fresh.currentLanguage(), said]).toEqual(['en', []])
  answer({ hello: 'Ciao' })
  await change
  expect([fresh.currentLanguage(), said]).toEqual(['it', ['it: Ciao']])
})

test('texts that are asked for while the language changes are there in the new language', async () => {
  vi.resetModules()
  const fresh = await import('./translation.ts')
  const answers = new Map<string, (texts: Texts) => void>()
  fresh.startTexts(
    (language, namespace) => new Promise((resolve) => answers.set(`${language}/${namespace}`, resolve)),
    'en',
  )
  const answer = async (name: string, hello: string) => {
    await vi.waitFor(() => expect([...answers.keys()]).toContain(name))
    answers.get(name)?.({ hello })
  }
  const first = fresh.loadNamespaces(['greetings'])
  await answer('en/greetings', 'Hello')
  await first
  const change = fresh.changeLanguage('it')
  const second = fresh.loadNamespaces(['later'])
  await answer('it/greetings', 'Ciao')
  await answer('en/later', 'Bye')
  await answer('it/later', 'A dopo')
  await Promise.all([change, second])
  expect([fresh.currentLanguage(), fresh.textOf('it', ['later'], 'hello')]).toEqual(['it', 'A dopo'])
})

test('texts that could not be loaded are requested again', async () => {
  vi.resetModules()
  vi.useFakeTimers()
  const fresh = await import('./translation.ts')
  let asked = 0
  fresh.startTexts(
    () => (++asked < 3 ? Promise.reject(new Error('offline')) : Promise.resolve({ hello: 'Hello' })),
    'en',
  )
  const done = fresh.loadNamespaces(['greetings'])
  await vi.runAllTimersAsync()
  await done
  vi.useRealTimers()
  expect([asked, fresh.textOf('en', ['greetings'], 'hello')]).toEqual([3, 'Hello'])
})
