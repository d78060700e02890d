export {
  availableOf,
  type Balance,
  demandOf,
  holdStock,
  type Level,
  type Line,
  listLevels,
  lockBalances,
  lockBalancesOf,
  lockPresent,
  type Movement,
  moveStock,
  shortagesOf,
} from './balances.ts'
export { stockImport } from './import-stock.ts'
export { thresholdsImport } from './import-thresholds.ts'
export { stockOfAccounts } from './of-accounts.ts'
export { findNearestVendor, isBelowThreshold, listEverHeld, scarcest, stockNeeding } from './queries.ts'
export { stockRoutes } from './routes.ts'
export { setThreshold } from './set-threshold.ts'
export { stockUndo } from './undo-stock.ts'
