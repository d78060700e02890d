import type { languageCodes } from '@trellis/contract/users'

export interface Words {
  title: string
  owner: string
  currency: string
  asOf: string
  products: string
  sku: string
  product: string
  msrp: string
  price: string
  from: (pieces: string, price: string) => string
  empty: string
  page: (number: number, pages: number) => string
  gaps: string
}

export const words: Record<(typeof languageCodes)[number], Words> = {
  en: {
    title: 'Price list',
    owner: 'Of',
    currency: 'Currency',
    asOf: 'As of',
    products: 'Products',
    sku: 'SKU',
    product: 'Product',
    msrp: 'MSRP',
    price: 'Price',
    from: (pieces, price) => `from ${pieces}: ${price}`,
    empty: 'There is no price on this list.',
    page: (number, pages) => `Page ${number} of ${pages}`,
    gaps: '[…] stands for characters that this document cannot print.',
  },
  it: {
    title: 'Listino',
    owner: 'Di',
    currency: 'Valuta',
    asOf: 'Aggiornato al',
    products: 'Prodotti',
    sku: 'SKU',
    product: 'Prodotto',
    msrp: 'MSRP',
    price: 'Prezzo',
    from: (pieces, price) => `da ${pieces}: ${price}`,
    empty: 'In questo listino non c’è alcun prezzo.',
    page: (number, pages) => `Pagina ${number} di ${pages}`,
    gaps: '[…] sta per caratteri che questo documento non può stampare.',
  },
}
