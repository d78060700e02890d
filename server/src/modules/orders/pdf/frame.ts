import type { Address } from '@trellis/contract/accounts'
import type { Order } from '@trellis/contract/orders'
import { innerWidth, page } from '../../../platform/pdf/document.ts'
import { drawFace, type Foot } from '../../../platform/pdf/face.ts'
import { isolated, together } from '../../../platform/pdf/pieces.ts'
import type { Sheet } from './look.ts'

/** Logo or name of the tenant, title, facts and parties. Returns the y below them. */
export function drawHead(sheet: Sheet): number {
  const { pdf, ink } = sheet
  const below = Math.max(drawFace(pdf, sheet.document, half - 16, ink), drawTitle(sheet)) + 14
  pdf.doc.rect(page.left, below, innerWidth, 2).fill(ink.brand)
  return drawParties(sheet, drawFacts(sheet, below + 18) + 18) + 20
}

const half = innerWidth / 2

function drawTitle({ pdf, document, say, ink }: Sheet): number {
  const at = { x: page.left + half, y: page.top, width: half }
  const y = pdf.write(say.title.toUpperCase(), at, { size: 8.5, weight: 'bold', color: ink.quiet, align: 'right' })
  return pdf.write(document.order.orderCode, { ...at, y }, { size: 18, weight: 'bold', align: 'right' })
}

interface Fact {
  label: string
  value: string
}

function factsOf({ document: { order, timeZone }, say, language }: Sheet): Fact[] {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(order.creationDate))
  const invoice = together([order.invoiceProvider, order.invoiceId], ' · ')
  const source = order.chain?.find(({ orderId }) => orderId === order.derivedOrderId)
  return [
    { label: say.date, value: date },
    { label: say.status, value: say.statuses[order.status] },
    ...(order.orderRefCode ? [{ label: say.refCode, value: order.orderRefCode }] : []),
    ...(order.invoiced || invoice !== '' ? [{ label: say.invoice, value: invoice || say.yes }] : []),
    ...(order.paid ? [{ label: say.paid, value: say.yes }] : []),
    ...(source ? [{ label: say.derivedFrom, value: source.orderCode }] : []),
  ]
}

const columns = 3
const gutter = 18
const columnWidth = (innerWidth - gutter * (columns - 1)) / columns

/** Rows of three; each row is as high as its highest entry. */
function drawFacts(sheet: Sheet, top: number): number {
  const facts = factsOf(sheet)
  let y = top
  for (let first = 0; first < facts.length; first += columns) {
    const row = facts.slice(first, first + columns)
    const bottoms = row.map(({ label, value }, n) => drawLabelled(sheet, label, value, placeOf(n, y)))
    y = Math.max(...bottoms) + 8
  }
  return y - 8
}

const placeOf = (column: number, y: number) => ({
  x: page.left + column * (columnWidth + gutter),
  y,
  width: columnWidth,
})

function drawLabelled({ pdf, ink }: Sheet, label: string, value: string, at: ReturnType<typeof placeOf>): number {
  const y = pdf.write(label, at, { size: 8, color: ink.quiet })
  return pdf.write(value, { ...at, y }, { size: 9.5, weight: 'bold' })
}

function drawParties(sheet: Sheet, top: number): number {
  const { document, say } = sheet
  const { order, vendorAddress, buyerAddress } = document
  const parties = [
    { label: say.vendor, party: order.vendor, address: vendorAddress },
    { label: say.buyer, party: order.buyer, address: buyerAddress },
    ...(order.address ? [{ label: say.delivery, party: null, address: order.address }] : []),
  ]
  return Math.max(...parties.map((party, n) => drawParty(sheet, party, placeOf(n, top))))
}

interface Party {
  label: string
  party: Order['buyer'] | null
  address: Address | null
}

function drawParty({ pdf, say, ink }: Sheet, { label, party, address }: Party, at: ReturnType<typeof placeOf>): number {
  let y = pdf.write(label, at, { size: 8, color: ink.quiet })
  const name = party?.accountName ?? address?.legalName ?? ''
  y = pdf.write(name, { ...at, y }, { size: 10.5, weight: 'bold' })
  const lines = [
    ...(party === null ? [] : [party.accountCode]),
    ...(address && party && address.legalName !== name ? [address.legalName] : []),
    ...(address ? linesOf(address) : []),
    ...(party && address?.vatId ? [`${say.vatId} ${isolated(address.vatId)}`] : []),
  ]
  for (const line of lines) y = pdf.write(line, { ...at, y }, { size: 9 })
  return y
}

const linesOf = ({ street, postalCode, city, locality, region, country }: Address): string[] =>
  [street, together([postalCode, city], ' '), together([locality, region], ', '), country]
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Code and page number of every page. */
export const footOf = ({ pdf, document, say }: Sheet, number: number, pages: number): Foot => ({
  left: `${isolated(document.tenantName)} · ${document.order.orderCode}${pdf.hasGaps() ? ` · ${say.gaps}` : ''}`,
  right: say.page(number, pages),
})
