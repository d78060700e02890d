import * as z from 'zod/mini'
import { Instant, Reference, text } from './values.ts'

/** Changed records of an import that are kept; of further ones only the number. */
export const maximumImportChanges = 1000
/** Changed records in one answer. */
export const importChangesOfPage = 50
/** Rows that a warning names. */
export const rowsOfWarning = 5

/**
 * What an import would do that is rarely meant, as the end of an English sentence; `{0}` to `{2}` are replaced by values of the case.
 */
export const importWarnings = {
  rootRenamed: 'renames the root: {0} becomes {1}',
  rootRecoded: 'changes the code of the root: {0} becomes {1}',
  currencyChanges: 'changes currencies, first of {0}: {1} becomes {2}',
  otherCurrency: 'brings most of its new rows in {0}, and not in the currency of the tenant, {1}',
  shortCodes:
    'has codes that are shorter than most, which have {1} digits, such as {0}: a spreadsheet takes leading zeros away',
  manyChanges: 'changes {0} of {1} records that exist',
  priceJumps: 'changes prices by more than half, first of {0}: {1} becomes {2}',
  givesSuperAdmin: 'gives a super admin role, first to {0}',
  widensRoles: 'gives roles to people who exist, first to {0}: {1}',
} as const
export type ImportWarningName = keyof typeof importWarnings

export const warningSentence = (warning: ImportWarningName, details: readonly string[] = []): string =>
  importWarnings[warning].replace(/\{(\d)\}/g, (_, index: string) => details[Number(index)] ?? '')

/** What an import would do that is rarely meant. It refuses nothing. */
export const ImportWarning = z.object({
  /** A word for the case. */
  warning: z.enum(Object.keys(importWarnings) as [ImportWarningName]),
  /** The column that it is about; null for the whole file. */
  column: z.nullable(z.string()),
  details: z.array(z.string()),
  /** Rows that it is about. */
  rowCount: z.int(),
  /** The first of these rows, as lines of the file; the header is line 1. */
  lines: z.array(z.int()),
  /** The warning as an English sentence. */
  message: z.string(),
})
export type ImportWarning = z.output<typeof ImportWarning>

/** What a record is, or what it would be: the fields that differ. */
const Facts = z.nullable(z.unknown())

/** A record that an import changes, with the fields that differ. Of a price list, one of its prices. */
export const ImportChange = z.object({
  /** `record.what_happened`, as in the audit log. */
  action: z.string(),
  /** The kind of record. */
  entity: z.string(),
  entityId: z.string(),
  entityName: z.nullable(z.string()),
  /** The currency of its amounts. */
  currency: z.nullable(z.string()),
  before: Facts,
  after: Facts,
})
export type ImportChange = z.output<typeof ImportChange>

/** A page of the records that an import changes. */
export const ImportChanges = z.object({
  items: z.array(ImportChange),
  /** Names of the records that the changes refer to by id, as of an event of the audit log. */
  names: z.record(z.string(), z.string()),
  /** Kept changes that have the field, or all of them: what the pages go through. */
  total: z.int(),
  /** Records that change, also those that are not kept. */
  changed: z.int(),
  /** How many records change in each field, also those that are not kept. */
  fields: z.array(z.object({ field: z.string(), records: z.int() })),
})
export type ImportChanges = z.output<typeof ImportChanges>

/** What stands in the way when an import is undone. */
export const undoReasons = {
  changedSince: 'was changed since',
  removedSince: 'was deleted since',
  keyTaken: 'had a code that another record has now',
  inUse: 'is in use',
  hasChildren: 'has accounts below it',
  hasUsers: 'has users',
  hasOrders: 'has orders',
  hasLicenses: 'has license keys',
  hasStock: 'has stock',
  hasDeals: 'has deals',
  ownsPriceLists: 'has price lists of its own',
  listInUse: 'is used by accounts or orders',
  soldSince: 'has pieces that were sold or booked since',
  isHistory: 'is history, which cannot be taken back',
  mayNot: 'is not for you to change',
} as const
export type UndoReason = keyof typeof undoReasons

/** A record because of which an import cannot be taken back whole. */
export const UndoObstacle = z.object({
  /** The kind of record. */
  entity: z.string(),
  entityId: z.string(),
  entityName: z.nullable(z.string()),
  reason: z.enum(Object.keys(undoReasons) as [UndoReason]),
  /** The reason as an English sentence. */
  message: z.string(),
})
export type UndoObstacle = z.output<typeof UndoObstacle>

/** Obstacles that are listed; of further ones only the number. */
export const maximumUndoObstacles = 100

/** What became of the wish to take an import back. */
export const UndoneImport = z.object({
  /** False: nothing was taken back, because of the obstacles. */
  isUndone: z.boolean(),
  /** New records that were removed. */
  removed: z.int(),
  /** Records that are again as they were before. */
  restored: z.int(),
  /** Records that stand in the way. */
  obstacleCount: z.int(),
  /** The first of them, at most 100. */
  obstacles: z.array(UndoObstacle),
})
export type UndoneImport = z.output<typeof UndoneImport>

/** How an import is to be taken back. */
export const UndoWishes = z.strictObject({
  /** Takes back what can be, and leaves the rest as it is. */
  whatCanBe: z._default(z.boolean(), false),
})

/** Whether an import can still be taken back, and what became of that. */
export const ImportUndo = z.object({
  /** Until when the caller may undo it; null: not, or not any more. */
  until: z.nullable(Instant),
  /** When it was taken back; null: it was not. */
  undoneDate: z.nullable(Instant),
  /** Null: nobody, or the operator by command. */
  undoneBy: z.nullable(Reference),
})
export type ImportUndo = z.output<typeof ImportUndo>

export const ChangesQuery = z.strictObject({
  page: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximumImportChanges / importChangesOfPage)),
    1,
  ),
  /** Only records that change in this field, as `fields` names it. */
  field: z.optional(text(100)),
})
