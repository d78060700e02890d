export type { Pace } from './list-rows.ts'
export { exportsRoutes } from './routes.ts'

export { type Spooled, spooled } from './spool.ts'
export { openExportTurns } from './turns.ts'
export { wallClock } from './values.ts'
export { workbookOf } from './workbook.ts'
