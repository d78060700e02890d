import type { ImportColumn, ImportKind } from './import-columns.ts'
import { plainText } from './import-header.ts'

/** The names of a value on the portal's screens and in its exports in English and Italian, and in other programs, by value. */
type Words = Record<string, readonly string[]>

const groups: Words = {
  ODM: [],
  OEM: [],
  OPCO: ['Operating company', 'Società operativa'],
  DISTRIBUTOR: ['Distributor', 'Distributore', 'Großhändler', 'Distributeur', 'Distribuidor'],
  RESELLER_PLATINUM: ['Platinum reseller', 'Rivenditore Platinum'],
  RESELLER_GOLD: ['Gold reseller', 'Rivenditore Gold'],
  RESELLER_SILVER: ['Silver reseller', 'Rivenditore Silver'],
  BUYER: ['Buyer', 'Acquirente', 'Endkunde', 'Client final', 'Cliente final', 'End customer', 'Cliente finale'],
}
const roles: Words = {
  SuperAdmin: ['Super administrator', 'Super amministratore'],
  VendorManager: ['Vendor manager', 'Responsabile del produttore', 'Responsabile del vendor'],
  AccountAdmin: ['Administrator', 'Amministratore'],
  Basic: ['Basic user', 'Utente base'],
}
const languages: Words = {
  en: ['English', 'Inglese', 'Englisch', 'Anglais', 'Inglés'],
  it: ['Italian', 'Italiano', 'Italienisch', 'Italien'],
}
const environments: Words = { '1': ['Cloud'], '2': ['On-premise'] }
const activationRules: Words = {
  activation: ['On activation', 'Dall’attivazione'],
  firstnextmonth: [
    'On the first day of the month after activation',
    'Dal primo giorno del mese successivo all’attivazione',
  ],
}
const statuses: Partial<Record<ImportKind, Words>> = {
  users: {
    user_pending: ['pending', 'In attesa'],
    user_active: ['active', 'Attivo', 'Aktiv', 'Actif', 'Activo'],
    user_suspended: ['suspended', 'Sospeso', 'Gesperrt', 'Suspendu', 'Suspendido'],
  },
  products: { Active: ['Attivo', 'Aktiv', 'Actif', 'Activo'], Pending: ['In attesa'], Deleted: ['Eliminato'] },
  orders: {
    pending: ['In attesa', 'Offen', 'Ausstehend', 'En attente', 'Pendiente'],
    approved: ['Approvato', 'Genehmigt', 'Freigegeben', 'Approuvé', 'Approuvée', 'Aprobado'],
    canceled: ['Cancelled', 'Annullato', 'Storniert', 'Annulé', 'Annulée', 'Cancelado'],
    revoked: ['Revocato', 'Widerrufen', 'Révoqué', 'Revocado'],
  },
  certificates: {
    Pending: ['Draft', 'Bozza', 'In attesa'],
    Confirmed: ['Active', 'Confermato', 'Attivo'],
    Canceled: ['Cancelled', 'Annullato', 'Archiviato'],
  },
  certifications: { Confirmed: ['Issued', 'Rilasciata'], Revoked: ['Revocata'] },
  deals: {
    New: ['Nuova', 'Nuovo', 'Neu', 'Nouveau', 'Nouvelle', 'Nuevo'],
    Trial: ['Prova', 'In prova'],
    Demo: ['Dimostrazione'],
    Negotiation: [
      'Trattativa',
      'In trattativa',
      'Negoziazione',
      'Negotiation/Review',
      'Verhandlung',
      'Négociation',
      'Negociación',
    ],
    Won: ['Vinta', 'Vinto', 'Closed Won', 'Gewonnen', 'Gagné', 'Gagnée', 'Ganado', 'Ganada'],
    Lost: ['Persa', 'Perso', 'Closed Lost', 'Verloren', 'Perdu', 'Perdue', 'Perdido', 'Perdida'],
  },
}

const byWord = (words: Words): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([value, names]) =>
      [value, ...names].map((name) => [plainText(name), value] as const),
    ),
  )

