import type { ImportKind } from './import-kinds.ts'

/**
 * The files of an import: the columns of each, the kind of each column, and the names that people and the portal's
 * exports use for it.
 */

export { type ImportKind, importKinds } from './import-kinds.ts'

/** How the cells of a column are parsed. */
export type CellKind = 'text' | 'whole' | 'money' | 'date' | 'yesNo' | 'email' | 'country' | 'roles' | 'words'

export interface ImportColumn {
  name: string
  holds: CellKind
  /** The file must have the column. */
  required?: true
}

const must = (name: string, holds: CellKind = 'text'): ImportColumn => ({ name, holds, required: true })
const may = (name: string, holds: CellKind = 'text'): ImportColumn => ({ name, holds })

const durations = ['license', 'maintenance'].flatMap((grant) =>
  ['Years', 'Months', 'Days'].map((unit) => may(`${grant}Duration${unit}`, 'whole')),
)

/** The columns of each file; key columns come first. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  accounts: [
    must('accountCode'),
    must('accountName'),
    must('groupName', 'words'),
    may('parentAccountCode'),
    may('notificationReceiverEmail', 'email'),
    may('legalName'),
    may('vatId'),
    may('street'),
    may('city'),
    may('locality'),
    may('region'),
    may('postalCode'),
    may('countryCode', 'country'),
    may('creationDate', 'date'),
  ],
  users: [
    must('email', 'email'),
    must('accountCode'),
    must('firstName'),
    must('lastName'),
    must('roles', 'roles'),
    may('languageCode', 'words'),
    may('timeZone'),
    may('status', 'words'),
  ],
  products: [
    must('sku'),
    must('name'),
    must('price', 'money'),
    may('oemSku'),
    may('description'),
    may('currencyCode'),
    may('isLicense', 'yesNo'),
    may('licensePrefix'),
    may('licenseActivationRule', 'words'),
    may('environmentType', 'words'),
    ...durations,
    may('typeName'),
    may('status', 'words'),
    may('creationDate', 'date'),
  ],
  'price-lists': [
    must('priceListName'),
    must('ownerAccountCode'),
    must('sku'),
    must('currencyCode'),
    must('customPrice', 'money'),
  ],
  'price-list-accounts': [
    must('accountCode'),
    must('priceListName'),
    must('ownerAccountCode'),
    may('canPropagate', 'yesNo'),
  ],
  stock: [must('accountCode'), must('sku'), must('quantity', 'whole')],
  orders: [
    must('orderRefCode'),
    must('line', 'whole'),
    must('buyerAccountCode'),
    must('vendorAccountCode'),
    must('status', 'words'),
    must('creationDate', 'date'),
    may('approvalDate', 'date'),
    must('sku'),
    must('quantity', 'whole'),
    must('price', 'money'),
    must('currencyCode'),
    may('invoiced', 'yesNo'),
    may('paid', 'yesNo'),
    may('orderNote'),
  ],
  licenses: [
    must('serialKey'),
    must('ownerAccountCode'),
    must('sku'),
    must('seats', 'whole'),
    must('creationDate', 'date'),
    may('activationDate', 'date'),
    may('licenseNote'),
  ],
}

/**
 * Names that people and the portal's screens use for a column, in English and Italian; the column's own name is always
 * accepted.
 */
