import { IconFileTypePdf } from '@tabler/icons-react'
import { certificates } from '@trellis/contract/certificates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { languageOf } from '../../app/i18n.ts'
import { isProblem } from '../../app/problem.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'
import { useWhyNotChange } from './blocked.ts'
import type { Issued } from './issued.ts'

interface PdfButtonProps {
  issued: Issued
  /** Says which certificate, where a screen has several of these buttons. */
  named?: boolean
}

/** Downloads an issued certificate as a PDF, in the language of the screen. */
export function PdfButton({ issued: { id, kind, blocked, certificateName }, named = false }: PdfButtonProps) {
  const { t, i18n } = useTranslation(['certifications', 'errors'])
  const [busy, setBusy] = useState(false)
  const whyNot = useWhyNotChange()
  const save = async () => {
    setBusy(true)
    try {
      const languageCode = languageOf(i18n.resolvedLanguage)
      const { fileName, base64 } = await call(certificates.pdf, {
        body: { id, kind, ...(languageCode !== null && { languageCode }) },
      })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      download(fileName, new Blob([bytes], { type: 'application/pdf' }))
    } catch (error) {
      const why = t(`errors:${isProblem(error) ? error.code : 'RQ500'}`)
      toast.error(t('certifications:pdf.error', { why }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton
      variant="default"
      loading={busy}
      blocked={whyNot('pdf', blocked.pdf)}
      label={`${t('certifications:pdf.action')}${named ? `: ${certificateName}` : ''}`}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void save()}
    >
      PDF
    </ActionButton>
  )
}
