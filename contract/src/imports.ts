import * as z from 'zod/mini'
import { encodings } from './encoding-names.ts'
import { endpoint } from './endpoint.ts'
import { importKinds } from './import-kinds.ts'
import { ChangesQuery, ImportChanges, ImportUndo, ImportWarning, UndoneImport, UndoWishes } from './import-preview.ts'
import { Recipe } from './import-recipe.ts'
import { ById, Created, Id, Instant, requiredText } from './values.ts'

export { type ImportKind, importKinds, importModules, undoableKinds, whyNotImport } from './import-kinds.ts'

/** Limits of one import: characters of CSV, and rows. */
export const maximumImportLength = 10 * 1024 * 1024
export const maximumImportRows = 50_000
/** Limits of a file that is sent in pieces: bytes of the whole, and of each piece but the last. */
export const maximumImportUpload = 512 * 1024 * 1024
export const importPieceLength = 4 * 1024 * 1024
/** At most this many faults are listed; of further ones only the number is returned. */
export const maximumImportErrors = 1000

/**
 * Why a cell, a row or a whole file is refused, as the end of an English sentence; `{0}` and `{1}` are replaced by
 * values of the case.
 */
export const importReasons = {
  required: 'is required',
  onlySpaces: 'has only spaces',
  lostDigits:
    'is a number that a spreadsheet has rounded or shortened: it keeps 15 digits; write it as text, with all its digits',
  tooLong: 'is longer than {0} characters',
  notOneOf: 'is none of {0}',
  notWhole: 'is not a whole number',
  notBetween: 'is not between {0} and {1}',
  notMoney: 'is not an amount of money, such as 1234.50',
  decimals: 'has more than 4 decimals',
  tooMuch: 'is more than {0}',
  otherCurrency: 'is in another currency than the row, which is in {0}',
  notYesNo: 'is neither true nor false',
  notDate: 'is not an ISO 8601 date, such as 2024-05-31 or 2024-05-31T10:00:00Z',
  noSuchDate: 'is a date that does not exist',
  before1970: 'is before 1970',
  notEmail: 'is not an e-mail address',
  notCountry: 'is no ISO 3166 country code of two letters',
  notTimeZone: 'is no IANA time zone',
  notPrefix: 'is not 1 to 12 capital letters and digits',
  notSerialKey: 'is not 1 to 100 letters, digits and signs without spaces',
  notExternalIds: 'is not at most {0} ids of other systems for one record, such as crm:9|sap:4711',
  width: 'has {0} fields where the header has {1}',
  repeated: 'repeats the row of line {0}',
  noAccount: 'is no account',
  lineGap: 'is not the next number: none may be left out',
  noGroup: 'is no account group',
  ownsNoDeals: 'is an account of a level that owns no deals',
  unlikeDeal: 'differs from the deal that exists already',
  noUser: 'is no user',
  eBidMissing: 'is given without a special price that was asked for',
  eBidNotApproved: 'is the amount of a special price that is Approved, and of no other',
  eBidTooLarge: 'is not below the total of the products',
  notColor: 'is no colour like #0a7b44',
  noFeature: 'is no feature',
  otherFeatureType: 'is not the type that the feature has',
  notFeatureValue: 'is no value of the type {0}',
  valueWithoutFeature: 'is given without a feature',
  noSetting: 'is no setting: {0}',
  notSetting: 'is no value of this setting',
  notPermissions: 'is no list of permissions like Orders:c-r-u|Users:r; whoever writes also reads',
  notRoleName: 'is not 1 to 60 characters without |',
  tooManyRoles: 'is one role too many: a tenant has at most {0}',
  noCertificate: 'is no certificate of this kind',
  noUserOfAccount: 'is no user of the account',
  userOrGuest: 'is given beside the name of a guest',
  notOfAccounts: 'is given for a certification of an account',
  alreadyCertified: 'is held by this user, guest or account already',
  unlikeCertificate: 'differs from the certification that exists already',
  notValidationCode: 'is not 10 characters of digits and capital letters without I, L, O and U',
  noProduct: 'is no product',
  noLicenseProduct: 'is no license product',
  noCurrency: 'is no currency',
  noRole: 'names a role that does not exist: {0}',
  noPriceListOfOwner: 'is no price list of that owner',
  movesUser: 'is not the account that the user belongs to: an import moves nobody',
  takesSuperAdmin: 'would take the super admin role away, which an import does to nobody',
  inFuture: 'lies in the future',
  beforeCreation: 'is before the creation date',
  usedInInstallation: 'is used already in this installation',
  discountIncomplete: 'is given without the type of the discount, or missing beside it',
  dayNotLater: 'is not later than today',
  beforeDay: 'is not later than the day of the new prices',
  dayPlanned: 'is a day for which the list has a plan',
  notOnList: 'is not on the list by then',
  tooManyPlans: 'is one plan too many: a list has at most {0}',
  unlikePlan: 'has a plan that exists and says something else',
  notBreaks:
    'is no list of quantity breaks like 10:45|50:40.5, at most {0}, with more pieces and a lower price each time',
  breaksNotLower: 'is not above the price of the first quantity break, which is {0}',
  otherListCurrency: 'is not the currency of the list, which is {0}',
  anotherLineRefused: 'belongs to an order of which another line is refused',
  notAboveBuyer: 'lies not above the buyer',
  givenForStatus: 'is given for an order that is {0}',
  unlikeFirstLine: 'differs from the first line of the record',
  totalTooLarge: "makes the order's total larger than {0}",
  unlikeImported: 'differs from the order that was imported before',
  unlikeLicense: 'differs from the license that exists',
  notEnd: 'is neither a date nor `perpetual` nor a duration from the start, such as P1Y6M',
  notActivated: 'is given for a key that is not activated: it needs its activation date',
  beforeActivation: 'is before the activation date',
  endTooFar: 'is more than {0} years after the activation: write perpetual',
  endsWithBase: 'is given for a key that ends with the key that it upgrades',
  notExtensions: 'is no list of extensions like EXT-1:2|EXT-2, each with at most {0} pieces',
  noExtension: 'names no other product of the catalogue',
  notDevice: 'is not 1 to 100 letters, digits and signs of ASCII',
  noKey: 'is no license key',
  seatNotActivated: 'is a key that is not activated, so no device can hold a seat of it',
  noSeatLeft: 'is one device too many: the key has {0} seats',
  noBaseKeyNamed: 'is missing: an upgrade right names the key that it upgrades',
  noBaseKey: 'is no key of this owner that the product upgrades',
  baseKeyTaken: 'has fewer seats left than the keys that upgrade it',
  belowZero: 'is below zero, which only the root may be',
  otherOpening: 'is not the opening balance that was imported, which is {0}',
  notVersion: 'is no version of one to four numbers, such as 12.4',
  noSubscription: 'is no kind of subscription of the tenant',
  ownProduct: 'is the product itself',
  requiredForUpgrade: 'is required for an upgrade right: the product whose keys it upgrades',
  requiredForLicense: 'is required for a license product',
  deletedProduct: 'is the SKU of a product that was deleted',
  notBelowOwner: 'does not lie below the owner of the list',
  deletedAccount: 'is the code of an account that was deleted',
  anotherRoot: 'is empty, as on line {0}: there is one root',
  notTheRoot: 'is the code of an account that is not the root',
  notAboveChildGroup: 'is not above the group of {0}, which lies directly below the root',
  noParent: 'is no account, or one that is refused',
  noChildrenThere: 'is an account whose group cannot have any below it',
  notBelowParentGroup: 'is not below the group of the parent',
  movesAccount: 'is not the parent that the account has: an import moves no account',
  otherGroup: 'is not the group that the account has, which is {0}',
  parentRefused: 'is refused itself, or lies below this account',
  parentsRefused: 'is refused itself, or lies below this account; so are the parents of {0} more rows',
  emptyFile: 'is empty: a header row is needed',
  unknownColumns: 'has columns that are not known: {0}; known are {1}',
  wrongLetters: 'is not text here: part of the file is damaged, or it is in another encoding than the rest',
  doubtfulEncoding: 'can be read in several encodings; say which one it is: {0}',
  notCsv: 'is not RFC 4180 CSV: {0}',
  wrongSeparator: 'is separated by "{0}": comma, semicolon and tab are read',
  unreadableSheet: 'cannot be read as an xlsx file: {0}',
  columnsTwice: 'has columns twice: {0}',
  columnsMissing: 'lacks columns that are required: {0}',
  recipeColumns: 'lacks columns that the recipe reads: {0}',
  headingUnit: 'has a heading that names thousands: say in a recipe how many pieces of money one is',
  ambiguousMoney:
    'can be read in two ways, and no amount of the column says which: write 1234.50, or say whether comma or point begins the decimals',
  ambiguousDates:
    'can be read in two ways, and no date of the column says which: write 2024-05-31, or say whether day or month comes first',
  mixedDates: 'has day and month in another order than the dates above it',
  tooManyRows: 'has more than {0} rows',
  taken: 'is used already',
  notNextGroup: 'is not a group right below that of the parent',
  impossibleVatId: 'is not a possible VAT id of this country',
  mayNotSet: 'is not for you to set',
  mayNotGiveRole: 'names a role that you may not give: {0}',
  mayNotChange: 'exists already, and you may not change it',
  noType: 'is no product type',
  notBelowYou: 'is not an account below your own',
} as const
export type ImportReason = keyof typeof importReasons

