import { certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { PdfButton } from '../../app/PdfButton.tsx'
import { type Pdf, usePdf } from '../../app/usePdf.ts'
import { useWhyNotChange } from './blocked.ts'
import type { Issued } from './issued.ts'

type Printed = Pick<Issued, 'id' | 'kind'>

function usePrinting({ id, kind }: Printed): Pdf {
  const { t } = useTranslation('certifications')
  return {
    load: async (language) => {
      const { fileName, base64 } = await call(certificates.pdf, { body: { id, kind, ...language } })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      return { fileName, file: new Blob([bytes], { type: 'application/pdf' }) }
    },
    failure: (why) => t('pdf.error', { why }),
  }
}

/** Downloads an issued certificate as a PDF. */
export const useCertificatePdf = (issued: Printed) => usePdf(usePrinting(issued))

/** The same as a button with the name of the certificate, for screens with several of them. */
export function CertificatePdf({ issued }: { issued: Issued }) {
  const { t } = useTranslation('certifications')
  const whyNot = useWhyNotChange()
  return (
    <PdfButton
      label={`${t('pdf.action')}: ${issued.certificateName}`}
      blocked={whyNot('pdf', issued.blocked.pdf)}
      {...usePrinting(issued)}
    />
  )
}
