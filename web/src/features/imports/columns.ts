import { type ImportKind, importColumns } from '@trellis/contract/imports'
import en from '../../locales/en/common.ts'
import it from '../../locales/it/common.ts'

/** What people call a column in their own files, in English and Italian; the name itself always fits. */
const synonyms: Record<string, string[]> = {
  accountCode: ['code', 'account', 'company code', 'customer code', 'codice', 'codice account', 'codice cliente'],
  accountName: ['name', 'company', 'company name', 'customer', 'nome', 'azienda', 'ragione sociale', 'cliente'],
  groupName: ['group', 'account group', 'type', 'gruppo', 'tipo', 'livello'],
  parentAccountCode: [
    'parent',
    'parent code',
    'parent account',
    'above',
    'padre',
    'codice padre',
    'account padre',
    'superiore',
  ],
  notificationReceiverEmail: ['notification email', 'notifications', 'email notifiche', 'email di notifica'],
  legalName: ['legal name', 'registered name', 'denominazione', 'denominazione legale'],
  vatId: ['vat', 'vat number', 'vat no', 'tax id', 'partita iva', 'p iva', 'piva'],
  street: ['address', 'street address', 'indirizzo', 'via'],
  city: ['town', 'citta', 'comune'],
  locality: ['localita', 'frazione'],
  region: ['state', 'province', 'regione', 'provincia'],
  postalCode: ['zip', 'zip code', 'postcode', 'cap', 'codice postale'],
  countryCode: ['country', 'nazione', 'paese', 'codice paese'],
  creationDate: ['created', 'created on', 'date', 'data', 'data di creazione', 'creato il'],
  email: [
    'e-mail',
    'mail',
    'user',
    'user name',
    'username',
    'e-mail address',
    'email address',
    'indirizzo e-mail',
    'utente',
  ],
  firstName: ['first name', 'given name', 'name', 'nome'],
  lastName: ['last name', 'surname', 'family name', 'cognome'],
  roles: ['role', 'ruolo', 'ruoli'],
  languageCode: ['language', 'lingua'],
  timeZone: ['time zone', 'zone', 'fuso orario', 'fuso'],
  status: ['state', 'stato'],
  sku: ['product', 'product code', 'article', 'item', 'codice', 'codice prodotto', 'articolo', 'prodotto'],
  name: ['product name', 'title', 'nome', 'nome prodotto'],
  price: ['msrp', 'list price', 'unit price', 'prezzo', 'prezzo di listino', 'prezzo consigliato'],
  customPrice: ['price', 'custom price', 'net price', 'prezzo', 'prezzo netto', 'prezzo personalizzato'],
  oemSku: ['oem', 'oem code', 'codice oem'],
  description: ['text', 'descrizione'],
  currencyCode: ['currency', 'valuta', 'divisa'],
  isLicense: ['license', 'licence', 'is license', 'licenza', 'e licenza'],
  licensePrefix: ['prefix', 'prefisso', 'prefisso licenza'],
  licenseActivationRule: ['activation rule', 'activation', 'regola di attivazione', 'attivazione'],
  environmentType: ['environment', 'ambiente', 'tipo di ambiente'],
  licenseDurationYears: ['years', 'license years', 'anni', 'anni licenza', 'durata anni'],
  licenseDurationMonths: ['months', 'license months', 'mesi', 'mesi licenza', 'durata mesi'],
  licenseDurationDays: ['days', 'license days', 'giorni', 'giorni licenza', 'durata giorni'],
  maintenanceDurationYears: ['maintenance years', 'anni manutenzione'],
  maintenanceDurationMonths: ['maintenance months', 'mesi manutenzione'],
  maintenanceDurationDays: ['maintenance days', 'giorni manutenzione'],
  typeName: ['type', 'product type', 'tipo', 'tipo prodotto'],
  priceListName: ['price list', 'list', 'listino', 'nome listino'],
  ownerAccountCode: ['owner', 'owner code', 'proprietario', 'codice proprietario'],
  canPropagate: ['propagate', 'can propagate', 'hand on', 'propaga', 'puo propagare'],
}

