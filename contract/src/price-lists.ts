import * as z from 'zod/mini'
import { DiscountType } from './catalogue.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { QuantityBreakDrafts, QuantityBreaks } from './quantity-breaks.ts'
import { after, listOf } from './search.ts'
import { languageCodes } from './users.ts'
import { Amount, ById, Created, Id, Instant, keyText, Money, NumberId, Reference } from './values.ts'

export const priceListStatuses = ['Active'] as const

export const PriceListItem = z.object({
  priceListId: Id,
  productId: Id,
  sku: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** The product's description under the name that clients of price lists know. */
  extendedDescription: z.nullable(z.string()),
  status: z.string(),
  priceMsrp: Amount,
  currencyId: z.int(),
  customPrice: Amount,
  customPriceCurrencyId: z.int(),
  customPriceDiscountType: DiscountType,
  customPriceDiscountAmount: z.nullable(Amount),
  quantityBreaks: QuantityBreaks,
})
export type PriceListItem = z.output<typeof PriceListItem>

export const PriceList = z.object({
  priceListId: Id,
  /** Null, like the name, when the list belongs to an account outside the reader's reach. */
  accountId: z.nullable(Id),
  accountName: z.nullable(z.string()),
  name: z.string(),
  currencyId: z.int(),
  currencyCode: z.string(),
  status: z.enum(priceListStatuses),
  creationDate: Instant,
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  productCount: z.int(),
  /** Sorted by name; left out in a list of price lists. */
  products: z.optional(z.array(PriceListItem)),
  blocked: z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) }),
})
export type PriceList = z.output<typeof PriceList>

export const PriceListItemDraft = z.strictObject({
  productId: Id,
  customPrice: Money,
  customPriceDiscountType: z.optional(DiscountType),
  customPriceDiscountAmount: z.optional(z.nullable(Money)),
  quantityBreaks: QuantityBreakDrafts,
})

export const PriceListDraft = z.strictObject({
  name: keyText(),
  currencyId: NumberId,
  items: z._default(z.array(PriceListItemDraft).check(z.maxLength(5000)), []),
  parentAccountId: z.optional(z.nullable(Id)),
})

export const priceListList = listOf({
  item: PriceList,
  ids: ['priceListId'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the name, the currency and the owner, as far as the reader may know it. */
    anything: { filter: 'text' },
    priceListId: { sort: true, filter: 'exact' },
    after,
    name: { sort: true, filter: 'text' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    currencyCode: { sort: true, filter: 'choice' },
    accountName: { sort: true, filter: 'text' },
    status: { filter: 'choice' },
  },
})
export const PriceListSearch = priceListList.search

export const Association = z.object({
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  canPropagate: z.nullable(z.boolean()),
  /** True when the list belongs to an account above. */
  inherited: z.nullable(z.boolean()),
  inheritedFrom: z.nullable(Reference),
})

export const AssociationDraft = z.strictObject({ priceListId: Id, canPropagate: z._default(z.boolean(), false) })
const ByAccountId = z.strictObject({ accountId: Id })

export const priceLists = {
  search: searchOf(priceListList, {
    path: '/pricelists/search',
    summary: 'Price lists of an account, with those that serve it',
    permission: 'PriceLists:r',
    exportedAs: 'priceLists.search',
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricelists',
    summary: 'Create a price list',
    permission: 'PriceLists:c',
    body: PriceListDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ404', 'PR409'],
  }),
  association: endpoint({
    method: 'GET',
    path: '/pricelists/accounts/:accountId',
    summary: 'The price list that serves an account, its own or inherited',
    permission: 'PriceLists:r',
    params: ByAccountId,
    answer: Association,
    refusals: ['RQ404'],
  }),
  associate: endpoint({
    method: 'POST',
    path: '/pricelists/accounts/:accountId',
    summary: 'Associate a price list with an account below',
    permission: 'PriceLists:c',
    params: ByAccountId,
    body: AssociationDraft,
    answer: Association,
    refusals: ['RQ403', 'RQ404'],
  }),
  changeAssociation: endpoint({
    method: 'PUT',
    path: '/pricelists/accounts/:accountId',
    summary: 'Change the association of an account below',
    permission: 'PriceLists:c',
    params: ByAccountId,
    body: AssociationDraft,
    answer: Association,
    refusals: ['RQ403', 'RQ404'],
  }),
  dissociate: endpoint({
    method: 'DELETE',
    path: '/pricelists/accounts/:accountId',
    summary: 'Remove the association of an account below',
    permission: 'PriceLists:c',
    params: ByAccountId,
    body: z.optional(z.strictObject({ priceListId: z.optional(z.nullable(Id)) })),
    refusals: ['RQ403', 'RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/pricelists/:id',
    summary: 'One price list with its products, by name',
    permission: 'PriceLists:r',
    params: ById,
    answer: PriceList,
    refusals: ['RQ404'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/pricelists/:id/pdf',
    summary: 'One price list as a PDF, in the given language or the language of the reader',
    permission: 'PriceLists:r',
    params: ById,
    query: z.strictObject({ languageCode: z.optional(z.enum(languageCodes)) }),
    file: true,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pricelists/:id',
    summary: 'Rename a price list; its currency can change only while it is empty',
    permission: 'PriceLists:u',
    params: ById,
    body: z.strictObject({ name: keyText(), currencyId: z.optional(NumberId) }),
    answer: PriceList,
    refusals: ['RQ404', 'RQ409'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricelists/:id',
    summary: 'Delete a price list that nobody uses',
    permission: 'PriceLists:d',
    params: ById,
    refusals: ['PR523', 'RQ404'],
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/pricelists/:id/products',
    summary: 'Add a product',
    form: true,
    permission: 'PriceLists:u',
    params: ById,
    body: PriceListItemDraft,
    answer: PriceList,
    refusals: ['PR409', 'RQ404'],
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/pricelists/:id/products',
    summary: 'Change the price of a product',
    form: true,
    permission: 'PriceLists:u',
    params: ById,
    body: PriceListItemDraft,
    answer: PriceList,
    refusals: ['RQ404'],
  }),
  removeProduct: endpoint({
    method: 'DELETE',
    path: '/pricelists/:id/products',
    summary: 'Remove a product',
    form: true,
    permission: 'PriceLists:u',
    params: ById,
    body: z.strictObject({ productId: Id }),
    refusals: ['RQ404'],
  }),
}