export const reasonSentence = (reason: ImportReason, details: readonly string[] = []): string =>
  importReasons[reason].replace(/\{(\d)\}/g, (_, index: string) => details[Number(index)] ?? '')

export const ImportError = z.object({
  /** Of the file, counted from 1; the header is line 1. */
  line: z.int(),
  /** Null for the row as a whole. */
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  reason: z.enum(Object.keys(importReasons) as [ImportReason]),
  details: z.array(z.string()),
  /** The reason as an English sentence. */
  message: z.string(),
})
export type ImportError = z.output<typeof ImportError>

export const importStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const

export const ImportSummary = z.object({
  importId: Id,
  kind: z.enum(importKinds),
  fileName: z.string(),
  dryRun: z.boolean(),
  /**
   * `done` includes files whose rows were refused: see `outcome`. `failed`: the job stopped with an error and nothing
   * was saved. `canceled`: its user stopped it, and nothing was saved.
   */
  status: z.enum(importStatuses),
  /** Null until the status is `done`. `refused`: nothing was saved, or in a dry run nothing would be. */
  outcome: z.nullable(z.enum(['imported', 'refused'])),
  rows: z.int(),
  /** Rows checked or written so far. */
  done: z.int(),
  creationDate: Instant,
})

/** An own import in the browser, or a run of `portal import`, which reads a whole folder. */
export const ListedImport = z.extend(ImportSummary, {
  /** Null for a run of the command. */
  kind: z.nullable(z.enum(importKinds)),
  /** The files of a run of the command that are finished or at hand, joined by commas; empty before the first. */
  fileName: z.string(),
  /** `interrupted`: a run of the command that was cut off. It is unfinished until the command runs again. */
  status: z.enum([...importStatuses, 'interrupted']),
  byCommand: z.boolean(),
  /** The name of the user who imports; null for a run of the command, which the operator starts. */
  importedBy: z.nullable(z.string()),
  /** The caller's own, for the account in use: they can read its report. */
  isOwn: z.boolean(),
  undo: ImportUndo,
})
export type ListedImport = z.output<typeof ListedImport>

