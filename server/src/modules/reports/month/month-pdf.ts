import { minorUnitsOf } from '@trellis/contract/currencies'
import type { TrendFigure } from '@trellis/contract/dashboard'
import type { MonthReport, PartnerOfMonth } from '@trellis/contract/month-reports'
import { innerWidth, openPdf, type Pdf, page, type Style, wholeOf } from '../../../platform/pdf/document.ts'
import { drawFace, drawFoot, type Foot, type Ink, inkOf } from '../../../platform/pdf/face.ts'
import { isolated } from '../../../platform/pdf/pieces.ts'
import { type Words, words } from './words.ts'

/** What the page shows beside the figures. */
export interface MonthDocument {
  report: MonthReport
  tenantName: string
  logoUrl: string | null
  primaryColor: string | null
  isSandbox: boolean
}

export interface MonthPrint {
  document: MonthDocument
  language: keyof typeof words
}

interface Sheet {
  pdf: Pdf
  report: MonthReport
  document: MonthDocument
  say: Words
  language: string
  ink: Ink
}

/** An amount in the decimals of its currency. */
const money = ({ language }: Sheet, amount: number, currency: string): string =>
  new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, currencyDisplay: 'code', useGrouping: 'always' },
    ...{ minimumFractionDigits: minorUnitsOf(currency), maximumFractionDigits: minorUnitsOf(currency) },
  } as Intl.NumberFormatOptions).format(amount)

/** Several currencies, which are not added up. */
const amounts = (sheet: Sheet, total: { currencyCode: string; amount: number }[]): string =>
  total.map(({ amount, currencyCode }) => money(sheet, amount, currencyCode)).join(' + ') || '–'

const number = ({ language }: Sheet, count: number) =>
  new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count)

/** A change in percent with its sign: +12.5 %. */
const change = ({ language, say }: Sheet, trend: number | null) =>
  trend === null
    ? say.noTrend
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
        trend / 100,
      )

