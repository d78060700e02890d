/** The form of a new deal: its values, and the payload made from them. */
import type { Deal } from '@trellis/contract/deal-answers'
import { maximumDealItems } from '@trellis/contract/deal-states'
import type { Prospect } from '@trellis/contract/prospects'
import { Email, Quantity, requiredText, text } from '@trellis/contract/values'
import { isPossibleVatId } from '@trellis/contract/vat-ids'
import * as z from 'zod/mini'
import { type Line, type Offer, type Offered, priceFor, withProducts } from '../../app/lines/lines.ts'
import { epochOf } from './time.ts'

export const ProspectValues = z
  .object({
    name: requiredText(),
    vatId: requiredText(),
    countryCode: requiredText(2),
    firstName: requiredText(),
    lastName: requiredText(),
    email: z.union([z.literal(''), Email]),
    phoneNumber: text(),
    webSite: text(),
    street: requiredText(),
    city: requiredText(),
    postalCode: requiredText(),
    region: text(),
  })
  .check(
    z.refine(({ vatId, countryCode }) => vatId.trim() === '' || isPossibleVatId(vatId, countryCode), {
      error: 'vat_id',
      path: ['vatId'],
    }),
  )

export const ItemValues = z
  .array(
    z.object({
      productId: z.string(),
      name: z.string(),
      sku: z.string(),
      price: z.number(),
      qt: Quantity,
      /** What the line was offered at; it is not sent. */
      offered: z.optional(z.custom<Offered>()),
    }),
  )
  .check(z.minLength(1), z.maxLength(maximumDealItems))

export const NewDeal = z.object({
  parentAccountId: z.string().check(z.minLength(1)),
  prospect: ProspectValues,
  description: text(2000),
  startDate: z.nullable(z.string()),
  estimatedCloseDate: z.nullable(z.string()),
  chanceOfClosure: z.int().check(z.minimum(0), z.maximum(100)),
  items: ItemValues,
})
export type NewDealInput = z.input<typeof NewDeal>
export type NewDealValues = z.output<typeof NewDeal>

const emptyProspect: NewDealInput['prospect'] = {
  name: '',
  vatId: '',
  countryCode: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  webSite: '',
  street: '',
  city: '',
  postalCode: '',
  region: '',
}

export const emptyDeal = (ownerId: string, today: string): NewDealInput => ({
  parentAccountId: ownerId,
  prospect: emptyProspect,
  description: '',
  startDate: today,
  estimatedCloseDate: null,
  chanceOfClosure: 0,
  items: [],
})

/** A known prospect as the form has it. */
export const prospectOf = (known: Prospect): NewDealInput['prospect'] => ({
  ...emptyProspect,
  ...Object.fromEntries(
    (Object.keys(emptyProspect) as (keyof typeof emptyProspect)[]).map((name) => [name, known[name] ?? '']),
  ),
})

/** Registers an expired deal anew: its prospect, its text and what of its products is still offered, at today's prices. */
export function againFrom(deal: Deal, products: readonly Offer[], today: string): NewDealInput {
  const offered = new Map(products.map((product) => [product.productId, product]))
  return {
    ...emptyDeal(deal.vendor.accountId, today),
    prospect: prospectOf(deal.prospect),
    description: deal.description ?? '',
    chanceOfClosure: deal.chanceOfClosure,
    items: (deal.items ?? []).flatMap(({ productId, qt }) => {
      const product = offered.get(productId)
      if (product === undefined) return []
      return withProducts([], [{ offer: product, quantity: qt }]).map(({ quantity: _, price, ...line }) => ({
        ...line,
        price: price ?? 0,
        qt,
      }))
    }),
  }
}

/** The products of a deal as the form has them. */
export const itemsOf = (deal: Deal): NewDealInput['items'] =>
  (deal.items ?? []).map(({ productId, productName, sku, price, qt }) => ({
    productId,
    name: productName,
    sku,
    price,
    qt,
  }))

/** Items as lines at what they cost now for their number of pieces, as the server prices them; what is no longer offered stays. */
export function linesAt(items: NewDealInput['items'], offers: readonly Offer[] | undefined): Line[] {
  const byId = new Map(offers?.map((offer) => [offer.productId, offer]))
  return items.map(({ qt, ...item }) => {
    const offer = byId.get(item.productId)
    if (offer === undefined) return { ...item, quantity: qt }
    const { price, quantityBreaks = [] } = offer
    return { ...item, quantity: qt, price: priceFor(offer, qt), offered: { price, quantityBreaks } }
  })
}

const orNull = (typed: string) => typed.trim() || null

/** The payload of a company; empty optional fields become null. */
export const companyOf = ({ email, phoneNumber, webSite, region, ...company }: NewDealValues['prospect']) => ({
  ...company,
  email: orNull(email),
  phoneNumber: orNull(phoneNumber),
  webSite: orNull(webSite),
  region: orNull(region),
})

/** The payload; empty optional fields become null. */
export function payloadOf({ prospect, items, startDate, estimatedCloseDate, description, ...others }: NewDealValues) {
  return {
    ...others,
    description: orNull(description),
    startDate: epochOf(startDate),
    estimatedCloseDate: epochOf(estimatedCloseDate),
    items: items.map(({ productId, qt }) => ({ productId, qt })),
    prospect: companyOf(prospect),
  }
}
