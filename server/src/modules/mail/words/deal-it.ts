import { elided } from '@trellis/contract/elision'
import type { DealChange } from '../letters.ts'
import { type DealSentences, dayIn, money } from './words.ts'

const locale = 'it-IT'
const day = ({ date }: DealChange) => (date === null ? 'alla fine della protezione' : dayIn(locale, date))
const until = (deal: DealChange) => `fino ${deal.date === null ? day(deal) : elided(`al ${day(deal)}`)}`
const price = ({ amount, currencyCode }: DealChange) => money(locale, amount, currencyCode)
const list = ({ total, currencyCode }: DealChange) => money(locale, total, currencyCode)

/** News of deals, by event. */
export const dealSentences: DealSentences = {
  registered: (deal, by) => ({
    title: `${deal.vendorName} ha registrato la trattativa ${deal.code}`,
    text: `${by} ha registrato una trattativa con ${deal.company} per ${deal.vendorName}. Decidi sulla protezione entro: ${day(deal)}.`,
  }),
  ebid_asked: (deal) => ({
    title: `Trattativa ${deal.code}: è stato chiesto un altro prezzo`,
    text: `${deal.vendorName} chiede ${price(deal)} invece di ${list(deal)} per la trattativa con ${deal.company}. Decidi entro: ${day(deal)}.`,
  }),
  extension_asked: (deal) => ({
    title: `Trattativa ${deal.code}: è stata chiesta una proroga`,
    text: `${deal.vendorName} chiede di prorogare la protezione della trattativa con ${deal.company}. Decidi entro: ${day(deal)}.`,
  }),
  protected: (deal, by) => ({
    title: `La trattativa ${deal.code} è protetta`,
    text: `${by} ha protetto la trattativa di ${deal.vendorName} con ${deal.company} ${until(deal)}.`,
  }),
  protection_refused: (deal, by) => ({
    title: `La protezione della trattativa ${deal.code} è stata rifiutata`,
    text: `${by} ha rifiutato di proteggere la trattativa di ${deal.vendorName} con ${deal.company}. Se è stato indicato un motivo, lo trovi nella trattativa.`,
  }),
  duplicated: (deal, by) => ({
    title: `La trattativa ${deal.code} è stata segnata come duplicata`,
    text: `${by} ha segnato come duplicata la trattativa di ${deal.vendorName} con ${deal.company}. Non è protetta.`,
  }),
  under_review: (deal, by) => ({
    title: `La trattativa ${deal.code} è di nuovo in esame`,
    text: `${by} sta esaminando di nuovo la protezione della trattativa di ${deal.vendorName} con ${deal.company}.`,
  }),
  ebid_approved: (deal, by) => ({
    title: `Trattativa ${deal.code}: il prezzo è stato approvato`,
    text: `${by} ha approvato ${price(deal)} per la trattativa di ${deal.vendorName} con ${deal.company}.`,
  }),
  ebid_refused: (deal, by) => ({
    title: `Trattativa ${deal.code}: il prezzo è stato rifiutato`,
    text: `${by} ha rifiutato ${price(deal)} per la trattativa di ${deal.vendorName} con ${deal.company}.`,
  }),
  extended: (deal, by) => ({
    title: `La trattativa ${deal.code} è stata prorogata`,
    text: `${by} ha prorogato la trattativa di ${deal.vendorName} con ${deal.company} ${until(deal)}.`,
  }),
  extension_refused: (deal, by) => ({
    title: `La trattativa ${deal.code} non è stata prorogata`,
    text: `${by} non ha prorogato la trattativa di ${deal.vendorName} con ${deal.company}, che termina come previsto: ${day(deal)}.`,
  }),
  expiring: (deal) => ({
    title: `La trattativa ${deal.code} sta per scadere`,
    text: `La protezione della trattativa con ${deal.company} termina ${elided(`il ${day(deal)}`)}. Chiedi per tempo una proroga, oppure chiudi la trattativa.`,
  }),
  delayed: (deal) => ({
    title: `La trattativa ${deal.code} attende ancora una tua decisione`,
    text: `A ${deal.vendorName} è stata promessa una decisione sulla trattativa con ${deal.company} entro: ${day(deal)}.`,
  }),
}
