export { findProducts, findStatuses, type ProductFacts } from './facts.ts'
export { catalogueRoutes } from './routes.ts'
export { createProduct } from './save-product.ts'
export { productTypesRoutes } from './type-routes.ts'
