/** The queries that a change of the catalogue invalidates: products, price lists, and what can be ordered. */
export const stale = ['/products', '/pricelists', '/stocks', '/orders'] as const