/** Which column of the file each of ours is; -1 for one that is not there. */
export type Mapping = Record<string, number>

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** By name first, then by what people call it; no column of the file serves twice. */
export function matched(kind: ImportKind, header: readonly string[]): Mapping {
  const names = header.map(plain)
  const taken = new Set<number>()
  const mapping: Mapping = {}
  const take = (column: string, fits: (name: string) => boolean) => {
    if (mapping[column] !== undefined) return
    const index = names.findIndex((name, at) => name !== '' && !taken.has(at) && fits(name))
    if (index < 0) return
    mapping[column] = index
    taken.add(index)
  }
  const columns = importColumns[kind].map(({ name }) => name)
  for (const column of columns) take(column, (name) => name === plain(column))
  for (const column of columns) take(column, (name) => (synonyms[column] ?? []).some((other) => plain(other) === name))
  for (const column of columns) mapping[column] ??= -1
  return mapping
}

/** Required columns that the file does not have. */
export const missing = (kind: ImportKind, mapping: Mapping): string[] =>
  importColumns[kind].filter(({ name, required }) => required && (mapping[name] ?? -1) < 0).map(({ name }) => name)

/** What our screens and exports call a group or a role, in either language, as its own name. */
const shownAs = (...texts: Record<string, string>[]) =>
  new Map(texts.flatMap((names) => Object.entries(names).flatMap(([name, text]) => [[plain(text), name] as const])))
const shown = { groups: shownAs(it.groups, en.groups), roles: shownAs(it.roles, en.roles) }

/** The countries by code, and what both languages call them. */
let countries: Map<string, string> | undefined
function countryOf(text: string): string {
  if (!countries) {
    countries = new Map()
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    for (const language of ['it', 'en']) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
      for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
        const name = names.of(code)
        if (name === undefined) continue
        // What has been renamed, or is called otherwise in law: UK is GB.
        const current = new Intl.Locale(`und-${code}`).region ?? code
        countries.set(plain(code), current)
        countries.set(plain(name), current)
      }
    }
  }
  return countries.get(plain(text)) ?? text
}

const yes = ['true', '1', 'yes', 'y', 'si', 'sì', 's', 'vero', 'x']
const no = ['false', '0', 'no', 'n', 'falso']

/** A cell as the portal writes such things, where people write them in a way of their own. */
export function asWritten(column: string, cell: string): string {
  const text = cell.trim()
  if (column === 'price' || column === 'customPrice') return asMoney(text)
  if (column === 'isLicense' || column === 'canPropagate') {
    const word = text.toLowerCase()
    return yes.includes(word) ? 'true' : no.includes(word) ? 'false' : text
  }
  if (column === 'countryCode') return countryOf(text)
  if (column === 'groupName') return shown.groups.get(plain(text)) ?? text
  if (column === 'roles')
    return text
      .split(/\s*[|,;]\s*/)
      .map((role) => shown.roles.get(plain(role)) ?? role)
      .join('|')
  if (column === 'email' || column === 'notificationReceiverEmail') return text.replace(/^mailto:/i, '')
  return text
}

/** "1.234,50 €" and "€ 12,5" are what a comma as decimal sign makes of an amount; anything less clear stays as it is. */
function asMoney(text: string): string {
  const bare = text.replace(/^[€$£]\s*|\s*[€$£]$/g, '').replace(/[\u00a0\u202f ]/g, '')
  if (/^\d{1,3}(\.\d{3})+,\d{1,4}$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.')
  if (/^\d+,\d{1,2}$/.test(bare)) return bare.replace(',', '.')
  if (/^\d{1,3}(,\d{3})+\.\d{1,4}$/.test(bare)) return bare.replaceAll(',', '')
  return bare
}