const byColumn = {
  kind: { User: ['Users', 'Utente', 'Utenti'], Account: ['Accounts'] },
  protectionStatus: {
    Pending: ['Under review', 'In esame', 'In attesa'],
    Approved: ['Protected', 'Approvata', 'Protetta'],
    Refused: ['Rifiutata'],
    Duplicated: ['Duplicate', 'Duplicata'],
  },
  discountType: {
    percentage: ['Percent', 'Percentuale', 'Prozent', 'Pourcentage', 'Porcentaje'],
    amount: ['Importo', 'Betrag', 'Montant', 'Importe'],
  },
  purpose: { super_admin: [], administrator: [] },
  eBidStatus: {
    Pending: ['Asked for', 'In attesa', 'Richiesto'],
    Approved: ['Approvato', 'Approvata', 'Genehmigt', 'Approuvé', 'Aprobado'],
    Refused: ['Rejected', 'Rifiutato', 'Rifiutata', 'Abgelehnt', 'Refusé', 'Rechazado'],
  },
  groupName: groups,
  languageCode: languages,
  environmentType: environments,
  licenseActivationRule: activationRules,
} satisfies Record<string, Words>
const known = new Map(Object.entries(byColumn).map(([column, words]) => [column, byWord(words)] as const))
const knownRoles = byWord(roles)
const knownStatuses = new Map(Object.entries(statuses).map(([kind, words]) => [kind, byWord(words)] as const))

/** The value for its translated name; any other text is returned unchanged. */
export function valueOfWord(kind: ImportKind, column: string, text: string): string {
  const words = column === 'status' ? knownStatuses.get(kind) : known.get(column)
  return words?.get(plainText(text)) ?? text
}

/** The values of a column that only has a few. */
export function valuesOf(kind: ImportKind, { name, holds }: Pick<ImportColumn, 'name' | 'holds'>): string[] {
  if (holds === 'yesNo') return ['true', 'false']
  if (holds !== 'words') return []
  const words = name === 'status' ? statuses[kind] : byColumn[name as keyof typeof byColumn]
  return Object.keys(words ?? {})
}

/** Whether a text is a word for one of the few values of a column, in a language or program that is known here. */
export function isKnownWord(kind: ImportKind, column: Pick<ImportColumn, 'name' | 'holds'>, text: string): boolean {
  const value = column.holds === 'yesNo' ? yesNoOf(text) : valueOfWord(kind, column.name, text)
  return valuesOf(kind, column).includes(value)
}

/** Roles in one cell, by their own or translated names, joined as in import files. */
export const rolesOf = (text: string): string =>
  text
    .split(/\s*[|,;]\s*/)
    .map((role) => knownRoles.get(plainText(role)) ?? role)
    .join('|')

const yes = new Set([
  'true',
  '1',
  'yes',
  'y',
  'si',
  's',
  'vero',
  'x',
  'ja',
  'j',
  'wahr',
  'oui',
  'o',
  'vrai',
  'verdadero',
])
const no = new Set(['false', '0', 'no', 'n', 'falso', 'nein', 'falsch', 'non', 'faux'])

/** `true` or `false` for the usual words for yes and no. */
export function yesNoOf(text: string): string {
  const word = plainText(text)
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : text
}

/** Country codes by code and by name; built on first use. */
let countries: Map<string, string> | undefined

/** The code of a country given by code or by name in five languages; any other text is returned unchanged. */
export function countryOf(text: string): string {
  countries ??= countryNames()
  return countries.get(plainText(text)) ?? text
}

/** What people write instead of a name or a code of two letters. */
const alsoCountries: Record<string, readonly string[]> = {
  US: ['USA', 'U.S.A.', 'EE. UU.', 'EEUU', 'Stati Uniti d’America', 'Vereinigte Staaten von Amerika'],
  GB: ['GBR', 'Great Britain', 'England', 'Gran Bretagna', 'Großbritannien', 'Grande-Bretagne', 'Gran Bretaña'],
  NL: ['NLD', 'Holland', 'Olanda', 'Hollande', 'Holanda', 'The Netherlands'],
  CZ: ['CZE', 'Czech Republic', 'Repubblica Ceca', 'Tschechische Republik', 'République tchèque', 'República Checa'],
  IT: ['ITA'],
  DE: ['DEU'],
  FR: ['FRA'],
  ES: ['ESP'],
  AT: ['AUT'],
  CH: ['CHE'],
  BE: ['BEL'],
  PT: ['PRT'],
  PL: ['POL'],
}

function countryNames(): Map<string, string> {
  const found = new Map<string, string>()
  const several = new Set<string>()
  const add = (name: string, code: string) => {
    const plain = plainText(name)
    if ((found.get(plain) ?? code) !== code) several.add(plain)
    found.set(plain, code)
  }
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  for (const language of ['en', 'it', 'de', 'fr', 'es']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)
      // Maps an old code or an alias to the current code: UK is GB.
      if (name !== undefined) add(name, new Intl.Locale(`und-${code}`).region ?? code)
    }
  }
  for (const [code, names] of Object.entries(alsoCountries)) for (const name of names) add(name, code)
  // A name that two languages give to different countries is none.
  for (const name of several) found.delete(name)
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of codes)
    if (english.of(code) !== undefined) found.set(plainText(code), new Intl.Locale(`und-${code}`).region ?? code)
  return found
}
