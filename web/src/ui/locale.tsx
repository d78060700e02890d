import { createContext, type ReactNode, use } from 'react'

/** How dates and numbers are written: a tag of the user's language (`en`, `en-GB`, `it`) and the time zone (IANA). */
export interface Locale {
  language: string
  timeZone: string
}

const LocaleContext = createContext<Locale>({ language: 'en', timeZone: 'UTC' })

export function LocaleProvider({ language, timeZone, children }: Locale & { children: ReactNode }) {
  return <LocaleContext value={{ language, timeZone }}>{children}</LocaleContext>
}

export const useLocale = (): Locale => use(LocaleContext)
