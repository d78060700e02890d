/**
 * Two languages, one file per namespace. A namespace is loaded when a screen first uses it. The English texts
 * define the type that the Italian texts must have.
 */
import {
  changeLanguage,
  currentLanguage,
  loadNamespaces,
  onLanguage,
  startTexts,
  type Texts,
} from '../ui/translation.ts'

export const languages = ['en', 'it'] as const
export type Language = (typeof languages)[number]

const files = import.meta.glob<{ default: Texts }>('../locales/*/*.ts')

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

/** Chooses the language; namespaces are loaded on first use. */
export function startLanguages(): void {
  const say = (language: string) => {
    document.documentElement.lang = language
  }
  const language = chosenLanguage() ?? browserLanguage()
  startTexts(async (language, namespace) => {
    const file = files[`../locales/${language}/${namespace}.ts`]
    if (file === undefined) throw new Error(`No texts for ${language}/${namespace}`)
    return (await file()).default
  }, language)
  onLanguage(say)
  say(language)
}

/** Stores the language that the user chose in the menu and applies it. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
  await changeLanguage(language)
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
  else if (chosen !== currentLanguage()) await changeLanguage(chosen)
}

function spokenTo(): string | null {
  try {
    return localStorage.getItem(readerKey)
  } catch {
    return null
  }
}

/** The language of the screen. */
export const shownLanguage = (): Language => languageOf(currentLanguage()) ?? 'en'

/** Loads a screen's namespaces in a route loader, in parallel with its code. */
export const loadTexts = (...namespaces: string[]): Promise<void> => loadNamespaces(namespaces)