export const Import = z.extend(ImportSummary, {
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    bad: z.int(),
    invited: z.int(),
    removed: z.int(),
  }),
  sums: z.record(z.string(), z.union([z.string(), z.number()])),
  errors: z.array(ImportError),
  errorCount: z.int(),
  /** Of a dry run: what is rarely meant. */
  warnings: z.array(ImportWarning),
  undo: ImportUndo,
})
export type Import = z.output<typeof Import>

export const NewImport = z.strictObject({
  kind: z.enum(importKinds),
  fileName: requiredText(),
  /** UTF-8 CSV with the columns of `importColumns`. */
  csv: z.optional(z.string().check(z.minLength(1), z.maxLength(maximumImportLength))),
  /** In place of `csv`: a file that was sent in pieces, as it is. It stays for a day after a dry run. */
  uploadId: z.optional(Id),
  /** How such a file becomes records; without it, its headings say so. */
  recipe: z.optional(Recipe),
  /** The line of such a file that names the columns; without it, that line is found. */
  headerLine: z.optional(z.int().check(z.minimum(1))),
  /** How the letters of such a file are to be read, whatever they look like; without it, that is found. */
  encoding: z.optional(z.enum(encodings)),
  dryRun: z.boolean(),
  /** Imports the valid rows of a file that also has invalid ones. */
  keepGood: z._default(z.boolean(), false),
  /** Users only: sends an invitation to every pending user who has no valid one. */
  invite: z._default(z.boolean(), false),
  /** Accounts only: the parent of new accounts whose row names none; by default the caller's own. */
  parentAccountId: z.optional(z.nullable(Id)),
})
export type NewImport = z.output<typeof NewImport>

