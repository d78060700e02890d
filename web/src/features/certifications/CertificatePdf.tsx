import { certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { PdfButton } from '../../app/PdfButton.tsx'
import { useWhyNotChange } from './blocked.ts'
import type { Issued } from './issued.ts'

interface CertificatePdfProps {
  issued: Issued
  /** Name of the certificate, for screens with several of these buttons. */
  named?: boolean
}

/** Downloads an issued certificate as a PDF. */
export function CertificatePdf({ issued: { id, kind, blocked, certificateName }, named = false }: CertificatePdfProps) {
  const { t } = useTranslation('certifications')
  const whyNot = useWhyNotChange()
  return (
    <PdfButton
      label={`${t('pdf.action')}${named ? `: ${certificateName}` : ''}`}
      blocked={whyNot('pdf', blocked.pdf)}
      load={async (language) => {
        const { fileName, base64 } = await call(certificates.pdf, { body: { id, kind, ...language } })
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        return { fileName, file: new Blob([bytes], { type: 'application/pdf' }) }
      }}
      failure={(why) => t('pdf.error', { why })}
    />
  )
}
