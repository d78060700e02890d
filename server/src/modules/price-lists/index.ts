export { associate } from './associate.ts'
export { type EffectivePrice, effectivePrices } from './effective-prices.ts'
export { priceListsRoutes } from './routes.ts'
export { createPriceList } from './save-price-list.ts'
