export { prepareDemo as default } from './product.ts'
