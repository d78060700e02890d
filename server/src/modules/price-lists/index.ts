export { associate } from './associate.ts'
export {
  atQuantity,
  type EffectivePrice,
  effectivePrices,
  effectivePricesOf,
  type OwnPrice,
  piecesByProduct,
} from './effective-prices.ts'
export type { PriceOf } from './effects.ts'
export { priceListsFound } from './find.ts'
export { priceListAccountsImport } from './import-price-list-accounts.ts'
export { priceListsImport } from './import-price-lists.ts'
export { priceListsOfAccounts } from './of-accounts.ts'
export { isAfterToday, pastPricesOf } from './past-prices.ts'
export { pricePlansJobs } from './plans/apply.ts'
export { pricePlansImport } from './plans/import-plans.ts'
export { pricesOfList } from './plans/prices-of-list.ts'
export { pricePlansRoutes } from './plans/routes.ts'
export { pricingRoutes } from './pricing-routes.ts'
export { priceListsRoutes } from './routes.ts'
export { createPriceList } from './save-price-list.ts'
export { listsToGive } from './to-give.ts'
export { associationsUndo } from './undo-associations.ts'
export { priceListsUndo } from './undo-price-lists.ts'
