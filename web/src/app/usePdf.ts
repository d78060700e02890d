import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../ui/download.ts'
import { toast } from '../ui/toast.tsx'
import { type Language, languageOf } from './i18n.ts'
import { isProblem } from './problem.ts'

export interface Pdf {
  /** Fetches the PDF and its file name. */
  load: (language: { languageCode?: Language }) => Promise<{ fileName: string; file: Blob }>
  /** Why it failed, as a sentence. */
  failure: (why: string) => string
}

/** Downloads a PDF in the language of the screen. */
export function usePdf({ load, failure }: Pdf): { busy: boolean; save: () => void } {
  const { t, i18n } = useTranslation('errors')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const languageCode = languageOf(i18n.resolvedLanguage)
      const { fileName, file } = await load(languageCode === null ? {} : { languageCode })
      download(fileName, file)
    } catch (error) {
      toast.error(failure(t(isProblem(error) ? error.code : 'RQ500')))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: () => void save() }
}