export const columnSynonyms: Record<string, readonly string[]> = {
  accountCode: ['code', 'account', 'company code', 'customer code', 'codice', 'codice account', 'codice cliente'],
  accountName: [
    'name',
    'company',
    'company name',
    'customer',
    'nome',
    'nome account',
    'azienda',
    'ragione sociale',
    'cliente',
  ],
  groupName: ['group', 'account group', 'type', 'gruppo', 'tipo', 'livello'],
  parentAccountCode: [
    'parent code',
    'code of the parent account',
    'parent',
    'parent account',
    'above',
    'codice padre',
    'codice dell’account padre',
    'padre',
    'account padre',
    'superiore',
  ],
  notificationReceiverEmail: [
    'notification email',
    'e-mail for notifications',
    'notifications',
    'email notifiche',
    'email di notifica',
    'e-mail per le notifiche',
  ],
  legalName: ['registered name', 'ragione sociale', 'denominazione', 'denominazione legale'],
  vatId: ['vat', 'vat number', 'vat no', 'tax id', 'partita iva', 'p iva', 'piva'],
  street: ['address', 'street address', 'indirizzo', 'via'],
  city: ['town', 'citta', 'comune'],
  locality: ['localita', 'frazione'],
  region: ['state', 'province', 'regione', 'provincia'],
  postalCode: ['zip', 'zip code', 'postcode', 'cap', 'codice postale'],
  countryCode: ['country', 'nazione', 'paese', 'codice paese'],
  creationDate: ['created', 'created on', 'date', 'data', 'data di creazione', 'creato', 'creato il', 'creata il'],
  approvalDate: ['approved', 'approved on', 'data di approvazione', 'approvato il'],
  activationDate: ['activated', 'activated on', 'data di attivazione', 'attivazione', 'attivata il'],
  email: ['mail', 'user', 'user name', 'e-mail address', 'indirizzo e-mail', 'utente'],
  firstName: ['given name', 'name', 'nome'],
  lastName: ['surname', 'family name', 'cognome'],
  roles: ['role', 'ruolo', 'ruoli'],
  languageCode: ['language', 'lingua'],
  timeZone: ['zone', 'fuso orario', 'fuso'],
  status: ['state', 'stato'],
  sku: ['product code', 'product', 'article', 'item', 'codice prodotto', 'codice', 'articolo', 'prodotto'],
  name: ['product name', 'title', 'nome', 'nome prodotto'],
  price: ['msrp', 'list price', 'unit price', 'prezzo', 'prezzo di listino', 'prezzo consigliato', 'prezzo unitario'],
  customPrice: ['price', 'net price', 'prezzo', 'prezzo netto', 'prezzo personalizzato'],
  oemSku: ['oem', 'oem code', 'sku oem', 'codice oem'],
  description: ['text', 'descrizione'],
  currencyCode: ['currency', 'valuta', 'divisa'],
  isLicense: ['license', 'licence', 'is a license', 'licenza', 'e licenza', 'e una licenza'],
  licensePrefix: ['prefix', 'prefisso', 'prefisso licenza', 'prefisso della licenza'],
  licenseActivationRule: ['activation rule', 'activation', 'regola di attivazione', 'attivazione'],
  environmentType: ['environment', 'ambiente', 'tipo di ambiente'],
  licenseDurationYears: ['years', 'license years', 'anni', 'anni licenza', 'anni di licenza', 'durata anni'],
  licenseDurationMonths: ['months', 'license months', 'mesi', 'mesi licenza', 'mesi di licenza', 'durata mesi'],
  licenseDurationDays: ['days', 'license days', 'giorni', 'giorni licenza', 'giorni di licenza', 'durata giorni'],
  maintenanceDurationYears: ['maintenance years', 'anni manutenzione', 'anni di manutenzione'],
  maintenanceDurationMonths: ['maintenance months', 'mesi manutenzione', 'mesi di manutenzione'],
  maintenanceDurationDays: ['maintenance days', 'giorni manutenzione', 'giorni di manutenzione'],
  typeName: ['type', 'product type', 'tipo', 'tipo prodotto', 'tipo di prodotto'],
  priceListName: ['price list', 'list', 'listino', 'nome listino', 'nome del listino'],
  ownerAccountCode: [
    'owner code',
    'code of the owner',
    'owner',
    'codice proprietario',
    'codice del proprietario',
    'proprietario',
  ],
  canPropagate: [
    'propagate',
    'may hand on',
    'hand on',
    'propaga',
    'puo propagare',
    'trasmissibile',
    'puo trasmetterlo',
  ],
  orderRefCode: [
    'reference code',
    'reference',
    'order',
    'order number',
    'codice di riferimento',
    'riferimento',
    'rif',
    'ordine',
    'numero ordine',
  ],
  line: ['line number', 'row', 'position', 'riga', 'numero di riga', 'posizione'],
  buyerAccountCode: [
    'buyer code',
    'code of the buyer',
    'buyer',
    'codice acquirente',
    'codice dell’acquirente',
    'acquirente',
  ],
  vendorAccountCode: [
    'vendor code',
    'code of the vendor',
    'vendor',
    'codice venditore',
    'codice del venditore',
    'venditore',
  ],
  quantity: ['qty', 'pieces', 'quantita', 'qta', 'pezzi'],
  invoiced: ['is invoiced', 'fatturato'],
  paid: ['is paid', 'pagato'],
  orderNote: ['note', 'notes', 'nota'],
  serialKey: [
    'key',
    'license key',
    'serial',
    'serial number',
    'chiave',
    'chiave seriale',
    'chiave di licenza',
    'seriale',
  ],
  seats: ['devices', 'posti', 'postazioni', 'dispositivi'],
  licenseNote: ['note', 'notes', 'nota'],
}
