/** The form of an account that a sale needs, and the way back to the sale with that account as its buyer. */
export const newBuyerHref = (parentAccountId: string): string => `/accounts/${parentAccountId}/create?sale=1`

/** Whether the form of an account was opened by `newBuyerHref`. */
export const isForSale = (search: object): boolean => 'sale' in search

export const saleHref = (buyerAccountId?: string): string =>
  buyerAccountId === undefined ? '/sell-out/create' : `/sell-out/create?buyer=${buyerAccountId}`
