import { elided } from '@trellis/contract/elision'
import { atRiskDays } from '@trellis/contract/month-reports'

/** What the PDF of a month says. */
export interface Words {
  title: string
  withAllBelow: string
  sellOut: string
  sellIn: string
  against(month: string): string
  yearBefore(year: string): string
  otherCurrencies: string
  noTrend: string
  partners: string
  up: string
  down: string
  partnersHint: string
  nobody: string
  deals: string
  registered: string
  won: string
  lost: string
  now(day: string): string
  dealsAtRisk: string
  renewalsAtRisk: string
  within: string
  stock: string
  enough: string
  more(count: number): string
  left(available: string, threshold: string): string
  dealCount(count: number): string
  keyCount(count: number): string
  zone(name: string): string
  page(number: number, pages: number): string
  gaps: string
}

const counted = (one: string, many: string) => (count: number, shown: string) => `${shown} ${count === 1 ? one : many}`

const en: Words = {
  title: 'The month',
  withAllBelow: 'with all below it',
  sellOut: 'Sold',
  sellIn: 'Own purchases',
  against: (month) => `against ${month}`,
  yearBefore: (year) => `against ${year}`,
  otherCurrencies: 'In other currencies, not included',
  noTrend: 'nothing to compare with',
  partners: 'Partners',
  up: 'Bought more',
  down: 'Bought less',
  partnersHint: 'against the month before',
  nobody: 'Nobody',
  deals: 'Deals registered in the month',
  registered: 'Registered',
  won: 'Of them won',
  lost: 'Of them lost',
  now: (day) => `As of ${day}`,
  dealsAtRisk: 'Deals at risk',
  renewalsAtRisk: 'Renewals at risk',
  within: `end within ${atRiskDays} days`,
  stock: 'Short products',
  enough: 'Stock suffices',
  more: (count) => `and ${count} more`,
  left: (available, threshold) => `${available} left, warned at ${threshold}`,
  dealCount: (count) => counted('deal', 'deals')(count, String(count)),
  keyCount: (count) => counted('key', 'keys')(count, String(count)),
  zone: (name) => `Days by the calendar of ${name}`,
  page: (number, pages) => `Page ${number} of ${pages}`,
  gaps: 'Some characters could not be printed.',
}

const it: Words = {
  title: 'Il mese',
  withAllBelow: 'con tutti gli account sottostanti',
  sellOut: 'Venduto',
  sellIn: 'Acquisti propri',
  against: (month) => elided(`rispetto a ${month}`),
  yearBefore: (year) => `rispetto a ${year}`,
  otherCurrencies: 'In altre valute, non incluse',
  noTrend: 'nessun confronto possibile',
  partners: 'Partner',
  up: 'Hanno acquistato di più',
  down: 'Hanno acquistato di meno',
  partnersHint: 'rispetto al mese precedente',
  nobody: 'Nessuno',
  deals: 'Trattative registrate nel mese',
  registered: 'Registrate',
  won: 'Di cui vinte',
  lost: 'Di cui perse',
  now: (day) => elided(`Situazione al ${day}`),
  dealsAtRisk: 'Trattative a rischio',
  renewalsAtRisk: 'Rinnovi a rischio',
  within: `scadono entro ${atRiskDays} giorni`,
  stock: 'Prodotti scarsi',
  enough: 'Le giacenze bastano',
  more: (count) => `e altri ${count}`,
  left: (available, threshold) => `${available} rimasti, soglia ${threshold}`,
  dealCount: (count) => counted('trattativa', 'trattative')(count, String(count)),
  keyCount: (count) => counted('chiave', 'chiavi')(count, String(count)),
  zone: (name) => `Giorni secondo il calendario di ${name}`,
  page: (number, pages) => `Pagina ${number} di ${pages}`,
  gaps: 'Alcuni caratteri non sono stampabili.',
}

export const words = { en, it }
