import { createContext, type ReactNode, use } from 'react'

/** The user's language (`en`, `it`) and time zone (IANA). */
export interface Locale {
  language: string
  timeZone: string
}

const LocaleContext = createContext<Locale>({ language: 'en', timeZone: 'UTC' })

export function LocaleProvider({ language, timeZone, children }: Locale & { children: ReactNode }) {
  return <LocaleContext value={{ language, timeZone }}>{children}</LocaleContext>
}

export const useLocale = (): Locale => use(LocaleContext)
