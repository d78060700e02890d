export type { Invite } from './engine/file.ts'
export { ImportError, type ImportOptions, importFolder, type ToldProblem } from './engine/folder.ts'
export type { FileOutcome } from './engine/import-file.ts'
export { type Progress, silent } from './engine/progress.ts'
