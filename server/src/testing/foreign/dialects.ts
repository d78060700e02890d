import type { Encoding } from '@trellis/contract/encodings'
import { encoded } from '@trellis/contract/testing/encoded'
import { type WorkbookCell, workbookOf } from '../workbook.ts'

/** How a program or a spreadsheet of a country writes a table. */
export interface Dialect {
  language: 'en' | 'it' | 'de' | 'fr' | 'es'
  /** Null for a workbook. */
  separator: ',' | ';' | '\t' | null
  encoding?: Encoding
  mark?: boolean
  lineEnd?: '\r\n' | '\n' | '\r'
  quoteAll?: boolean
  date: 'dmy/' | 'mdy/' | 'dmy.' | 'dmy/2' | 'iso' | 'isoTime' | 'named' | 'namedEnglish' | 'cell'
  amount: '1,234.50' | '1.234,50' | "1'234.50" | '1 234,50' | '1234.5' | '1234,50' | 'cell'
  /** Before or behind each amount. */
  currency?: { before?: string; behind?: string }
  /** Rows above the header, and below the records. */
  title?: string[][]
  footer?: string[][]
  /** A line by which Excel says the separator. */
  saysSeparator?: boolean
  /** A blank row after every so many. */
  blankEvery?: number
  /** Empty cells at the end of a row are not written. */
  shortRows?: boolean
}

const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  it: ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  de: ['Jan', 'Feb', 'März', 'Apr', 'Mai', 'Juni', 'Juli', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'],
  fr: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
}

/** An ISO date as the dialect writes it. */
export function dateIn({ date, language }: Dialect, iso: string): WorkbookCell {
  if (iso === '') return ''
  const [year = '', month = '', day = ''] = iso.split('-')
  const plain = { day: String(Number(day)), month: String(Number(month)) }
  const name = months[language][Number(month) - 1]
  switch (date) {
    case 'dmy/':
      return `${day}/${month}/${year}`
    case 'mdy/':
      return `${plain.month}/${plain.day}/${year}`
    case 'dmy.':
      return `${day}.${month}.${year}`
    case 'dmy/2':
      return `${day}/${month}/${year.slice(2)}`
    case 'isoTime':
      return `${iso} 09:30`
    case 'named':
      return `${plain.day} ${name} ${year}`
    case 'namedEnglish':
      return `${months.en[Number(month) - 1]} ${plain.day}, ${year}`
    case 'cell':
      return { moment: String(Math.round(Date.parse(iso) / 86_400_000) + 25_569) }
    default:
      return iso
  }
}

/** A decimal text as the dialect writes it. */
export function amountIn({ amount, currency }: Dialect, text: string): WorkbookCell {
  if (text === '') return ''
  if (amount === 'cell') return { number: text }
  const [whole = '', decimals = ''] = text.split('.')
  const grouped = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by)
  const cents = decimals.padEnd(2, '0')
  const written = {
    '1,234.50': `${grouped(',')}.${cents}`,
    '1.234,50': `${grouped('.')},${cents}`,
    "1'234.50": `${grouped("'")}.${cents}`,
    '1 234,50': `${grouped('\u00a0')},${cents}`,
    '1234.5': text,
    '1234,50': `${whole},${cents}`,
  }[amount]
  return `${currency?.before ?? ''}${written}${currency?.behind ?? ''}`
}

/** The bytes of a table. */
export async function fileOf(dialect: Dialect, rows: WorkbookCell[][]): Promise<Uint8Array> {
  const { title = [], footer = [], separator, blankEvery, encoding = 'utf-8', lineEnd = '\r\n' } = dialect
  const spaced = rows.flatMap((row, at) =>
    blankEvery !== undefined && at > 0 && at % blankEvery === 0 ? [row, row.map(() => '')] : [row],
  )
  const all = [...title, ...spaced, ...footer]
  if (separator === null) return workbookOf(all.map((row) => row.map((cell) => (cell === '' ? null : cell))))
  const cellOf = (cell: WorkbookCell) => {
    const text = typeof cell === 'string' ? cell : ''
    const needsQuotes = dialect.quoteAll === true || /["\r\n]/.test(text) || text.includes(separator)
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = all.map((row) => {
    const last = row.findLastIndex((cell) => cell !== '')
    return (dialect.shortRows === true ? row.slice(0, last + 1) : row).map(cellOf).join(separator)
  })
  const text = `${dialect.mark === true ? '\ufeff' : ''}${dialect.saysSeparator === true ? `sep=${separator}${lineEnd}` : ''}${lines.join(lineEnd)}${lineEnd}`
  const bytes = encoded(text, encoding)
  if (bytes === null) throw new Error(`${encoding} cannot write this file`)
  return bytes
}

/** As the spreadsheets of five countries save a table, each in another way. */
export const dialects = {
  usExcel: { language: 'en', separator: ',', encoding: 'windows-1252', date: 'mdy/', amount: '1,234.50' },
  usReport: { language: 'en', separator: ',', quoteAll: true, date: 'mdy/', amount: '1234.5' },
  google: { language: 'en', separator: ',', lineEnd: '\n', date: 'iso', amount: '1234.5' },
  ukExcel: { language: 'en', separator: ',', mark: true, date: 'dmy/', amount: '1,234.50', currency: { before: '€' } },
  italianExcel: { language: 'it', separator: ';', encoding: 'windows-1252', date: 'dmy/', amount: '1.234,50' },
  italianUtf8: { language: 'it', separator: ';', mark: true, date: 'dmy/', amount: '1234,50', shortRows: true },
  italianErp: {
    ...{ language: 'it', separator: ';', encoding: 'windows-1252', date: 'dmy/2', amount: '1.234,50' },
    ...{ blankEvery: 4, currency: { before: '€ ' } },
  },
  italianDos: { language: 'it', separator: ';', encoding: 'ibm850', date: 'dmy/', amount: '1234,50' },
  germanExcel: { language: 'de', separator: ';', encoding: 'windows-1252', date: 'dmy.', amount: '1.234,50' },
  germanDos: { language: 'de', separator: ';', encoding: 'ibm850', date: 'dmy.', amount: '1234,50' },
  germanMac: { language: 'de', separator: ';', encoding: 'macintosh', lineEnd: '\r', date: 'dmy.', amount: '1.234,50' },
  germanUnicode: { language: 'de', separator: '\t', encoding: 'utf-16le', mark: true, date: 'dmy.', amount: '1234,50' },
  swiss: { language: 'de', separator: ';', encoding: 'windows-1252', date: 'dmy.', amount: "1'234.50" },
  frenchExcel: {
    ...{ language: 'fr', separator: ';', encoding: 'windows-1252', date: 'dmy/', amount: '1 234,50' },
    ...{ currency: { behind: ' €' }, saysSeparator: true },
  },
  frenchNamed: { language: 'fr', separator: ';', mark: true, date: 'named', amount: '1234,50' },
  spanishExcel: { language: 'es', separator: ';', encoding: 'windows-1252', date: 'dmy/', amount: '1.234,50' },
  spanishUnicode: {
    language: 'es',
    separator: '\t',
    encoding: 'utf-16le',
    mark: true,
    date: 'named',
    amount: '1234,50',
  },
  workbook: { language: 'en', separator: null, date: 'cell', amount: 'cell' },
  workbookItalian: { language: 'it', separator: null, date: 'cell', amount: 'cell' },
  workbookGerman: { language: 'de', separator: null, date: 'cell', amount: 'cell' },
} satisfies Record<string, Dialect>
