import type { ImportKind } from '@trellis/contract/import-columns'
import type { Dialect } from './dialects.ts'

/** The records that a file must bring in: our columns in our notation. */
export type Truth = Record<string, string>

const companies = {
  en: ['Brontë Supplies', "O'Hara & Sons", 'Zoë’s Café', 'Smith, Jones & Co', 'The "Best" Shop', 'Piñata Traders'],
  it: [
    'Officine Però S.r.l.',
    'Società Nuova',
    'Caffè Nazionale',
    "F.lli D'Angelo, Bari",
    'Città S.p.A.',
    'Più Servizi',
  ],
  de: [
    'Müller & Söhne GmbH',
    'Größe Handels AG',
    'Bäckerei Weiß',
    'Österreich Kälte',
    'Grün, Blau & Co.',
    'Jürgen Fuß',
  ],
  fr: [
    "Équipement d'Été",
    'Crêperie Bretonne',
    'Société Générale',
    'Garçon & Fils',
    'Hôtel Élysée',
    'Noël Frères, Lyon',
  ],
  es: ['Cañón y Peña, S.L.', 'Señales Ibérica', 'Muñoz Hermanos', 'Índice Único', 'Compañía Gómez', 'Año Nuevo'],
}
const cities = {
  en: ['Boston', 'San José', 'York', 'Bath', 'Dover', 'Cork'],
  it: ['Forlì', 'Cantù', 'Roma', 'Mondovì', 'Bari', 'Cefalù'],
  de: ['München', 'Köln', 'Zürich', 'Düren', 'Fürth', 'Jülich'],
  fr: ['Orléans', 'Besançon', 'Nîmes', 'Évry', 'Lyon', 'Sète'],
  es: ['Málaga', 'A Coruña', 'León', 'Cádiz', 'Logroño', 'Ávila'],
}
const countries = { en: 'US', it: 'IT', de: 'DE', fr: 'FR', es: 'ES' }
const streets = { en: 'Main Street', it: 'Via Libertà', de: 'Bäckerstraße', fr: 'Rue de l’Église', es: 'Calle Año' }
const people = {
  en: ['Zoë Brown', 'Ann O’Neil', 'Bob Stone', 'Chloé Hill', 'Dan Fox', 'Eve Day'],
  it: ['Niccolò Però', 'Anna Rossi', 'Ugo Fantò', 'Paola Neri', 'Noè Conti', 'Ida Riva'],
  de: ['Jürgen Weiß', 'Käthe Groß', 'Björn Maß', 'Uwe Köhler', 'Grit Böhm', 'Ina Voß'],
  fr: ['Chloé Lefèvre', 'Noël Garçon', 'Zoé Hébert', 'Rémi Lacôte', 'Anaïs Bénard', 'Luc Forêt'],
  es: ['Íñigo Peña', 'Begoña Ruiz', 'José Muñoz', 'Ana Núñez', 'Sofía León', 'Raúl Gómez'],
}
const prices = ['12.5', '1234.5', '0.99', '45000', '1250.75', '89.9']
const dates = ['2024-01-31', '2024-03-05', '2023-12-24', '2024-06-30', '2024-11-02', '2022-02-28']
const wordsOfStages = ['New', 'Negotiation', 'Won', 'Lost', 'Demo', 'Won']

/** What is in both installations before: an account that sells, one that buys, and products. */
export const base = {
  'accounts.csv': [
    'accountCode,accountName,groupName,parentAccountCode',
    'BASE-D,Base Distribution,DISTRIBUTOR,VERDANT',
    'BASE-R,Base Reseller,RESELLER_GOLD,BASE-D',
  ],
  'products.csv': [
    'sku,name,price,isLicense,licensePrefix,licenseDurationYears',
    '00-100,One,10,,,',
    '00-200,Two,20,,,',
    '00-300,Three,30,,,',
    '00-L,Licensed,99,true,BASEL,1',
  ],
}

/** Six records of a kind, none like those of another file. */
export function truthOf(kind: ImportKind, { language }: Pick<Dialect, 'language'>, id: string): Truth[] {
  return Array.from({ length: 6 }, (_, n) => recordOf(kind, language, id, n))
}

function recordOf(kind: ImportKind, language: Dialect['language'], id: string, n: number): Truth {
  const at = <T>(list: readonly T[]): T => list[n % list.length] as T
  const company = at(companies[language])
  const [firstName = '', lastName = ''] = at(people[language]).split(' ')
  const email = `${id}.${n}@records.example`.toLowerCase()
  const place = {
    street: `${streets[language]} ${n + 1}`,
    city: at(cities[language]),
    postalCode: `0${1230 + n}`,
    countryCode: countries[language],
  }
  switch (kind) {
    case 'accounts':
      return { accountCode: `${id}-00${n}`, accountName: company, ...place, creationDate: at(dates) }
    case 'users':
      return { email, firstName, lastName }
    case 'products':
      return { sku: `${id}-0${n}`, name: company, price: at(prices), description: `${at(cities[language])}, ${n}` }
    case 'price-lists':
      return {
        sku: at(['00-100', '00-200', '00-300']),
        customPrice: at(prices),
        priceListName: `${id} ${n < 3 ? 'A' : 'B'}`,
      }
    case 'stock':
      return { sku: `${id}-0${n}`, quantity: String(n * 7 + 1) }
    case 'orders':
      return {
        ...{ orderRefCode: `${id}/0${Math.floor(n / 2)}`, line: String((n % 2) + 1), sku: at(['00-100', '00-200']) },
        ...{ quantity: String(n + 1), price: at(prices), creationDate: dates[Math.floor(n / 2)] as string },
      }
    case 'licenses':
      return { serialKey: `${id}-KEY-${n}`, seats: String(n + 1), creationDate: at(dates), licenseNote: company }
    default:
      return {
        ...{ code: `${id}-D${n}`, company, firstName, lastName, email, ...place, creationDate: at(dates) },
        ...{ chanceOfClosure: String(n * 10), status: at(wordsOfStages), estimatedCloseDate: '2024-12-31' },
      }
  }
}
