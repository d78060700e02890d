/**
 * Two languages, one file per namespace. A namespace is loaded when a screen first uses it. The English texts
 * define the type that the Italian texts must have.
 */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

export const languages = ['en', 'it'] as const
export type Language = (typeof languages)[number]

const files = import.meta.glob<Record<string, unknown>>('../locales/*/*.ts', { import: 'default' })

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.ts`]
    if (load === undefined) return done(new Error(`No texts for ${language}/${namespace}`), false)
    load().then(
      (texts) => done(null, language === 'it' ? withMany(texts) : texts),
      (error: Error) => done(error, true),
    )
  },
}

/** Italian has a plural category `many` for whole millions ("un milione di"); use the `other` form for it. */
function withMany(texts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) => {
      if (value !== null && typeof value === 'object') return [[key, withMany(value as Record<string, unknown>)]]
      return key.endsWith('_other')
        ? [
            [key, value],
            [key.replace(/_other$/, '_many'), value],
          ]
        : [[key, value]]
    }),
  )
}

const storageKey = 'trellis.language'
/**
 * The user whose language is stored. All tabs share the stored language, and the choice of another user must
 * not be applied.
 */
const readerKey = 'trellis.language.of'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** `it-CH` → `it`; null for an unsupported language. */
export function languageOf(tag: string | null | undefined): Language | null {
  const base = tag?.toLowerCase().split(/[-_]/)[0]
  return isLanguage(base) ? base : null
}

/** The language chosen in this browser, or null. */
export function chosenLanguage(): Language | null {
  try {
    return languageOf(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}

function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const language = languageOf(tag)
    if (language !== null) return language
  }
  return 'en'
}

/** Initialises i18next; namespaces are loaded on first use. */
export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage() ?? browserLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages,
      ns: [],
      defaultNS: 'common',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    })
}

/** Stores the language that the user chose in the menu and applies it. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
  await i18next.changeLanguage(language)
}

/** Called at sign-in: the user's own language replaces a language chosen in this browser before. */
export function forgetChosenLanguage(): void {
  try {
    localStorage.removeItem(storageKey)
    localStorage.removeItem(readerKey)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

interface Reader {
  userId: string
  languageCode: string
}

/** Applies the language of the signed-in user (rules P20). */
export async function speakLanguageOf({ userId, languageCode }: Reader): Promise<void> {
  const language = languageOf(languageCode)
  if (language === null) return
  try {
    localStorage.setItem(readerKey, userId)
  } catch {
    // Without storage, the user's language is applied again after each reload.
  }
  await chooseLanguage(language)
}

/** Called in every tab. Applies the language chosen since this user signed in, otherwise the user's own language. */
export async function greet(user: Reader): Promise<void> {
  const chosen = spokenTo() === user.userId ? chosenLanguage() : null
  if (chosen === null) await speakLanguageOf(user)
  else if (chosen !== i18next.resolvedLanguage) await i18next.changeLanguage(chosen)
}

function spokenTo(): string | null {
  try {
    return localStorage.getItem(readerKey)
  } catch {
    return null
  }
}

/** Preloads namespaces before i18next is initialised. */
export function fetchTexts(...namespaces: string[]): void {
  const language = chosenLanguage() ?? browserLanguage()
  for (const namespace of namespaces) void files[`../locales/${language}/${namespace}.ts`]?.().catch(() => undefined)
}

/** Loads a screen's namespaces in a route loader, in parallel with its code. */
export const loadTexts = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces)
