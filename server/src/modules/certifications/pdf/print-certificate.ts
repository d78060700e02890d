import { apart } from '../../../platform/apart/apart.ts'
import { withoutFaultyLogo } from '../../../platform/pdf/logo.ts'
import type { CertificatePrint, drawCertificate } from './certificate-pdf.ts'

const file = new URL('./certificate-pdf.ts', import.meta.url)
const drawApart = apart<typeof drawCertificate>(file, 'drawCertificate', 'documents')

/** The bytes of a certificate's PDF. */
export const printCertificate = (tenantId: string, { issued, ...print }: CertificatePrint): Promise<Uint8Array> =>
  withoutFaultyLogo(issued, (document) => drawApart(tenantId, { ...print, issued: document }))
