import type { ImportKind } from './import-columns.ts'
import { plainText } from './import-header.ts'

/** The names of a value on the portal's screens and in its exports, in English and Italian, by value. */
type Words = Record<string, readonly string[]>

const groups: Words = {
  ODM: [],
  OEM: [],
  OPCO: ['Operating company', 'Società operativa'],
  DISTRIBUTOR: ['Distributor', 'Distributore'],
  RESELLER_PLATINUM: ['Platinum reseller', 'Rivenditore Platinum'],
  RESELLER_GOLD: ['Gold reseller', 'Rivenditore Gold'],
  RESELLER_SILVER: ['Silver reseller', 'Rivenditore Silver'],
  BUYER: ['Buyer', 'Acquirente'],
}
const roles: Words = {
  SuperAdmin: ['Super administrator', 'Super amministratore'],
  VendorManager: ['Vendor manager', 'Responsabile del produttore', 'Responsabile del vendor'],
  AccountAdmin: ['Administrator', 'Amministratore'],
  Basic: ['Basic user', 'Utente base'],
}
const languages: Words = { en: ['English', 'Inglese'], it: ['Italian', 'Italiano'] }
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
    user_active: ['active', 'Attivo'],
    user_suspended: ['suspended', 'Sospeso'],
  },
  products: { Active: ['Attivo'], Pending: ['In attesa'], Deleted: ['Eliminato'] },
  orders: {
    pending: ['In attesa'],
    approved: ['Approvato'],
    canceled: ['Cancelled', 'Annullato'],
    revoked: ['Revocato'],
  },
  certifications: { Confirmed: ['Issued', 'Rilasciata'], Revoked: ['Revocata'] },
  deals: {
    New: ['Nuova', 'Nuovo'],
    Trial: ['Prova', 'In prova'],
    Demo: ['Dimostrazione'],
    Negotiation: ['Trattativa', 'In trattativa', 'Negoziazione'],
    Won: ['Vinta', 'Vinto'],
    Lost: ['Persa', 'Perso'],
  },
}

const byWord = (words: Words): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([value, names]) =>
      [value, ...names].map((name) => [plainText(name), value] as const),
    ),
  )

const known = {
  kind: byWord({ User: ['Users', 'Utente', 'Utenti'], Account: ['Accounts'] }),
  protectionStatus: byWord({
    Pending: ['Under review', 'In esame', 'In attesa'],
    Approved: ['Protected', 'Approvata', 'Protetta'],
    Refused: ['Rifiutata'],
    Duplicated: ['Duplicate', 'Duplicata'],
  }),
  groupName: byWord(groups),
  languageCode: byWord(languages),
  environmentType: byWord(environments),
  licenseActivationRule: byWord(activationRules),
}
const knownRoles = byWord(roles)
const knownStatuses = new Map(Object.entries(statuses).map(([kind, words]) => [kind, byWord(words)] as const))

/** The value for its translated name; any other text is returned unchanged. */
export function valueOfWord(kind: ImportKind, column: string, text: string): string {
  const words = column === 'status' ? knownStatuses.get(kind) : known[column as keyof typeof known]
  return words?.get(plainText(text)) ?? text
}

/** Roles in one cell, by their own or translated names, joined as in import files. */
export const rolesOf = (text: string): string =>
  text
    .split(/\s*[|,;]\s*/)
    .map((role) => knownRoles.get(plainText(role)) ?? role)
    .join('|')

const yes = new Set(['true', '1', 'yes', 'y', 'si', 's', 'vero', 'x'])
const no = new Set(['false', '0', 'no', 'n', 'falso'])

/** `true` or `false` for the usual words for yes and no. */
export function yesNoOf(text: string): string {
  const word = plainText(text)
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : text
}

/** Country codes by code and by name in both languages; built on first use. */
let countries: Map<string, string> | undefined

/** The code of a country given by code or name; any other text is returned unchanged. */
export function countryOf(text: string): string {
  countries ??= countryNames()
  return countries.get(plainText(text)) ?? text
}

function countryNames(): Map<string, string> {
  const found = new Map<string, string>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const language of ['it', 'en']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code)
      if (name === undefined) continue
      // Maps an old code or an alias to the current code: UK is GB.
      const current = new Intl.Locale(`und-${code}`).region ?? code
      found.set(plainText(code), current)
      found.set(plainText(name), current)
    }
  }
  return found
}
