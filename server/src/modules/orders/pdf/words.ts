import type { OrderStatus } from '@trellis/contract/orders'
import type { languageCodes } from '@trellis/contract/users'

export interface Words {
  title: string
  date: string
  status: string
  statuses: Record<OrderStatus, string>
  refCode: string
  invoice: string
  paid: string
  yes: string
  vendor: string
  buyer: string
  delivery: string
  vatId: string
  sku: string
  product: string
  quantity: string
  price: string
  amount: string
  total: string
  note: string
  derivedFrom: string
  page: (number: number, pages: number) => string
  gaps: string
}

export const words: Record<(typeof languageCodes)[number], Words> = {
  en: {
    title: 'Order',
    date: 'Date',
    status: 'Status',
    statuses: { pending: 'Pending', approved: 'Approved', canceled: 'Canceled', revoked: 'Revoked' },
    refCode: 'Reference code',
    invoice: 'Invoice',
    paid: 'Paid',
    yes: 'Yes',
    vendor: 'Vendor',
    buyer: 'Buyer',
    delivery: 'Delivery address',
    vatId: 'VAT ID',
    sku: 'SKU',
    product: 'Product',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    total: 'Total',
    note: 'Notes',
    derivedFrom: 'Made for order',
    page: (number, pages) => `Page ${number} of ${pages}`,
    gaps: '[…] stands for characters that this document cannot print.',
  },
  it: {
    title: 'Ordine',
    date: 'Data',
    status: 'Stato',
    statuses: { pending: 'In attesa', approved: 'Approvato', canceled: 'Annullato', revoked: 'Revocato' },
    refCode: 'Codice di riferimento',
    invoice: 'Fattura',
    paid: 'Pagato',
    yes: 'Sì',
    vendor: 'Venditore',
    buyer: 'Acquirente',
    delivery: 'Indirizzo di consegna',
    vatId: 'Partita IVA',
    sku: 'SKU',
    product: 'Prodotto',
    quantity: 'Quantità',
    price: 'Prezzo',
    amount: 'Importo',
    total: 'Totale',
    note: 'Note',
    derivedFrom: 'Creato per l’ordine',
    page: (number, pages) => `Pagina ${number} di ${pages}`,
    gaps: '[…] sta per caratteri che questo documento non può stampare.',
  },
}
