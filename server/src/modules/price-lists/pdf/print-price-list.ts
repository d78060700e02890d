import { apart } from '../../../platform/apart/apart.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { Download } from '../../../platform/http/download.ts'
import { withoutFaultyLogo } from '../../../platform/pdf/logo.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { findDocument } from './find-document.ts'
import type { drawPriceList } from './price-list-pdf.ts'

const drawApart = apart<typeof drawPriceList>(
  new URL('./price-list-pdf.ts', import.meta.url),
  'drawPriceList',
  'documents',
)

/** A price list as a PDF in the actor's language. Refuses RQ404 for one that the actor does not see. */
export async function printPriceList(tx: Reader, actor: Actor, priceListId: string): Promise<Download> {
  const language = actor.languageCode === 'it' ? 'it' : 'en'
  const whole = found(await findDocument(tx, actor, priceListId))
  const bytes = await withoutFaultyLogo(whole, (document) => drawApart(actor.tenantId, { document, language }))
  return Download.of(`${whole.list.name}.pdf`, 'application/pdf', bytes)
}
