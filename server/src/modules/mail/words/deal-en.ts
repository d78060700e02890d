import type { DealChange } from '../letters.ts'
import { type DealSentences, dayIn, money } from './words.ts'

const locale = 'en-GB'
const day = ({ date }: DealChange) => (date === null ? 'the end of its protection' : dayIn(locale, date))
const price = ({ amount, currencyCode }: DealChange) => money(locale, amount, currencyCode)
const list = ({ total, currencyCode }: DealChange) => money(locale, total, currencyCode)

/** News of deals, by event. */
export const dealSentences: DealSentences = {
  registered: (deal, by) => ({
    title: `${deal.vendorName} has registered deal ${deal.code}`,
    text: `${by} has registered a deal with ${deal.company} for ${deal.vendorName}. Please decide on its protection by ${day(deal)}.`,
  }),
  ebid_asked: (deal) => ({
    title: `Deal ${deal.code}: another price is asked for`,
    text: `${deal.vendorName} asks for ${price(deal)} instead of ${list(deal)} for the deal with ${deal.company}. Please decide by ${day(deal)}.`,
  }),
  extension_asked: (deal) => ({
    title: `Deal ${deal.code}: an extension is asked for`,
    text: `${deal.vendorName} asks for an extension of the protection of the deal with ${deal.company}. Please decide by ${day(deal)}.`,
  }),
  protected: (deal, by) => ({
    title: `Deal ${deal.code} is protected`,
    text: `${by} has protected the deal of ${deal.vendorName} with ${deal.company} until ${day(deal)}.`,
  }),
  protection_refused: (deal, by) => ({
    title: `The protection of deal ${deal.code} was refused`,
    text: `${by} has refused to protect the deal of ${deal.vendorName} with ${deal.company}. The deal says why, if a reason was given.`,
  }),
  duplicated: (deal, by) => ({
    title: `Deal ${deal.code} was marked as duplicated`,
    text: `${by} has marked the deal of ${deal.vendorName} with ${deal.company} as duplicated. It is not protected.`,
  }),
  under_review: (deal, by) => ({
    title: `Deal ${deal.code} is under review again`,
    text: `${by} is reviewing the protection of the deal of ${deal.vendorName} with ${deal.company} again.`,
  }),
  ebid_approved: (deal, by) => ({
    title: `Deal ${deal.code}: the price was approved`,
    text: `${by} has approved ${price(deal)} for the deal of ${deal.vendorName} with ${deal.company}.`,
  }),
  ebid_refused: (deal, by) => ({
    title: `Deal ${deal.code}: the price was refused`,
    text: `${by} has refused ${price(deal)} for the deal of ${deal.vendorName} with ${deal.company}.`,
  }),
  extended: (deal, by) => ({
    title: `Deal ${deal.code} was extended`,
    text: `${by} has extended the deal of ${deal.vendorName} with ${deal.company} until ${day(deal)}.`,
  }),
  extension_refused: (deal, by) => ({
    title: `Deal ${deal.code} was not extended`,
    text: `${by} has not extended the deal of ${deal.vendorName} with ${deal.company}. It still ends on ${day(deal)}.`,
  }),
  expiring: (deal) => ({
    title: `Deal ${deal.code} ends soon`,
    text: `The protection of the deal with ${deal.company} ends on ${day(deal)}. Ask for an extension in time, or close the deal.`,
  }),
  delayed: (deal) => ({
    title: `Deal ${deal.code} still waits for your decision`,
    text: `${deal.vendorName} was promised a decision on the deal with ${deal.company} by ${day(deal)}.`,
  }),
}
