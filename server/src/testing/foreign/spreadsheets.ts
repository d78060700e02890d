import type { ImportKind } from '@trellis/contract/import-columns'
import { type Dialect, dialects } from './dialects.ts'
import type { Template } from './files.ts'

/** Lists that people keep themselves, as spreadsheets of five countries save them. */

type Language = Dialect['language']
/** The headings of a list in each language, by our column. */
const headings: Partial<Record<ImportKind, Record<Language, Record<string, string>>>> = {
  products: {
    en: { sku: 'Item No.', name: 'Item name', price: 'Unit price', description: 'Description' },
    it: { sku: 'Codice articolo', name: 'Denominazione', price: 'Prezzo', description: 'Descrizione' },
    de: { sku: 'Artikelnummer', name: 'Bezeichnung', price: 'Preis', description: 'Beschreibung' },
    fr: { sku: 'Référence article', name: 'Désignation', price: 'Prix', description: 'Description' },
    es: { sku: 'Código de artículo', name: 'Nombre', price: 'Precio', description: 'Descripción' },
  },
  accounts: {
    en: {
      ...{ accountCode: 'Customer No.', accountName: 'Customer name', street: 'Street address', city: 'City' },
      ...{ postalCode: 'Zip', countryCode: 'Country', creationDate: 'Created' },
    },
    it: {
      ...{ accountCode: 'Codice cliente', accountName: 'Ragione sociale', street: 'Indirizzo', city: 'Città' },
      ...{ postalCode: 'CAP', countryCode: 'Nazione', creationDate: 'Data creazione' },
    },
    de: {
      ...{ accountCode: 'Kundennummer', accountName: 'Firma', street: 'Straße', city: 'Ort' },
      ...{ postalCode: 'PLZ', countryCode: 'Land', creationDate: 'Erstellt am' },
    },
    fr: {
      ...{ accountCode: 'Code client', accountName: 'Raison sociale', street: 'Adresse', city: 'Ville' },
      ...{ postalCode: 'Code postal', countryCode: 'Pays', creationDate: 'Date de création' },
    },
    es: {
      ...{ accountCode: 'Código cliente', accountName: 'Razón social', street: 'Dirección', city: 'Población' },
      ...{ postalCode: 'Código postal', countryCode: 'País', creationDate: 'Fecha de creación' },
    },
  },
  orders: {
    en: { orderRefCode: 'Order No.', sku: 'Product', quantity: 'Qty', price: 'Unit price', creationDate: 'Order date' },
    it: { orderRefCode: 'Ordine', sku: 'Articolo', quantity: 'Q.tà', price: 'Prezzo unitario', creationDate: 'Data' },
    de: { orderRefCode: 'Auftrag', sku: 'Artikel', quantity: 'Menge', price: 'Einzelpreis', creationDate: 'Datum' },
    fr: {
      orderRefCode: 'Commande',
      sku: 'Code article',
      quantity: 'Quantité',
      price: 'Prix unitaire',
      creationDate: 'Date',
    },
    es: {
      orderRefCode: 'Pedido',
      sku: 'Artículo',
      quantity: 'Cantidad',
      price: 'Precio unitario',
      creationDate: 'Fecha',
    },
  },
  deals: {
    en: {
      code: 'Deal ID',
      company: 'Customer',
      status: 'Stage',
      chanceOfClosure: 'Probability (%)',
      creationDate: 'Created',
    },
    it: {
      code: 'Trattativa',
      company: 'Cliente',
      status: 'Fase',
      chanceOfClosure: 'Probabilità',
      creationDate: 'Creato il',
    },
    de: {
      code: 'Nr.',
      company: 'Kunde',
      status: 'Phase',
      chanceOfClosure: 'Wahrscheinlichkeit',
      creationDate: 'Erstellt am',
    },
    fr: { code: 'N°', company: 'Société', status: 'Phase', chanceOfClosure: 'Probabilité', creationDate: 'Créé le' },
    es: { code: 'N.º', company: 'Empresa', status: 'Fase', chanceOfClosure: 'Probabilidad', creationDate: 'Fecha' },
  },
}

const stages: Record<Language, Record<string, string>> = {
  en: {
    New: 'Prospecting',
    Negotiation: 'Proposal/Price Quote',
    Won: 'Closed Won',
    Lost: 'Closed Lost',
    Demo: 'Value Proposition',
  },
  it: { New: 'Aperta', Negotiation: 'In trattativa', Won: 'Chiuso vinto', Lost: 'Chiuso perso', Demo: 'Dimostrazione' },
  de: { New: 'Offen', Negotiation: 'Angebot', Won: 'Gewonnen', Lost: 'Verloren', Demo: 'Vorführung' },
  fr: {
    New: 'Ouverte',
    Negotiation: 'Négociation',
    Won: 'Fermée gagnée',
    Lost: 'Fermée perdue',
    Demo: 'Démonstration',
  },
  es: {
    New: 'Abierta',
    Negotiation: 'Negociación',
    Won: 'Cerrada ganada',
    Lost: 'Cerrada perdida',
    Demo: 'Demostración',
  },
}

const every = Object.keys(dialects) as (keyof typeof dialects)[]
const whereOf: Record<string, (keyof typeof dialects)[]> = {
  products: every,
  accounts: every.filter((name) => !['swiss', 'italianUtf8', 'usReport'].includes(name)),
  orders: ['usExcel', 'ukExcel', 'italianErp', 'germanExcel', 'frenchExcel', 'spanishExcel', 'swiss', 'workbook'],
  deals: ['usReport', 'italianExcel', 'germanDos', 'germanUnicode', 'frenchNamed', 'spanishUnicode', 'workbookItalian'],
}

export const spreadsheets: Template[] = Object.entries(whereOf).flatMap(([kind, names]) =>
  names.map((name): Template => {
    const dialect: Dialect = dialects[name]
    const columns = Object.entries(headings[kind as 'products']?.[dialect.language] ?? {})
    return {
      source: `${name}: ${kind}`,
      kind: kind as ImportKind,
      dialect,
      columns: columns.map(([ours, heading]) => [heading, ours] as const),
      ...(kind === 'deals' && { words: { status: stages[dialect.language] } }),
    }
  }),
)
