import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'

/** An error in words: what happened, what to do, and a reference for whoever is asked for help. */
export interface ErrorInWords {
  title: string
  detail?: string | undefined
  reference?: string | undefined
}

type ErrorWords = (error: unknown) => ErrorInWords

const WordsContext = createContext<ErrorWords | null>(null)

/** The application knows the codes of its server; the pieces here only ask it for words. */
export function ErrorWordsProvider({ words, children }: { words: ErrorWords; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

export function useErrorWords(): ErrorWords {
  const { t } = useTranslation('ui')
  return use(WordsContext) ?? (() => ({ title: t('error.title'), detail: t('error.detail') }))
}
