import { apart } from '../../../platform/apart/apart.ts'
import { Download } from '../../../platform/http/download.ts'
import type { Receipt } from './receipt.ts'
import type { drawReceipt } from './receipt-pdf.ts'
import { words } from './words.ts'

const drawApart = apart<typeof drawReceipt>(new URL('./receipt-pdf.ts', import.meta.url), 'drawReceipt', 'documents')

/** A receipt as a PDF. */
export async function printReceipt(tenantId: string, receipt: Receipt, languageCode: string): Promise<Download> {
  const language = languageCode === 'it' ? 'it' : 'en'
  const bytes = await drawApart(tenantId, { ...receipt, language })
  return Download.of(`${receipt.claims.dealCode}-${words[language].file}.pdf`, 'application/pdf', bytes)
}
