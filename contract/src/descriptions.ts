/*
 * Sentences of the OpenAPI document for schemas and fields whose names do not explain themselves. They are not in the
 * schemas because the browser loads those. What a comment in a schema says is in comments.gen.ts. A test fails for a name that no
 * schema has, and for a field without a sentence.
 */
import { tradeSentences } from './field-sentences.ts'
import { otherSentences } from './field-sentences-of-people.ts'
import { signInSentences } from './field-sentences-of-sign-in.ts'
import { schemaSentences } from './schema-sentences.ts'

/** By schema name. */
export const sentences: Readonly<Record<string, string>> = {
  ...schemaSentences,
  Id: 'A UUID in lower case.',
  NumberId: 'The number of a group, role, currency or subscription.',
  Money: 'An amount of at least zero with at most 4 decimals.',
  Amount: 'An amount with at most 4 decimals; sums and balances can be negative.',
  Quantity: 'Pieces: whole, at least 1.',
  Balance: "Pieces on hand; only the root account's can be negative.",
  Instant: 'An instant in UTC (ISO 8601).',
  DateOrInstant:
    "An instant with its offset, or a day `YYYY/MM/DD`: its start as a lower bound, its end as an upper one, in the user's time zone.",
  Email: 'One e-mail address, without a display name.',
  ExternalIds: 'The ids that other systems have for a record, by the name of the system.',
  ExternalIdChanges:
    'The systems that are named change, with null the id is removed; the others stay. An id is that of one record of its kind in the tenant.',
  Reference: 'Another entity by its id and name.',
  NamedUser: 'A user by name.',
  Permission: 'A permission module with its flags.',
  Account: 'A company of the network: the vendor at the root, then distributors, resellers and buyers.',
  Address: "A company's address.",
  Order: 'A purchase of the buyer (sell-in) and a sale of the vendor (sell-out), which are the same order.',
  OrderItem: 'One line of an order.',
  OrderDetail: "One entry of an order's history.",
  OrderDraft:
    'Without `buyerAccountId` a purchase of `parentAccountId` from the account above it; with `buyerAccountId` a sale to that account.',
  ChainedOrder: 'Another order of the same chain of derived orders.',
  Approval: 'What approving an order would do, after those named before it.',
  ApprovedProduct: 'Pieces of one product that approvals would take from one vendor.',
  ThresholdChange: 'Sets or removes a warning threshold.',
  StatusChange: 'Approves, cancels or revokes an order.',
  StockRow: 'Pieces of one product that one account has.',
  Movement: 'One change of a stock balance; the ledger is never changed.',
  SellableProduct: 'A product that a buyer can be sold.',
  Product: "A product of the catalogue, with the reader's price.",
  PriceList: 'Prices of products in one currency, owned by an account.',
  PriceListItem: 'The price of one product on a price list.',
  Association: 'The price list that serves an account; nulls when there is none.',
  License: 'One license key with its seats.',
  LicenseDetail: "What a license grants: its product's durations, and those of each extension.",
  LicenseSeat: 'A device that holds a seat of a license, or held one.',
  Lease: 'A seat of a license with a signed document that the device checks without a network.',
  News: 'What happened to a record that concerns the reader.',
  NewsWords: 'The values of a sentence about the record, such as its code.',
  NewsChoice:
    'How one kind of news reaches the reader: only the bell, also a mail at once or once a day, or not at all.',
  User: 'A person who signs in, with the permissions of all roles.',
  ListedUser: 'A user, with why the reader may not change it.',
  AuthData: 'An access token with its refresh token.',
  TrendFigure: 'A figure of the current period with that of the previous period.',
  TimeSeries: 'Figures of a period and the one before it, in buckets of the same length.',
}