/** A file that will be sent in pieces. */
export const NewImportUpload = z.strictObject({
  kind: z.enum(importKinds),
  fileName: requiredText(),
  /** At most 512 MB. */
  sizeInBytes: z.int().check(z.minimum(1)),
  /** Says which file it is, by what the sender likes: with the same one, an upload that broke off goes on. */
  fingerprint: requiredText(),
})
export type NewImportUpload = z.output<typeof NewImportUpload>

/** An upload in pieces, which may be sent in any order and again. */
export const ImportUpload = z.object({
  uploadId: Id,
  /** Bytes of each piece but the last. */
  pieceSize: z.int(),
  /** How many pieces the file has. */
  pieceCount: z.int(),
  /** The numbers of the pieces that have arrived, from 1. */
  received: z.array(z.int()),
})
export type ImportUpload = z.output<typeof ImportUpload>

const Piece = z.strictObject({
  id: Id,
  /** Of the piece, from 1. */
  number: z.coerce.number().check(z.int(), z.minimum(1)),
})

export const imports = {
  create: endpoint({
    method: 'POST',
    path: '/imports',
    summary: 'Import a file, or do a dry run; it runs as a job',
    permission: 'session',
    body: NewImport,
    answer: Created,
    status: 201,
    // The text is sent as JSON, which escapes every quote and line break.
    maximumBody: 2 * maximumImportLength,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'RQ413', 'RQ429'],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/imports/uploads',
    summary:
      'Begin to send a file in pieces, or go on with one that broke off; the last two of a user are kept for a day',
    permission: 'session',
    body: NewImportUpload,
    answer: ImportUpload,
    refusals: ['RQ403', 'RQ413', 'RQ429'],
  }),
  piece: endpoint({
    method: 'PUT',
    path: '/imports/uploads/:id/pieces/:number',
    summary: 'Send a piece of a file; the same piece may be sent again',
    permission: 'session',
    params: Piece,
    binary: true,
    maximumBody: importPieceLength,
    refusals: ['RQ404'],
  }),
  removeUpload: endpoint({
    method: 'DELETE',
    path: '/imports/uploads/:id',
    summary: 'Delete a file that was sent in pieces, whole or not',
    permission: 'session',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/imports',
    summary:
      'Own imports of the last days, newest first; for super admins of the vendor also those of others and by the command',
    permission: 'session',
    answer: z.array(ListedImport),
  }),
  read: endpoint({
    method: 'GET',
    path: '/imports/:id',
    summary: 'Progress and result of an own import',
    permission: 'session',
    params: ById,
    answer: Import,
    refusals: ['RQ404'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/imports/:id/cancel',
    summary: 'Stop an own import that waits or runs; nothing of it is kept. One that is over is refused (RQ409)',
    permission: 'session',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/imports/:id/changes',
    summary: 'The records that an own import changes, or would change, old and new, 50 at a time',
    permission: 'session',
    params: ById,
    query: ChangesQuery,
    answer: ImportChanges,
    refusals: ['RQ403', 'RQ404'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/imports/:id/undo',
    summary: 'Take back what an import of the last day made and changed, as far as nothing was built on it',
    permission: 'session',
    params: ById,
    body: UndoWishes,
    answer: UndoneImport,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'RQ503'],
  }),
}
