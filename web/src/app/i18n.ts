/**
 * Two languages, one file per concept. A namespace is fetched when a screen first asks for it; English is the shape, and
 * the types hold Italian to it.
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

/** Italian has a plural of its own for whole millions ("un milione di"); we say them as any other number. */
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

const place = 'trellis.language'
/** Whose language was last spoken here: tabs share the place above, and another's language is not one's own choice. */
const placeOfReader = 'trellis.language.of'

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** `it-CH` → `it`; what we do not speak → null. */
export function languageOf(tag: string | null | undefined): Language | null {
  const base = tag?.toLowerCase().split(/[-_]/)[0]
  return isLanguage(base) ? base : null
}

/** The language chosen in this browser, if somebody chose. */
export function chosenLanguage(): Language | null {
  try {
    return languageOf(localStorage.getItem(place))
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

/** Makes texts available; they are fetched as screens name them. */
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

/** Somebody chose a language in a menu: it holds in this browser from now on. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(place, language)
  } catch {
    // Then it holds for this visit.
  }
  await i18next.changeLanguage(language)
}

/** At sign-in: the user's own language goes before what was chosen in this browser. */
export function forgetChosenLanguage(): void {
  try {
    localStorage.removeItem(place)
    localStorage.removeItem(placeOfReader)
  } catch {
    // Then nothing was kept.
  }
}

interface Reader {
  userId: string
  languageCode: string
}

/** After sign-in the user's own language is spoken (rules P20). */
export async function speakLanguageOf({ userId, languageCode }: Reader): Promise<void> {
  const language = languageOf(languageCode)
  if (language === null) return
  try {
    localStorage.setItem(placeOfReader, userId)
  } catch {
    // Then it is spoken anew with each reload.
  }
  await chooseLanguage(language)
}

/** In every tab: the language that was chosen since this user signed in, and before any was, the user's own. */
export async function greet(user: Reader): Promise<void> {
  const chosen = spokenTo() === user.userId ? chosenLanguage() : null
  if (chosen === null) await speakLanguageOf(user)
  else if (chosen !== i18next.resolvedLanguage) await i18next.changeLanguage(chosen)
}

function spokenTo(): string | null {
  try {
    return localStorage.getItem(placeOfReader)
  } catch {
    return null
  }
}

/** Fetches texts before i18next is there to ask for them. */
export function fetchTexts(...namespaces: string[]): void {
  const language = chosenLanguage() ?? browserLanguage()
  for (const namespace of namespaces) void files[`../locales/${language}/${namespace}.ts`]?.().catch(() => undefined)
}

/** Fetches the texts of a screen together with its code, in a route's loader. */
export const loadTexts = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces)
