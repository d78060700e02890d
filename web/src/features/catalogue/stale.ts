/** Whose answers a change of the catalogue makes stale: products, price lists, and what can be ordered. */
export const stale = ['/products', '/pricelists', '/stocks', '/orders'] as const
