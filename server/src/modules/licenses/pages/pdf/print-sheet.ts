import { apart } from '../../../../platform/apart/apart.ts'
import { withoutFaultyLogo } from '../../../../platform/pdf/logo.ts'
import type { drawSheet, SheetPrint } from './sheet-pdf.ts'

const drawApart = apart<typeof drawSheet>(new URL('./sheet-pdf.ts', import.meta.url), 'drawSheet', 'documents')

/** The bytes of the sheet's PDF. */
export const printSheet = (tenantId: string, { sheet, ...print }: SheetPrint): Promise<Uint8Array> =>
  withoutFaultyLogo(sheet, (document) => drawApart(tenantId, { ...print, sheet: document }))