/** Of parameters in the path or the query, where they mean something else than fields of the name, or there are none. */
export const parameterSentences: Readonly<Record<string, string>> = {
  accountFileId: 'The file.',
  accountId: 'The account.',
  addressId: 'The address.',
  after: 'The last `next`; absent: from the beginning; `latest`: from now on.',
  before: 'Only what is older than this entry.',
  certificateId: 'The certificate.',
  connection: 'The connection to the directory.',
  connectionId: 'The connection to a directory.',
  format: '`pdf`: as a page.',
  hint: 'The address that was typed, for the form of the directory.',
  id: 'The record.',
  isRead: 'Only what was read, or was not.',
  kind: 'Only of this kind.',
  languageId: 'Language of the names; by default that of the caller.',
  licenseId: 'The license.',
  licenseSeatId: 'The seat.',
  nearestOnly: 'Only deals on which no account nearer to their vendor decides.',
  from: 'Start of the period.',
  number: 'The piece, from 1.',
  query: 'A part of the name or of the VAT number.',
  reason: 'Only for this reason.',
  seatId: 'The seat, by its name on the page.',
  since: 'Number of the event that was read last; default: `0`.',
  to: 'End of the period.',
  token: 'The signed token of the address.',
  types: 'Only these types, separated by commas.',
  unreadFirst: 'What was not read comes first.',
  v: 'Part of an address that may be kept for ever.',
}

/** Of a field that a request may have, as the record was answered, and that is not read. */
export const ignoredSentence = 'Taken as the record was answered, and ignored.'

/** By `Schema.field`, or by the field's name alone where it means the same in every schema. */
export const fieldSentences: Readonly<Record<string, string>> = {
  ...tradeSentences,
  ...otherSentences,
  ...signInSentences,
  'BatchItem.body': 'The body of the call.',
  blocked: 'For each action the code of the reason why the reader may not do it now, null where they may.',
  parentAccountId: "The account that is acted for or searched; default, where optional: the caller's own.",
  includeChildren: 'Include records of accounts below.',
  limit: 'Items of a page.',
  page: 'Number of the page, from 1.',
  sortBy: 'The first entry counts most; equal items are ordered by id.',
  filterBy: 'Values of one entry are combined with OR, entries with AND.',
  filterBetweenDate: 'Both ends are included; a missing end is unlimited.',
  fields: 'The fields of each item in the answer, in addition to its id; absent: all fields.',
  flags: 'Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself.',
  groupId: 'Number of the account group.',
  level: 'Level of the account group: a lower number is more senior.',
  parents: 'From the root down, as far as the reader reaches.',
  canPropagate: 'The price list also serves accounts below that have none of their own.',
  priceMsrp: "The manufacturer's suggested retail price.",
  customPriceDiscountType: 'How the price was entered; it does not change the price.',
  serialKey: 'The license key, which is also the credential of devices.',
  generateSeparateKeys: 'False: one key with `qt` seats. True: `qt` keys of one seat.',
  qt: 'Pieces.',
  deviceUuid: 'Identifies a device permanently: the same device gets the same seat.',
  'Account.createdBy': 'Full name; null for the system.',
  'Address.countryCode': 'ISO 3166-1, two letters.',
  'Address.coordinates': 'Latitude and longitude in degrees, separated by a comma.',
  'NewAccount.parentAccountId': 'The parent of the new account.',
  'NewAccount.user': "The account's administrator, who is invited; without a user name there is none.",
  'NewAccountAddress.country': "The country's name (English or Italian) or code; not needed beside `countryCode`.",
  'NewAccountAddress.legalName': "The account's name where it is left out.",
  'UpdateAddress.country': "The country's name (English or Italian) or code; not needed beside `countryCode`.",
  'OrderDraft.source': 'Where the order comes from; free text.',
  'StatusChange.items': 'Other prices that are agreed when approving.',
  'License.derivedOrderId': 'The order that the license was made on.',
  'User.roles': 'Permissions are the union over them.',
  'AuthData.refreshToken': 'Null where the client asked for the cookie (`X-Refresh-Cookie: 1`).',
  'TrendFigure.trend': 'Change in percent with one decimal; null when there was nothing before.',
  'TimeSeries.samplingFrequency': 'Days, ISO weeks or months.',
}

/** By name of the schema or field. */
export const examples: Readonly<Record<string, unknown>> = {
  Id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
  Money: 149.9,
  Instant: '2026-11-22T09:30:00.000Z',
  Email: 'anna@acme.example',
  flags: 'c-r-u',
  serialKey: 'EDGE-00000-00000-00000-00000',
  orderCode: 'SO-2026-000123',
  sku: 'EDGE-1Y',
  countryCode: 'IT',
  vatId: 'IT00743110157',
  timeZone: 'Europe/Rome',
  languageCode: 'it',
  licenseMaxVersion: '5.9',
}
