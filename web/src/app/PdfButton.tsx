import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../ui/ActionButton.tsx'
import { download } from '../ui/download.ts'
import { toast } from '../ui/toast.tsx'
import { type Language, languageOf } from './i18n.ts'
import { isProblem } from './problem.ts'

interface PdfButtonProps {
  /** Accessible name that says what it downloads, for screen readers that read the button alone. */
  label: string
  /** Fetches the PDF and its file name. */
  load: (language: { languageCode?: Language }) => Promise<{ fileName: string; file: Blob }>
  /** Why it failed, as a sentence. */
  failure: (why: string) => string
  /** Why the reader may not have it now. */
  blocked?: string | null
  /** What the button shows. */
  children?: string
}

/** Downloads a PDF in the language of the screen. */
export function PdfButton({ label, load, failure, blocked, children = 'PDF' }: PdfButtonProps) {
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
  return (
    <ActionButton
      variant="default"
      loading={busy}
      blocked={blocked}
      label={label}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {children}
    </ActionButton>
  )
}
