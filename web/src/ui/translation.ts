/**
 * Replaces `react-i18next` in the browser (vite.config.ts), because it is a fifteenth of its size (docs/decisions/068). The
 * package provides only the types. A test compares the two for every text.
 */
import { elided } from '@trellis/contract/elision'
import { use, useSyncExternalStore } from 'react'
import { formatNumber } from './formatNumber.ts'

export interface Texts {
  readonly [key: string]: string | Texts
}

type Values = Readonly<Record<string, unknown>>
type Loading = (language: string, namespace: string) => Promise<Texts>

/** Default namespace. */
const usual = 'common'

let source: Loading = () => Promise.reject(new Error('The texts have no source yet'))
let spoken = 'en'
/** Loaded texts by language and namespace. */
const loaded = new Map<string, Texts>()
const loading = new Map<string, Promise<void>>()
const listeners = new Set<(language: string) => void>()
const translators = new Map<string, Translation>()
const plurals = new Map<string, Intl.PluralRules>()

const i18n = {
  get language() {
    return spoken
  },
  get resolvedLanguage() {
    return spoken
  },
  exists: (key: string) => found(spoken, [usual], key) !== undefined,
  t: (key: string, values?: Values) => textOf(spoken, [usual], key, values),
}

interface Translation {
  t: (key: string, values?: Values) => string
  i18n: typeof i18n
}

export const currentLanguage = (): string => spoken

/** Sets how texts are loaded, and the initial language. */
export function startTexts(from: Loading, language: string): void {
  source = from
  spoken = language
}

/** Called after each change of the language. */
export function onLanguage(listener: (language: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds before a retry of texts that could not be loaded. */
const pauses = [350, 700, 1400, 2800]

async function loadedFrom(language: string, namespace: string): Promise<Texts> {
  for (const pause of pauses) {
    const texts = await source(language, namespace).catch(() => null)
    if (texts !== null) return texts
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return source(language, namespace)
}

function load(language: string, namespace: string): Promise<void> {
  const name = `${language}/${namespace}`
  const begun = loading.get(name)
  if (begun !== undefined) return begun
  const work = loadedFrom(language, namespace).then(
    (texts) => void loaded.set(name, texts),
    (error: unknown) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, work)
  return work
}

/** Loads namespaces in the current language, also when it changes meanwhile. */
export async function loadNamespaces(namespaces: readonly string[]): Promise<void> {
  const language = spoken
  await Promise.all(namespaces.map((namespace) => load(language, namespace)))
  if (language !== spoken) await loadNamespaces(namespaces)
}

/** Changes the language once all texts in use are loaded in the new one, also those that are asked for meanwhile. */
export async function changeLanguage(language: string): Promise<void> {
  const missing = () =>
    [...loading.keys()]
      .map((name) => name.slice(name.indexOf('/') + 1))
      .filter((namespace) => !loaded.has(`${language}/${namespace}`))
  for (let needed = missing(); needed.length > 0; needed = missing())
    await Promise.all(needed.map((namespace) => load(language, namespace)))
  spoken = language
  for (const listener of listeners) listener(language)
}

/** The candidate keys for a text, most specific first: for a plural, the form for this count. */
function keysFor(language: string, key: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key]
  let rules = plurals.get(language)
  if (rules === undefined) {
    rules = new Intl.PluralRules(language)
    plurals.set(language, rules)
  }
  // Italian has a category for whole millions ("un milione di"), for which we have no texts.
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${rules.select(count)}`, `${key}_other`, key]
}

function found(language: string, namespaces: readonly string[], key: string, count?: unknown): string | undefined {
  const colon = key.indexOf(':')
  const among = colon < 0 ? namespaces : [key.slice(0, colon)]
  const keys = keysFor(language, key.slice(colon + 1), count)
  for (const namespace of among) {
    for (const each of keys) {
      let text: string | Texts | undefined = loaded.get(`${language}/${namespace}`)
      for (const part of each.split('.')) text = typeof text === 'object' ? text[part] : undefined
      if (typeof text === 'string') return text
    }
  }
}

/** The text of a key with its values, numbers and their articles as the language writes them; the key itself where there is no text. */
export function textOf(language: string, namespaces: readonly string[], key: string, values: Values = {}): string {
  const text = found(language, namespaces, key, values.count) ?? key.slice(key.indexOf(':') + 1)
  return text.replace(placeholder, (_, before = '', name: string) => {
    const value = values[name]
    const said = typeof value === 'number' ? formatNumber(value, language) : String(value ?? '')
    if (before === '' || language !== 'it') return before + said
    // The word before the value and the first one of it: a name that is shown keeps its own.
    return (before + said).replace(/^\S+ \S+/, elided)
  })
}

/** A value in a text, with the word before it. */
const placeholder = /((?<!\p{L})\p{L}+ )?\{\{(\w+)\}\}/gu

function translatorOf(language: string, namespaces: readonly string[]): Translation {
  const name = `${language}/${namespaces.join()}`
  let translator = translators.get(name)
  if (translator === undefined) {
    translator = { t: (key, values) => textOf(language, namespaces, key, values), i18n }
    translators.set(name, translator)
  }
  return translator
}

/** React's `use` reads the state from these properties of a promise. */
type Ready = Promise<void>
const fulfilled = (promise: Ready) => void Object.assign(promise, { status: 'fulfilled', value: undefined })

/** Promises that resolve when all texts of a translation are loaded, by its namespaces. */
const ready = new Map<string, Ready>()

function readiness(language: string, namespaces: readonly string[]): Ready {
  const name = `${language}/${namespaces.join()}`
  const known = ready.get(name)
  if (known !== undefined) return known
  const isLoaded = namespaces.every((namespace) => loaded.has(`${language}/${namespace}`))
  const work = Promise.all(namespaces.map((namespace) => load(language, namespace)))
  const promise: Ready = work.then(
    () => fulfilled(promise),
    (error: unknown) => {
      ready.delete(name)
      throw error
    },
  )
  if (isLoaded) fulfilled(promise)
  ready.set(name, promise)
  return promise
}

/**
 * Suspends until the texts are loaded, and renders again after a change of the language. `t` is stable in between. `use` is
 * called in every render, even if the texts are loaded: React counts the calls, and a replayed render without one fails (React
 * error 467).
 */
export function useTranslation(asked: string | readonly string[] = usual): Translation {
  const namespaces = typeof asked === 'string' ? [asked] : asked
  const language = useSyncExternalStore(onLanguage, currentLanguage)
  use(readiness(language, namespaces))
  return translatorOf(language, namespaces)
}
