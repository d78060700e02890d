import { apart } from '../../../platform/apart/apart.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { Download } from '../../../platform/http/download.ts'
import { withoutFaultyLogo } from '../../../platform/pdf/logo.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { findDocument } from './find-document.ts'
import type { drawOrder } from './order-pdf.ts'

const drawApart = apart<typeof drawOrder>(new URL('./order-pdf.ts', import.meta.url), 'drawOrder', 'documents')

/** An order as a PDF in the actor's language, with days of the tenant's time zone. Refuses RQ404 when it is out of reach. */
export async function printOrder(tx: Reader, actor: Actor, orderId: string): Promise<Download> {
  const language = actor.languageCode === 'it' ? 'it' : 'en'
  const whole = found(await findDocument(tx, actor, orderId))
  const bytes = await withoutFaultyLogo(whole, (document) => drawApart(actor.tenantId, { document, language }))
  return Download.of(`${whole.order.orderCode}.pdf`, 'application/pdf', bytes)
}
