import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'

/** A translated error: what happened, what to do, and a reference for support. */
export interface ErrorInWords {
  title: string
  detail?: string | undefined
  reference?: string | undefined
  /** Set when the reader may not see what was asked for: what they lack, or null where the server does not say. */
  refused?: ReactNode
}

type ErrorWords = (error: unknown) => ErrorInWords

const WordsContext = createContext<ErrorWords | null>(null)

/** The application translates its server's error codes; ui components only call this function. */
export function ErrorWordsProvider({ words, children }: { words: ErrorWords; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

export function useErrorWords(): ErrorWords {
  const { t } = useTranslation('ui')
  return use(WordsContext) ?? (() => ({ title: t('error.title'), detail: t('error.detail') }))
}