/** The name of a month: October 2026. */
export const nameOfMonth = (month: string, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Runs apart: a month on one page of A4, with the tenant's logo and colour (rules D18). */
export async function drawMonth({ document, language }: MonthPrint): Promise<Uint8Array> {
  const say = words[language]
  const { report } = document
  const title = `${say.title} ${nameOfMonth(report.month, language)} · ${report.accountName}`
  const pdf = await openPdf({
    ...{ title, author: document.tenantName, language },
    ...{ isSandbox: document.isSandbox, content: document },
  })
  const sheet: Sheet = { pdf, report, document, say, language, ink: inkOf(document.primaryColor) }
  let y = drawHead(sheet)
  y = drawSales(sheet, y)
  y = drawPartners(sheet, y)
  y = drawDeals(sheet, y)
  drawStanding(sheet, y)
  return wholeOf(pdf.finish((at, pages) => drawFoot(pdf, sheet.ink, footOf(sheet, at, pages))))
}

const half = innerWidth / 2
const gutter = 18
const bold: Style = { size: 9.5, weight: 'bold' }

function drawHead(sheet: Sheet): number {
  const { pdf, document, report, say, ink, language } = sheet
  const at = { x: page.left + half, y: page.top, width: half }
  let y = pdf.write(say.title.toUpperCase(), at, { size: 8.5, weight: 'bold', color: ink.quiet, align: 'right' })
  y = pdf.write(nameOfMonth(report.month, language), { ...at, y }, { size: 18, weight: 'bold', align: 'right' })
  y = writeCut(sheet, report.accountName, { ...at, y }, { size: 10.5, color: ink.text, align: 'right' })
  y = pdf.write(say.withAllBelow, { ...at, y }, { size: 8, color: ink.quiet, align: 'right' })
  const below = Math.max(drawFace(pdf, document, half - 16, ink), y) + 14
  pdf.doc.rect(page.left, below, innerWidth, 2).fill(ink.brand)
  return below + 22
}

/** A text on one line: names may be long, and the page is one. */
function writeCut({ pdf }: Sheet, text: string, at: Parameters<Pdf['write']>[1], style: Style): number {
  const oneLine = pdf.heightOf('A', at.width, style) * 1.6
  let shown = text
  while (shown.length > 4 && pdf.heightOf(shown, at.width, style) > oneLine)
    shown = `${[...shown].slice(0, Math.floor([...shown].length * 0.8)).join('')}…`
  return pdf.write(shown, at, style)
}

/** Number `n` of `of` columns. */
const column = (n: number, of: number, y: number) => {
  const width = (innerWidth - gutter * (of - 1)) / of
  return { x: page.left + n * (width + gutter), y, width }
}

/** A figure with what it is above and what it is compared with below. Returns the y below it. */
function drawFigure(
  sheet: Sheet,
  at: ReturnType<typeof column>,
  figure: [string, string, ...string[]],
  size = 13,
): number {
  const { pdf, ink } = sheet
  const [label, value, ...notes] = figure
  let y = pdf.write(label, at, { size: 8, color: ink.quiet })
  y = pdf.write(value, { ...at, y: y + 1 }, { size, weight: 'bold' })
  for (const note of notes) y = pdf.write(note, { ...at, y: y + 1 }, { size: 8.5, color: ink.quiet })
  return y
}

function heading({ pdf, ink }: Sheet, text: string, y: number): number {
  pdf.doc.rect(page.left, y, innerWidth, 0.5).fill(ink.line)
  return (
    pdf.write(text, { x: page.left, y: y + 8, width: innerWidth }, { size: 10.5, weight: 'bold', color: ink.accent }) +
    6
  )
}

function drawSales(sheet: Sheet, top: number): number {
  const { report, say, language, pdf, ink } = sheet
  const { sales, currencyCode, month } = report
  if (sales === null) return top
  const before = (figure: TrendFigure, against: string) => `${change(sheet, figure.trend)} ${against}`
  const [year = 0, number] = month.split('-').map(Number)
  const previous = nameOfMonth(new Date(Date.UTC(year, (number ?? 1) - 2, 1)).toISOString().slice(0, 7), language)
  const lastYear = nameOfMonth(`${year - 1}-${month.slice(5)}`, language)
  let n = 0
  const out =
    sales.sellOut &&
    drawFigure(
      sheet,
      column(n++, 2, top),
      [
        say.sellOut,
        money(sheet, sales.sellOut.current, currencyCode),
        before(sales.sellOut, say.against(previous)),
        ...(sales.yearBefore ? [before(sales.yearBefore, say.yearBefore(lastYear))] : []),
      ],
      20,
    )
  const into =
    sales.sellIn &&
    drawFigure(sheet, column(n, 2, top), [
      say.sellIn,
      money(sheet, sales.sellIn.current, currencyCode),
      before(sales.sellIn, say.against(previous)),
    ])
  let y = Math.max(out ?? top, into ?? top)
  if (sales.otherCurrencies.length > 0) {
    const others = sales.otherCurrencies.map(({ currencyCode: code, sellIn, sellOut }) =>
      [
        ...(sellOut === 0 ? [] : [`${say.sellOut} ${money(sheet, sellOut, code)}`]),
        ...(sellIn === 0 ? [] : [`${say.sellIn} ${money(sheet, sellIn, code)}`]),
      ].join(', '),
    )
    y = pdf.write(
      `${say.otherCurrencies}: ${others.join('; ')}`,
      { x: page.left, y: y + 6, width: innerWidth },
      { size: 8.5, color: ink.quiet },
    )
  }
  return y + 16
}

function drawPartners(sheet: Sheet, top: number): number {
  const { report, say } = sheet
  if (report.partners === null) return top
  const y = heading(sheet, say.partners, top)
  const { up, down } = report.partners
  return Math.max(drawList(sheet, say.up, up, column(0, 2, y)), drawList(sheet, say.down, down, column(1, 2, y))) + 14
}

function drawList(sheet: Sheet, title: string, partners: PartnerOfMonth[], at: ReturnType<typeof column>): number {
  const { pdf, say, ink, report } = sheet
  let y = pdf.write(`${title}, ${say.partnersHint}`, at, { size: 8, color: ink.quiet }) + 2
  if (partners.length === 0) return pdf.write(say.nobody, { ...at, y }, { size: 9.5, color: ink.quiet })
  for (const { accountName, change: difference, current } of partners) {
    const name = { ...at, y, width: at.width - 110 }
    const bottom = writeCut(sheet, accountName, name, bold)
    const sign = difference > 0 ? '+' : '−'
    const shown = `${sign}${money(sheet, Math.abs(difference), report.currencyCode)}`
    pdf.write(shown, { x: at.x + at.width - 108, y, width: 108 }, { size: 9.5, align: 'right' })
    y = pdf.write(money(sheet, current, report.currencyCode), { ...name, y: bottom }, { size: 8, color: ink.quiet }) + 3
  }
  return y
}

function drawDeals(sheet: Sheet, top: number): number {
  const { report, say } = sheet
  const { deals, currencyCode } = report
  if (deals === null) return top
  const y = heading(sheet, say.deals, top)
  const figure = (n: number, label: string, { current, trend }: TrendFigure, ...notes: string[]) =>
    drawFigure(sheet, column(n, 3, y), [label, number(sheet, current), ...notes, change(sheet, trend)])
  const bottoms = [
    figure(0, say.registered, deals.registered),
    figure(1, say.won, deals.won, money(sheet, deals.wonAmount, currencyCode)),
    figure(2, say.lost, deals.lost),
  ]
  return Math.max(...bottoms) + 16
}

/** How things stand now: what may be lost, and what is short. */
function drawStanding(sheet: Sheet, top: number): void {
  const { report, say, language, pdf, ink } = sheet
  const { deals, renewals, stock, timeZone } = report
  if (deals === null && renewals === null && stock === null) return
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(report.creationDate))
  const y = heading(sheet, say.now(day), top)
  let n = 0
  if (deals !== null)
    drawFigure(sheet, column(n++, 3, y), [
      ...([say.dealsAtRisk, amounts(sheet, deals.atRisk.total)] as const),
      ...[`${say.dealCount(deals.atRisk.deals)}, ${say.within}`],
    ])
  if (renewals !== null)
    drawFigure(sheet, column(n++, 3, y), [
      ...([say.renewalsAtRisk, amounts(sheet, renewals.total)] as const),
      ...[`${say.keyCount(renewals.keys)}, ${say.within}`],
    ])
  if (stock === null) return
  const at = column(n, 3, y)
  let below = drawFigure(sheet, at, [say.stock, number(sheet, stock.count)])
  if (stock.count === 0) pdf.write(say.enough, { ...at, y: below + 1 }, { size: 8.5, color: ink.quiet })
  for (const { sku, available, threshold } of stock.items) {
    below = writeCut(sheet, sku, { ...at, y: below + 2 }, { size: 8.5, weight: 'bold' })
    const left = say.left(number(sheet, available), number(sheet, threshold))
    below = pdf.write(left, { ...at, y: below }, { size: 8, color: ink.quiet })
  }
  const others = stock.count - stock.items.length
  if (others > 0) pdf.write(say.more(others), { ...at, y: below + 2 }, { size: 8.5, color: ink.quiet })
}

const footOf = ({ pdf, document, say, report }: Sheet, at: number, pages: number): Foot => ({
  left: `${isolated(document.tenantName)} · ${say.zone(report.timeZone)}${pdf.hasGaps() ? ` · ${say.gaps}` : ''}`,
  right: say.page(at, pages),
})
