import type { ExportColumn } from '@trellis/contract/exports'
import type { LicenseReportRow } from '@trellis/contract/reports'

interface Words {
  yes: string
  no: string
  trial: string
  full: string
  heads: Record<Exclude<keyof LicenseReportRow, 'licenseId' | 'accountId'>, string>
}

const en: Words = {
  yes: 'Yes',
  no: 'No',
  trial: 'Trial',
  full: 'Full',
  heads: {
    accountName: 'Account',
    serialKey: 'Serial key',
    productName: 'Product',
    sku: 'SKU',
    type: 'Type',
    seatsTotal: 'Seats',
    seatsOccupied: 'Seats occupied',
    activationDate: 'Activated',
    creationDate: 'Created',
    maintenanceExpirationDate: 'Maintenance until',
    expirationDate: 'Expiration',
    licenseIsPerpetual: 'Perpetual license',
    maintenanceIsPerpetual: 'Perpetual maintenance',
    note: 'Notes',
  },
}

const it: Words = {
  yes: 'Sì',
  no: 'No',
  trial: 'Prova',
  full: 'Completa',
  heads: {
    accountName: 'Account',
    serialKey: 'Chiave seriale',
    productName: 'Prodotto',
    sku: 'SKU',
    type: 'Tipo',
    seatsTotal: 'Postazioni',
    seatsOccupied: 'Postazioni occupate',
    activationDate: 'Attivata il',
    creationDate: 'Creata il',
    maintenanceExpirationDate: 'Fine manutenzione',
    expirationDate: 'Scadenza',
    licenseIsPerpetual: 'Licenza perpetua',
    maintenanceIsPerpetual: 'Manutenzione perpetua',
    note: 'Note',
  },
}

const kinds: Partial<Record<string, ExportColumn['kind']>> = {
  seatsTotal: 'number',
  seatsOccupied: 'number',
  activationDate: 'date',
  creationDate: 'date',
  maintenanceExpirationDate: 'day',
  expirationDate: 'day',
}

/** The columns of the file, in this language; the server writes it without a browser. */
export function columnsIn(languageCode: string): ExportColumn[] {
  const { heads, yes, no, trial, full } = languageCode === 'it' ? it : en
  const yesOrNo = { true: yes, false: no }
  const words: Record<string, Record<string, string>> = {
    licenseIsPerpetual: yesOrNo,
    maintenanceIsPerpetual: yesOrNo,
    type: { trial, full },
  }
  return Object.entries(heads).map(([path, label]) => ({
    path,
    label,
    kind: kinds[path] ?? 'text',
    ...(words[path] && { words: words[path] }),
  }))
}
