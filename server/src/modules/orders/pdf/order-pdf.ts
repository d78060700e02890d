import type { languageCodes } from '@trellis/contract/users'
import type { Reader } from '../../../platform/database/tx.ts'
import { Download } from '../../../platform/http/download.ts'
import { openPdf } from '../../../platform/pdf/document.ts'
import { found } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { findDocument } from './find-document.ts'
import { drawFoot, drawHead } from './frame.ts'
import { drawItems } from './items.ts'
import { inkOf, numbersOf, type Sheet } from './look.ts'
import { words } from './words.ts'

/** An order as an A4 document in the actor's language, with days of the tenant's time zone. Refuses RQ404 when it is out of reach. */
export async function orderPdf(tx: Reader, actor: Actor, orderId: string): Promise<Download> {
  const document = found(await findDocument(tx, actor, orderId))
  const { order, tenantName } = document
  const language: (typeof languageCodes)[number] = actor.languageCode === 'it' ? 'it' : 'en'
  const say = words[language]
  const title = `${say.title} ${order.orderCode}`
  const pdf = await openPdf({ title, author: tenantName, language, content: document })
  const sheet: Sheet = {
    pdf,
    document,
    say,
    language,
    ink: inkOf(document.primaryColor),
    numbers: numbersOf(order.currencyCode, language),
  }
  await drawItems(sheet, drawHead(sheet))
  return new Download({
    fileName: `${order.orderCode}.pdf`,
    type: 'application/pdf',
    size: null,
    content: pdf.finish((number, pages) => drawFoot(sheet, number, pages)),
  })
}
