// Written by `npx vitest run --project scripts client -u` from the OpenAPI document.

/** Bytes of a file that is sent. */
export type Bytes = Uint8Array | Blob

/** A company of the network: the vendor at the root, then distributors, resellers and buyers. */
export interface Account {
  accountId: Id
  /** Code of the account, once in the tenant. */
  accountCode: string
  /** Name of the account. */
  accountName: string
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds: ExternalIds
  /** Address that gets the mails about orders; null: nobody. */
  notificationReceiverEmail: string | null
  /** The most that it may owe its vendors, in the currency of its effective price list; null: no limit. */
  creditLimit: Amount | null
  /** Within how many days after the approval of an order it pays; null: nothing is ever overdue. */
  paymentTermsDays: number | null
  /** Number of the account group. */
  groupId: number
  /** Name of the account group. */
  groupName: string
  /** Level of the account group: a lower number is more senior. */
  level: number
  /** A list; the first entry is used. */
  address: Address[]
  /** When it was made. */
  creationDate: Instant
  /** The time of its newest event. */
  modifiedDate: Instant
  /** Full name; null for the system. */
  createdBy: string | null
  /** Ancestors from the root down, without the account itself and without ancestors outside the reader's reach. */
  parents: Reference[]
  /** Certificates that the account and its people validly hold. */
  certificatesBadges: CertificateBadge[]
}

/** A certificate that was issued to an account. */
export interface AccountCertificate {
  accountCertificateId: Id
  certificateId: Id
  /** Name of the certificate. */
  certificateName: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** Code of the account, once in the tenant. */
  accountCode: string
  /** Whether it is valid or was revoked. */
  statusName: 'Confirmed' | 'Revoked'
  /** Code by which anybody can verify the certificate at `GET /certificates/verify/{validationCode}`. */
  validationCode: string
  /** Free text. */
  notes: string | null
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
  renewalDate: Instant
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    /** Free text. */
    notes: string | null
    pdf: string | null
    renew: string | null
    delete: string | null
  }
}

/** Issues a certificate to an account. */
export interface AccountCertificateDraft {
  accountId: Id
  certificateId: Id
  /** Free text. */
  Notes?: string | null
}

/** What an account may owe its vendors, and what it owes, in the currency of its effective price list. */
export interface AccountCredit {
  accountId: Id
  /** The most that it may owe; null: no limit. */
  creditLimit: Amount | null
  /** Within how many days after the approval it pays; null: nothing is ever overdue. */
  paymentTermsDays: number | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** The total of its purchases that are approved and not paid. */
  open: Amount
  /** What of it is older than its terms of payment allow. */
  overdue: Amount
}

/** A group of accounts: its level says who may stand above whom. */
export interface AccountGroup {
  /** Number of the account group. */
  groupId: number
  /** Name that people read. */
  name: string
  /** Level of the account group: a lower number is more senior. */
  level: number
}

/** An account with those below it. */
export interface AccountNode {
  id: Id
  /** Name that people read. */
  name: string
  /** Name of the account group. */
  groupName: string
  /** Level of the account group: a lower number is more senior. */
  level: number
  /** Accounts below it. */
  children: AccountNode[]
}

/** What prevents the deletion of an account, before it is asked for. */
export interface AccountRemoval {
  /** True when the account is the caller's own. */
  ownAccount: boolean
  /** Accounts below it. */
  children: number
  /** Accounts below it, ten at most. */
  childAccounts: Reference[]
  /** Orders that are not decided yet. */
  pendingOrders: number
  /** Orders that it concerns. */
  orders: {
    /** The order. */
    orderId: Id
    /** Number of the order that people read, such as `SO-2026-000123`. */
    orderCode: string
  }[]
  /** Number of products with stock. */
  stockProducts: number
  /** Products with stock. */
  stock: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name of the product. */
    productName: string
    /** Pieces. */
    quantity: number
  }[]
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    remove: 'AC409' | 'RQ403' | null
  }
}

/** A search among accounts. */
export interface AccountSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'accountId' | 'accountName' | 'groupName' | 'accountCode' | 'creationDate' | 'modifiedDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'accountId' | 'after' | 'accountName' | 'groupName' | 'accountCode' | 'externalId'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('accountId' | 'accountCode' | 'accountName' | 'externalIds' | 'notificationReceiverEmail' | 'creditLimit' | 'paymentTermsDays' | 'groupId' | 'groupName' | 'level' | 'address' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'parents' | 'certificatesBadges')[]
}

/** A company's address. */
export interface Address {
  /** The address. */
  addressId: Id
  /** Name of the company in the register. */
  legalName: string
  /** VAT number with the code of its country. */
  vatId: string
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality: string | null
  /** Province or state. */
  region: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name in the reader's language; `countryCode` does not depend on the language. */
  country: string
  /** ISO 3166-1, two letters. */
  countryCode: string
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates: string | null
}

/** An amount with at most 4 decimals; sums and balances can be negative. */
export type Amount = number

/** An API key without the key itself. */
export interface ApiKey {
  apiKeyId: Id
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** Name that people read. */
  name: string
  /** The first characters, by which people know it. */
  prefix: string
  /** The last four characters of the key. */
  lastFour: string
  /** What the portal itself uses the role for; null: nothing. */
  purpose: 'calls' | 'scim'
  /** What may be done, one entry for each module. */
  permissions: Permission[]
  /** Which of them its maker no longer holds, so that the key does not either. */
  withheld: Permission[]
  /** Addresses and networks that it is accepted from; none: from everywhere. */
  addresses: string[]
  /** Where it stands in its life. */
  status: 'active' | 'expired' | 'ended' | 'orphaned'
  /** When it was made. */
  creationDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
  /** When it was last used; null: never. */
  lastUsedDate: Instant | null
  /** When it ended or will end; null: not. */
  endDate: Instant | null
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    /** The last entry. */
    end: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
  }
}

/** A new API key: for which account, with which permissions, until when. */
export interface ApiKeyDraft {
  /** Name that people read. */
  name: string
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId: Id
  /** What the portal itself uses the role for; null: nothing. */
  purpose?: 'calls' | 'scim' | null
  /** What may be done, one entry for each module. */
  permissions: {
    /** What the permission is for. */
    module: 'Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit'
    /** Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself. */
    flags: FlagsText
  }[]
  /** The last instant it is good for; null: it does not end. */
  expirationDate?: Instant | null
  /** Addresses and networks that it is accepted from; none: from everywhere. */
  addresses?: Network[] | null
}

/** A search among API keys. */
export interface ApiKeySearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'name' | 'prefix' | 'accountName' | 'status' | 'creationDate' | 'expirationDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'apiKeyId' | 'name' | 'prefix' | 'accountName' | 'status'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'expirationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('apiKeyId' | 'accountId' | 'accountName' | 'name' | 'prefix' | 'lastFour' | 'purpose' | 'permissions' | 'withheld' | 'addresses' | 'status' | 'creationDate' | 'createdBy' | 'expirationDate' | 'lastUsedDate' | 'endDate' | 'blocked')[]
}

/** What approving an order would do, after those named before it. */
export interface Approval {
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
  /** The code of the reason why the reader may not approve it now; OC527 when it is short, OC530 when the buyer's credit stops it, OC531 when others must sign first. */
  blocked: string | null
  /** Products that the vendor would be short of. */
  shortages: Shortage[]
  /** One for each product; none where the reader may not approve it. */
  lines: ApprovalLine[]
  /** What the buyer's credit stops; null where it does not. */
  credit: CreditStop | null
}

/** What supports the decision on one product of an order, for the vendor's side while it waits. */
export interface ApprovalLine {
  /** The product. */
  productId: Id
  /** The vendor's available pieces after the approval, negative when it is short; null for who issues, or without Stocks `r`. */
  remaining: number | null
  /** The vendor's warning threshold; null: none. */
  threshold: number | null
  /** What the vendor itself pays for a piece now; null when it cannot buy it, for who issues, or without Products `r`. */
  ownPrice: Amount | null
  /** Number of the currency of the vendor's own price. */
  ownCurrencyId: number | null
}

/** Within how many hours the caller's account promises to decide; null: no promise. */
export interface ApprovalPromise {
  /** From the request of an order on. */
  orderHours: number | null
  /** From the request of a special price on. */
  ebidHours: number | null
}

/** A rule: what it is about, its conditions and what it asks for. */
export interface ApprovalRule {
  ruleId: Id
  /** Name that people read. */
  name: string
  /** Whether people can sign in by it. */
  isEnabled: boolean
  /** Orders, special prices of deals (`ebid`), or both. */
  appliesTo: 'order' | 'ebid' | 'both'
  /** The total, or the price that is asked for, is above this amount; null: no such condition. */
  amountAbove: Amount | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
  /** The total is below so many percent of that at list prices; null: no such condition. */
  belowListShare: number | null
  /** The buyer, or the vendor of the deal, is this account or one below it; null: no such condition. */
  accountId: Id | null
  /** Name of the account. */
  accountName: string | null
  /** The product. */
  productId: Id | null
  /** Stock keeping unit: the code of the product. */
  sku: string | null
  /** Name of the product. */
  productName: string | null
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: 'second_person' | 'role' | 'level'
  /** Number of the role. */
  roleId: number | null
  /** Null where no role is needed. */
  roleName: string | null
  /** Level of the account group: a lower number is more senior. */
  level: number | null
  /** When it was made. */
  creationDate: Instant
}

/** The same for a change; what the answer adds to it is ignored. */
export interface ApprovalRuleChange {
  /** Name that people read. */
  name: string
  /** Whether people can sign in by it. Default: `true`. */
  isEnabled?: boolean
  /** Orders, special prices of deals (`ebid`), or both. */
  appliesTo: 'order' | 'ebid' | 'both'
  /** The total, or the price that is asked for, is above this amount. */
  amountAbove?: Money | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId?: NumberId | null
  /** The total is below so many percent of that at list prices. */
  belowListShare?: number | null
  /** The buyer, or the vendor of the deal, is this account or one below it. */
  accountId?: Id | null
  /** The product. */
  productId?: Id | null
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: 'second_person' | 'role' | 'level'
  /** Number of the role. */
  roleId?: NumberId | null
  /** Level of the account group: a lower number is more senior. */
  level?: number | null
  /** Taken as the record was answered, and ignored. */
  ruleId?: unknown
  /** Taken as the record was answered, and ignored. */
  currencyCode?: unknown
  /** Taken as the record was answered, and ignored. */
  accountName?: unknown
  /** Taken as the record was answered, and ignored. */
  sku?: unknown
  /** Taken as the record was answered, and ignored. */
  productName?: unknown
  /** Taken as the record was answered, and ignored. */
  roleName?: unknown
  /** Taken as the record was answered, and ignored. */
  creationDate?: unknown
}

/** A rule of the caller's account, as it is to be. At least one condition; those that are given must all hold. */
export interface ApprovalRuleDraft {
  /** Name that people read. */
  name: string
  /** Whether people can sign in by it. Default: `true`. */
  isEnabled?: boolean
  /** Orders, special prices of deals (`ebid`), or both. */
  appliesTo: 'order' | 'ebid' | 'both'
  /** The total, or the price that is asked for, is above this amount, in this currency; other currencies do not match. */
  amountAbove?: Money | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId?: NumberId | null
  /** The agreed total is below so many percent of the total at list prices; of a special price, of the deal's items. */
  belowListShare?: number | null
  /** The buyer, or the vendor of the deal, is this account or one below it. */
  accountId?: Id | null
  /** One of the lines has this product. */
  productId?: Id | null
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: 'second_person' | 'role' | 'level'
  /** Of `role`. */
  roleId?: NumberId | null
  /** Of `level`: somebody of an account whose group has this level or a more senior one. */
  level?: number | null
}

/** The rules of the caller's account by name, and its promise. */
export interface ApprovalRules {
  /** The entries. */
  items: ApprovalRule[]
  promise: ApprovalPromise
  /** Whether the caller may change them. */
  mayChange: boolean
}

/** How a decision stands: the rules that bind it now, and who has agreed. Once it is decided, no rule binds it. */
export interface ApprovalStanding {
  /** Those that bind the decision, by name. */
  rules: BindingRule[]
  /** Oldest first. */
  signatures: Signature[]
  /** The end of the promise of who decides; null without a promise, or when it is decided. */
  due: Instant | null
  /** The reader's signature would satisfy a rule, or bring it nearer. */
  maySign: boolean
  /** The reader's decision would be the last step. */
  isLastStep: boolean
}

/** Pieces of one product that approvals would take from one vendor. */
export interface ApprovedProduct {
  vendorAccountId: Id
  /** Name of the account that sells. */
  vendorName: string
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** Pieces. */
  quantity: number
  /** The vendor's available pieces afterwards. */
  remaining: number
  /** The vendor's warning threshold; null: none. */
  threshold: number | null
}

/** The price list that serves an account; nulls when there is none. */
export interface Association {
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** The price list also serves accounts below that have none of their own. */
  canPropagate: boolean | null
  /** True when the list belongs to an account above. */
  inherited: boolean | null
  /** The account that it comes from. */
  inheritedFrom: Reference | null
}

/** Gives an account a price list. */
export interface AssociationDraft {
  /** The price list that the price comes from. */
  priceListId: Id
  /** The price list also serves accounts below that have none of their own. Default: `false`. */
  canPropagate?: boolean
}

/** A file that was attached to an order. */
export interface Attachment {
  accountFileId: Id
  /** Name of the file with its ending. */
  fileName: string
  /** What the file is, by the ending of its name. */
  fileType: string
  /** Size in bytes. */
  fileSize: number
  /** Free text about the file. */
  fileNote: string | null
  /** Account of the person who uploaded it. */
  uploadedByAccountName: string
  /** Who uploaded it. */
  uploadedByUserFullName: string
  uploadDate: Instant
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** One change of state. */
export interface AuditEvent {
  id: Id
  /** When it was made. */
  creationDate: Instant
  /** Who did it; null for the portal itself, a device or a command of the operator. */
  actor: Reference | null
  /** `record.what_happened`, such as `order.approved`. */
  action: string
  /** The kind of record. */
  entity: string
  /** The record. */
  entityId: string
  /** What the record was called then. */
  entityName: string | null
  /** The currency of its amounts now, for records that have one. */
  currency: string | null
  /** The state before the change. */
  before: unknown | null
  /** The state after the change, or what comes after it. */
  after: unknown | null
  /** The request that made it, also in the server's log. */
  requestId: string | null
}

/** An access token with its refresh token. */
export interface AuthData {
  /** Access token, or the token of the link in the mail. */
  token: string
  /** Null where the client asked for the cookie (`X-Refresh-Cookie: 1`). */
  refreshToken: string | null
  expirationUtc: Instant
  refreshTokenExpirationUtc: Instant
}

/** One of the codes that replace a second factor. */
export interface BackupCode {
  /** Code that replaces a second factor once. */
  backupCode: string
  /** The code was used. */
  isConsumed: boolean
}

/** Pieces on hand; only the root account's can be negative. */
export type Balance = number

/** One call for many records. */
export interface Batch {
  /** Method of the call. */
  method: 'POST' | 'PUT'
  /** The path of the call as the document has it: `/orders/{id}/update`. */
  path: string
  /** The entries. */
  items: BatchItem[]
}

/** What the call takes for one record. */
export interface BatchItem {
  /** What stands in the path: `{ "id": "…" }`. Default: none. */
  params?: {
    [name: string]: string | number
  }
  /** The body of the call. */
  body?: unknown
  /** For creates; without it the `Idempotency-Key` of the batch and the entry's place. */
  idempotencyKey?: string
  /** The `ETag` that the record had when it was read. */
  ifMatch?: string
}

/** What the call answered to one entry, at the entry's place. */
export interface BatchResult {
  /** Where it stands in its life. */
  status: number
  /** The answer, or the problem; null for an answer without one. */
  body: unknown
  /** Version of the record, for the next `ifMatch`. */
  etag: string | null
  /** Names the request, also in the log of the server. */
  requestId: string
}

/** A rule that binds a decision, and whether it is satisfied: also `info.rules` of OC531. */
export interface BindingRule {
  ruleId: Id
  /** Name that people read. */
  name: string
  /** Two different people in all, somebody with a role, or somebody of an account of a level. */
  needs: 'second_person' | 'role' | 'level'
  /** Null where no role is needed. */
  roleName: string | null
  /** Level of the account group: a lower number is more senior. */
  level: number | null
  /** By the signatures; in OC531 by these and by whoever decides. */
  satisfied: boolean
}

/** What can be issued: a definition of the tenant. */
export interface Certificate {
  certificateId: Id
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string | null
  /** Group under which certificates are shown. */
  category: string | null
  /** Colour of the badge, as `#rrggbb`. */
  badgeColor: string | null
  /** Months of the term. */
  durationMonths: number
  kind: 'User' | 'Account'
  /** Where it stands in its life. */
  status: 'Pending' | 'Confirmed' | 'Canceled'
  /** How many were ever issued, revoked ones too, in the whole tenant. */
  issued: number
  modifiedDate: Instant
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** A certificate that the account shows, with the names of those who hold it. */
export interface CertificateBadge {
  /** Name that people read. */
  name: string
  /** Group under which certificates are shown. */
  category: string | null
  /** Colour of the badge, as `#rrggbb`. */
  badgeColor: string | null
  /** Names of those who hold it; null where it is the account. */
  owners: string[]
}

/** An Open Badges 3.0 credential as a JSON Web Token. */
export interface CertificateCredential {
  /** Name of the file with its ending. */
  fileName: string
  /** The signed credential, a compact JWS. */
  credential: string
}

/** Names one certificate, of either kind. */
export interface CertificateCredentialRequest {
  id: Id
  kind: 'User' | 'Account'
}

/** The definition of a new certificate. */
export interface CertificateDraft {
  /** Name that people read. */
  name: string
  /** Free text. Default: none. */
  description?: string | null
  /** Group under which certificates are shown. Default: none. */
  category?: string | null
  /** Colour of the badge, as `#rrggbb`. Default: none. */
  badgeColor?: string | null
  /** Months of the term. */
  durationMonths: number
  kind: 'User' | 'Account'
  /** Where it stands in its life. Default: `Pending`. */
  status?: 'Pending' | 'Confirmed' | 'Canceled'
}

/** A certificate that somebody validly holds. */
export interface CertificateMark {
  /** Name that people read. */
  name: string
  /** Group under which certificates are shown. */
  category: string | null
  /** Colour of the badge, as `#rrggbb`. */
  badgeColor: string | null
}

/** Names one certificate, of either kind. */
export interface CertificateNotes {
  userCertificateId?: Id
  AccountCertificateId?: Id
  /** Free text. */
  Notes: string | null
}

/** A certificate that can be issued now. */
export interface CertificateOption {
  certificateId: Id
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string | null
  /** Months of the term. */
  durationMonths: number
}

/** A page as a PDF. */
export interface CertificatePdf {
  /** Name of the file with its ending. */
  fileName: string
  /** The file in Base64. */
  base64: string
}

/** Names one certificate, of either kind. */
export interface CertificatePdfRequest {
  id: Id
  kind: 'User' | 'Account'
  /** By default the language of the caller. */
  languageCode?: 'en' | 'it'
}

/** The changed definition of a certificate. */
export interface CertificateUpdate {
  /** Name that people read. */
  name: string
  /** Free text. Default: none. */
  description?: string | null
  /** Group under which certificates are shown. Default: none. */
  category?: string | null
  /** Colour of the badge, as `#rrggbb`. Default: none. */
  badgeColor?: string | null
  /** Months of the term. */
  durationMonths: number
  kind: 'User' | 'Account'
  /** Where it stands in its life. */
  status: 'Pending' | 'Confirmed' | 'Canceled'
}

/** One finding of the check of the chain. */
export interface ChainFault {
  kind: 'link_missing' | 'row_missing' | 'row_changed' | 'anchor_differs' | 'not_anchored' | 'anchor_unsigned' | 'anchor_line_changed' | 'cut' | 'rows_outside'
  /** Number of the link that it concerns; for `cut` the last one that is left. */
  seq: number | null
  /** For `cut` the number of the link that was anchored, for `rows_outside` the number of rows. */
  count: number | null
  /** For `anchor_line_changed` the line, as `2026-11.jsonl:7`. */
  place: string | null
}

/** Part of a check, which begins with the links after 0: links after a number, the anchors of a month, or rows that are not in the chain. */
export interface ChainStep {
  /** Which part is verified. */
  stage: 'links' | 'anchors' | 'rows'
  /** Links up to this number are verified. */
  after: number
  /** The file of anchors to verify, as `2026-11`; null for the anchor in the database. */
  month: string | null
}

/** Another order of the same chain of derived orders. */
export interface ChainedOrder {
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
  /** The order whose missing stock this order buys. */
  derivedOrderId: Id | null
  /** Why it is derived; null where it is not. */
  derivation: 'shortage' | 'rest' | 'return' | null
  /** False: the reader may know the code only; the other fields are null. */
  reachable: boolean
  /** Where it stands in its life. */
  status: 'pending' | 'approved' | 'canceled' | 'revoked' | null
  /** The account that buys. */
  buyer: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  } | null
  /** The account that sells. */
  vendor: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  } | null
}

/** A second factor that can be used to sign in. */
export interface ChallengeProvider {
  /** Kind of second factor, as in `GET /auth/mfa/providers`. */
  providerType: 1 | 3 | 4
  /** Name that people read. */
  name: string
}

/** The password until now, and the new one. */
export interface ChangePassword {
  /** The password until now. */
  currentPassword: string
  /** The password. */
  password: NewPassword
}

/** Ids of seats that were freed, and of those that stay because they are suspended. */
export interface ClearedSeats {
  /** Seats that are free now. */
  cleared: Id[]
  /** The seat may not be used for now; of a call, the seats that stay because of that. */
  suspended: Id[]
}

/** A connection of the tenant to a directory of people, by OpenID Connect. */
export interface Connection {
  /** The connection to a directory. */
  connectionId: Id
  /** Name that people read. */
  name: string
  /** The address of the directory as its tokens name it. */
  issuer: string
  /** As which the portal is known to the directory. */
  clientId: string
  /** Whether people can sign in by it. */
  isEnabled: boolean
  /** Whether the sign-in screen shows its button to everybody, and not only to who has typed an address of its domains. */
  isShown: boolean
  /** Whether who is not known here yet becomes a user at the first sign-in. */
  createsUsers: boolean
  /** Whether an address counts as verified when the directory does not say whether it is. */
  vouchesForAddresses: boolean
  /** Whether signing out here also leads to the sign-out of the directory. */
  endsSession: boolean
  /** The claim that roles follow at each sign-in; null: roles are given here. */
  rolesClaim: string | null
  /** Which values of the claim give which roles. */
  roleMappings: {
    value: string
    /** Number of the role. */
    roleId: NumberId
  }[]
  /** The roles of who has none by the claim; never that of a super admin. */
  defaultRoleIds: NumberId[]
  /** The claim that names the account of a new user; null: always the default one. */
  accountClaim: string | null
  /** The system whose external id of the account the claim has; null: it has the account's code. */
  accountSystem: string | null
  /** The account of a new user for whom the claim names none; null: there is no new user then. */
  defaultAccountId: Id | null
  /** The end of the client secret, which is never answered as a whole. */
  secretLastFour: string
  /** The parts of e-mail addresses behind the @, each proved by a DNS record. */
  domains: {
    /** Name that people read. */
    name: string
    /** Whether people with such an address sign in only by this connection, once the domain is proved. */
    only: boolean
    /** A TXT record has proved the name. */
    proved: boolean
    /** The TXT record to publish. */
    record: {
      /** Name that people read. */
      name: string
      value: string
    }
  }[]
  /** What the directory has to know: where it sends people back to. */
  redirectUris: string[]
  /** Users who sign in by it. */
  users: number
  /** When it was made. */
  creationDate: Instant
}

/** The connection as it is to be. */
export interface ConnectionChange {
  /** Name that people read. */
  name: string
  /** The address of the directory as its tokens name it. */
  issuer: string
  /** As which the portal is known to the directory. */
  clientId: string
  /** Whether people can sign in by it. */
  isEnabled: boolean
  /** Whether the sign-in screen shows its button to everybody, and not only to who has typed an address of its domains. */
  isShown: boolean
  /** Whether who is not known here yet becomes a user at the first sign-in. */
  createsUsers: boolean
  /** Whether an address counts as verified when the directory does not say whether it is. */
  vouchesForAddresses: boolean
  /** Whether signing out here also leads to the sign-out of the directory. */
  endsSession: boolean
  /** The claim that roles follow at each sign-in; null: roles are given here. */
  rolesClaim: string | null
  /** Which values of the claim give which roles. */
  roleMappings: {
    value: string
    /** Number of the role. */
    roleId: NumberId
  }[]
  /** The roles of who has none by the claim; never that of a super admin. */
  defaultRoleIds: NumberId[]
  /** The claim that names the account of a new user; null: always the default one. */
  accountClaim: string | null
  /** The system whose external id of the account the claim has; null: it has the account's code. */
  accountSystem: string | null
  /** The account of a new user for whom the claim names none; null: there is no new user then. */
  defaultAccountId: Id | null
  /** The parts of e-mail addresses behind the @, each proved by a DNS record. */
  domains: ConnectionDomain[]
  /** Without it the secret before stays. */
  clientSecret?: string
}

/** A domain of a connection. */
export interface ConnectionDomain {
  /** The part of e-mail addresses behind the @. */
  name: Host
  /** People with such an address sign in only by this connection, once the domain is proved. */
  only: boolean
}

/** A new connection to a directory. */
export interface ConnectionDraft {
  /** Name that people read. */
  name: string
  /** The address of the directory as its tokens name it. */
  issuer: string
  /** As which the portal is known to the directory. */
  clientId: string
  /** Whether people can sign in by it. */
  isEnabled: boolean
  /** Whether the sign-in screen shows its button to everybody, and not only to who has typed an address of its domains. */
  isShown: boolean
  /** Whether who is not known here yet becomes a user at the first sign-in. */
  createsUsers: boolean
  /** Whether an address counts as verified when the directory does not say whether it is. */
  vouchesForAddresses: boolean
  /** Whether signing out here also leads to the sign-out of the directory. */
  endsSession: boolean
  /** The claim that roles follow at each sign-in; null: roles are given here. */
  rolesClaim: string | null
  /** Which values of the claim give which roles. */
  roleMappings: {
    value: string
    /** Number of the role. */
    roleId: NumberId
  }[]
  /** The roles of who has none by the claim; never that of a super admin. */
  defaultRoleIds: NumberId[]
  /** The claim that names the account of a new user; null: always the default one. */
  accountClaim: string | null
  /** The system whose external id of the account the claim has; null: it has the account's code. */
  accountSystem: string | null
  /** The account of a new user for whom the claim names none; null: there is no new user then. */
  defaultAccountId: Id | null
  /** The parts of e-mail addresses behind the @, each proved by a DNS record. */
  domains: ConnectionDomain[]
  /** What the portal proves itself with to the directory. */
  clientSecret: string
}

/** A country in the language that was asked for. */
export interface Country {
  /** ISO 3166-1, two letters. */
  countryCode: string
  /** Name of the country in the language that was asked for. */
  countryName: string
}

/** Invites a user. */
export interface CreateUser {
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** The user. */
  user: NewUser
}

/** The answer of a create. */
export interface Created {
  id: Id
}

/** A tenant that was created. */
export interface CreatedTenant {
  id: Id
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Of the portal, as the invitation names it. */
  address: string | null
}

/** What the buyer of an order owes, and what stops its approval: `info` of OC530. */
export interface CreditStop {
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** The most that the buyer may owe; null: no limit. */
  limit: Amount | null
  /** What the buyer owes: its approved orders that are not paid. */
  open: Amount
  /** What this approval adds. */
  order: Amount
  /** What of it is older than the buyer's terms of payment allow. */
  overdue: Amount
  /** The reader may pass it with a reason. */
  mayPass: boolean
}

/** A currency of the tenant. */
export interface Currency {
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Name of the currency. */
  currencyName: string
  /** Sign of the currency, such as `€`. */
  currencySymbol: string
}

/** A sum in one currency. */
export interface CurrencyTotal {
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  amount: Amount
}

/** What anybody can read about the tenant before signing in. */
export interface CurrentTenant {
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Address of the tenant's logo; null: none. */
  logoUrl: string | null
  /** Colours as `#rrggbb`. */
  theme: {
    /** Colour of the brand, as `#rrggbb`. */
    primaryColor?: string
  }
  /** Menu entries that nobody of the tenant sees. */
  excludedMenuEntries: string[]
  /** URLs of the menu entries that lead to external pages. */
  externalLinks: {
    /** Entry of the menu. */
    entry: string
    /** Address with `https`. */
    url: string
  }[]
  /** IANA name. The days that documents print are days of this zone. */
  timeZone: string
  /** `sandbox`: a tenant to try everything in, wherever the installation is. */
  environment: 'production' | 'development' | 'test' | 'sandbox'
  /** Seconds by which business time is ahead of machine time; 0 but in a sandbox whose clock was moved. */
  secondsAhead: number
  /** Null unless the tenant, or the whole installation, is in maintenance. */
  maintenance: Maintenance | null
  /** Version of the portal. */
  version: string
}

/** Without a beginning, the period is all time. Without a previous period, the default is the period of the same length just before the current one. */
export interface DashboardQuery {
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** Start of the period to compare with. */
  previousFrom?: DateOrInstant | null
  /** End of the period to compare with. */
  previousTo?: DateOrInstant | null
  /** Start of the period; without it from the first record. */
  currentFrom?: DateOrInstant | null
  /** End of the period; without it until now. */
  currentTo?: DateOrInstant | null
  /** The products that it is about. */
  products?: Id[] | null
}

/** An instant with its offset, or a day `YYYY/MM/DD`: its start as a lower bound, its end as an upper one, in the user's time zone. */
export type DateOrInstant = string

/** A calendar day as `YYYY-MM-DD`. */
export type Day = string

/** A registered opportunity: who wants to sell what to whom, and whether others are kept off. */
export interface Deal {
  dealId: Id
  /** Code that people read, or that clients decide by. */
  code: string
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds: ExternalIds
  /** Free text. */
  description: string | null
  /** The account that sells. */
  vendor: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The company that the deal is about. */
  prospect: Prospect
  startDate: Instant
  /** When the deal is expected to be closed; in requests as milliseconds since 1970. */
  estimatedCloseDate: Instant | null
  /** When it was made. */
  creationDate: Instant
  /** The time of its newest event. */
  modifiedDate: Instant
  /** The end of the protection. */
  expirationDate: Instant
  /** The protection has ended. */
  isExpired: boolean
  /** How likely the deal is to be won, in percent. */
  chanceOfClosure: number
  /** Where it stands in its life. */
  status: 'New' | 'Trial' | 'Demo' | 'Negotiation' | 'Won' | 'Lost'
  /** Whether the deal is protected against other vendors. */
  protectionStatus: 'Pending' | 'Approved' | 'Refused' | 'Duplicated'
  /** 0: no other price was asked for. */
  eBidValue: Amount
  /** The approved amount, else the amount asked for, else the total of the items. */
  eBidApprovedValue: Amount
  /** What became of the wish for a special price. */
  eBidStatus: 'Unknown' | 'Pending' | 'Approved' | 'Refused'
  itemsTotal: Amount
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Who made it; null for the portal itself. */
  creator: NamedUser | null
  /** The nearest account that decides on the deal. */
  decidedBy: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  } | null
  /** What waits for a decision, oldest first; empty once all is decided, or the deal has expired. */
  waiting: WaitingDecision[]
  /** Left out in lists. */
  items?: DealItem[]
  /** Newest first; left out in lists. */
  ebid?: EBidEntry[]
  /** Facts for the reader, what matters most first; left out in lists. */
  standing?: {
    kind: 'expired'
    until: Instant
  } | {
    kind: 'won'
  } | {
    kind: 'lost'
  } | {
    kind: 'protected'
    until: Instant
  } | {
    kind: 'protectedAlone'
    until: Instant
  } | {
    kind: 'protectedBeside'
    until: Instant
    /** How many others there are. */
    others: number
  } | {
    kind: 'refused'
    /** Who did it. */
    by: {
      accountId: Id
      /** Code of the account, once in the tenant. */
      accountCode: string
      /** Name of the account. */
      accountName: string
    } | null
  } | {
    kind: 'duplicated'
    /** Who did it. */
    by: {
      accountId: Id
      /** Code of the account, once in the tenant. */
      accountCode: string
      /** Name of the account. */
      accountName: string
    } | null
  } | {
    kind: 'rivalProtected'
    /** How many others there are. */
    others: number
  } | {
    kind: 'earlierWaits'
    /** How many others there are. */
    others: number
  } | {
    kind: 'first'
    /** How many others there are. */
    others: number
  } | {
    kind: 'decisionYours'
    /** What is to be decided. */
    decision: 'protection' | 'ebid' | 'extension'
    due: Instant
    /** The promised days have passed. */
    isLate: boolean
    /** Why. */
    reason: string | null
  } | {
    kind: 'decisionWaits'
    /** What is to be decided. */
    decision: 'protection' | 'ebid' | 'extension'
    due: Instant
    /** The promised days have passed. */
    isLate: boolean
    /** Why. */
    reason: string | null
  } | {
    kind: 'canBuy'
    amount: Amount
    insteadOf: Amount
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
  } | {
    kind: 'canBuyWhenWon'
    amount: Amount
    insteadOf: Amount
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
  } | {
    kind: 'bidApproved'
    amount: Amount
    insteadOf: Amount
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
  } | {
    kind: 'ownPriceLower'
    amount: Amount
    insteadOf: Amount
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
  } | {
    kind: 'bidRefused'
    /** Who did it. */
    by: {
      accountId: Id
      /** Code of the account, once in the tenant. */
      accountCode: string
      /** Name of the account. */
      accountName: string
    } | null
  } | {
    kind: 'purchasePending'
    /** The order. */
    orderId: Id
    /** Number of the order that people read, such as `SO-2026-000123`. */
    orderCode: string
    /** The account that sells. */
    seller: {
      accountId: Id
      /** Code of the account, once in the tenant. */
      accountCode: string
      /** Name of the account. */
      accountName: string
    }
    /** The reader may cancel the purchase. */
    mayCancel: boolean
  }[]
  /** The orders that were made from it and are neither canceled nor revoked; left out in lists. */
  orders?: OrderOfDeal[]
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: {
    update: string | null
    correct: string | null
    askEbid: string | null
    askExtension: string | null
    /** The order that it made; null: none. */
    order: string | null
    protect: string | null
    decideEbid: string | null
    extend: string | null
    compare: string | null
  }
}

/** What POST /orders takes with `dealId`. */
export interface DealBuyer {
  /** The account below the deal's vendor with the prospect's VAT id, or with its name where it has none; null when there is none. */
  accountId: Id | null
  /** The payload of POST /accounts, filled from the prospect; null where an import left out what an account must have. */
  newAccount: NewAccount | null
  /** Lines of the vendor's purchase: an approved eBid shared over them, or the vendor's effective prices where lower. */
  items: {
    /** The product. */
    productId: Id
    /** Pieces. */
    quantity: Quantity
    /** Price of one piece. */
    price: Money
  }[]
  /** The currency of those prices. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** The sale by the price list that serves the buyer, or would serve the new account without one of its own; null when none does. The order of the sale is in its currency. `items` has what the buyer can buy, at its effective prices; of a new account nothing. */
  sale: {
    /** Number of the currency, as in `GET /lookup/currencies`. */
    currencyId: number
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    /** The entries. */
    items: {
      /** The product. */
      productId: Id
      /** Pieces. */
      quantity: Quantity
      /** Price of one piece. */
      price: Money
    }[]
  } | null
}

/** Registers a deal. */
export interface DealDraft {
  /** Free text. */
  description?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** Milliseconds since 1970; now by default. */
  startDate?: number | null
  /** When the deal is expected to be closed; in requests as milliseconds since 1970. */
  estimatedCloseDate?: number | null
  /** How likely the deal is to be won, in percent. Default: `0`. */
  chanceOfClosure?: number
  /** The entries. */
  items: {
    /** The product. */
    productId: Id
    /** Pieces. */
    qt: Quantity
  }[]
  /** The company that the deal is about. */
  prospect: ProspectDraft
  /** The owner of the deal, its vendor. */
  parentAccountId: Id
}

/** One change of a deal. */
export interface DealHistoryEntry {
  dealHistoryId: Id
  dealId: Id
  /** When it was made. */
  creationDate: Instant
  /** Where the change came from. */
  source: 'Unknown' | 'Creation' | 'UpdatedByCreator' | 'UpdatedByApprover' | 'System'
  /** What happened. */
  event: 'created' | 'imported' | 'updated' | 'prospect_corrected' | 'items_corrected' | 'protection' | 'ebid_asked' | 'ebid_decided' | 'extension_asked' | 'extended' | 'extension_refused' | 'expired'
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** Null too where only managers may read it. */
  reason: string | null
  /** The chance after the change, in percent. */
  dealChanceOFClosure: number
  /** The description after the change. */
  dealDescription: string | null
  /** The expected closing date after the change. */
  dealEstimatedCloseDate: Instant | null
  /** The protection after the change. */
  dealProtectionStatus: 'Pending' | 'Approved' | 'Refused' | 'Duplicated'
  /** How far the deal has come. */
  dealStatus: 'New' | 'Trial' | 'Demo' | 'Negotiation' | 'Won' | 'Lost'
  /** The special price that was asked for, for all items. */
  eBidValue: Amount
  /** What became of the wish for a special price. */
  eBidStatus: 'Unknown' | 'Pending' | 'Approved' | 'Refused'
  /** The special price that was approved for all items. */
  eBidApprovedValue: Amount
}

/** One product of a deal. */
export interface DealItem {
  dealItemId: Id
  dealId: Id
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** Free text. */
  description: string | null
  /** Pieces. */
  qt: number
  /** What the deal's vendor paid for a piece when it was registered: its effective price. */
  price: Amount
  /** The deal's currency. */
  priceCurrencyId: number
  /** The vendor of the software's suggested retail price then, for information. */
  priceMSRP: Amount
  /** Number of the currency of the suggested price. */
  priceMSRPCurrencyId: number
  /** Currency of the suggested price, ISO 4217. */
  priceMSRPCurrencyCode: string
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
}

/** The corrected products of a deal. */
export interface DealItems {
  /** The entries. */
  items: {
    /** The product. */
    productId: Id
    /** Pieces. */
    qt: Quantity
    /** Taken as the record was answered, and ignored. */
    dealItemId?: unknown
    /** Taken as the record was answered, and ignored. */
    dealId?: unknown
    /** Taken as the record was answered, and ignored. */
    sku?: unknown
    /** Taken as the record was answered, and ignored. */
    productName?: unknown
    /** Taken as the record was answered, and ignored. */
    description?: unknown
    /** Taken as the record was answered, and ignored. */
    price?: unknown
    /** Taken as the record was answered, and ignored. */
    priceCurrencyId?: unknown
    /** Taken as the record was answered, and ignored. */
    priceMSRP?: unknown
    /** Taken as the record was answered, and ignored. */
    priceMSRPCurrencyId?: unknown
    /** Taken as the record was answered, and ignored. */
    priceMSRPCurrencyCode?: unknown
    /** Taken as the record was answered, and ignored. */
    priceListId?: unknown
    /** Taken as the record was answered, and ignored. */
    priceListName?: unknown
  }[]
}

/** A product that can be put into a deal of an account. */
export interface DealProduct {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** What the account pays for a piece: its effective price. */
  price: Amount
  /** Number of the currency of the price. */
  priceCurrencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** The manufacturer's suggested retail price of one piece. */
  priceMSRP: Amount
  /** Number of the currency of the suggested price. */
  priceMSRPCurrencyId: number
  /** Currency of the suggested price, ISO 4217. */
  priceMSRPCurrencyCode: string
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** Lower prices from a number of pieces in one deal on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
}

/** The terms of deals. */
export interface DealSettings {
  /** Days within which managers promise to decide. */
  reviewDays: number
}

/** The deals that the accounts in scope registered, by their present state. */
export interface DealStatistics {
  totalDealsRegistration: TrendFigure
  totalWon: TrendFigure
  totalLost: TrendFigure
  /** Won deals in percent of won and lost ones; null when there is neither. */
  winRate: {
    /** Of the period that was asked for. */
    current: number | null
    /** Of the period before. */
    previous: number | null
    /** Change in percent with one decimal; null when there was nothing before. */
    trend: number | null
  }
  /** Registrations. */
  statisticsResponse: TimeSeries
  /** Each status once, in the order of the contract. */
  byStatus: {
    /** Where it stands in its life. */
    status: 'New' | 'Trial' | 'Demo' | 'Negotiation' | 'Won' | 'Lost'
    /** Number of deals. */
    deals: number
    amount: Amount
  }[]
  /** Number of deals by the state of their protection. */
  byProtection: {
    /** Whether the deal is protected against other vendors. */
    protectionStatus: 'Pending' | 'Approved' | 'Refused' | 'Duplicated'
    /** Number of deals. */
    deals: number
    amount: Amount
  }[]
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Sign of the currency, such as `€`. */
  currencySymbol: string
  /** Amounts of the current period in other currencies; the amounts above do not include them. */
  otherCurrencies: {
    /** Number of the currency, as in `GET /lookup/currencies`. */
    currencyId: number
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    amount: Amount
  }[]
  /** Open deals of the next twelve months, whenever they were registered. */
  forecast: ForecastRow[]
}

/** How long a deal is protected, and how soon it is decided. */
export interface DealTerms {
  /** Days in which a deal is to be decided. */
  reviewDays: number
  /** Days that a registration is protected, and that an extension adds; set with the tenant's defaults. */
  protectionDays: number
}

/** What is left out stays as it is. */
export interface DealUpdate {
  /** Free text. */
  description?: string | null
  /** When the deal is expected to be closed; in requests as milliseconds since 1970. */
  estimatedCloseDate?: number | null
  /** How likely the deal is to be won, in percent. */
  chanceOfClosure?: number
  /** How far the deal has come. */
  dealStatus?: 'New' | 'Trial' | 'Demo' | 'Negotiation' | 'Won' | 'Lost'
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** Why. */
  reason?: string | null
}

/** Deals that were registered in the month, by their present state, and what may be lost soon. */
export interface DealsOfMonth {
  registered: TrendFigure
  won: TrendFigure
  lost: TrendFigure
  /** Of the won ones. */
  wonAmount: Amount
  /** Open protected deals whose protection ends within 30 days. */
  atRisk: {
    /** Number of deals. */
    deals: number
    /** Sum over the whole period. */
    total: {
      /** ISO 4217, such as `EUR`. */
      currencyCode: string
      amount: Amount
    }[]
  }
}

/** Somebody who stands in for another person of the same account. */
export interface Delegation {
  delegationId: Id
  /** Who is stood in for. */
  from: NamedUser
  /** Who stands in. */
  to: NamedUser
  startDate: Instant
  /** When it ended or will end; null: not. */
  endDate: Instant
  /** It has begun, and both are active. */
  isActive: boolean
}

/** Whom the caller asks to stand in, and when. */
export interface DelegationDraft {
  /** Another active user of the caller's account who may decide on orders or deals. */
  toUserId: Id
  /** From when on; may be past. */
  startDate: string
  /** At most 92 days after the start. */
  endDate: string
}

/** A discount in percent or in money. */
export type DiscountType = 'percentage' | 'amount' | null

/** Approves or refuses a special price. */
export interface EBidDecision {
  /** Where it stands in its life. */
  status: 'Approved' | 'Refused'
  /** The approved amount, by default the one that was asked for; ignored when refusing. */
  value?: Money | null
  /** Why. */
  reason?: string | null
}

/** One entry of the history of a special price. */
export interface EBidEntry {
  value: Amount
  /** Number of the currency of the price. */
  priceCurrencyId: number
  /** What became of the wish for a special price. */
  eBidStatus: 'Unknown' | 'Pending' | 'Approved' | 'Refused'
  /** Resolved in the same way as that of the deal. */
  eBidApprovedValue: Amount
  /** When it was made. */
  creationDate: Instant
}

/** The amount for all items that the vendor asks for, below their total; 0 withdraws. */
export interface EBidRequest {
  value: Money
  /** Why. */
  reason?: string | null
}

/** Accounts with the same price list before and the same one after, and so with the same differences. */
export interface EffectGroup {
  /** The price list that serves the accounts now; null: none. */
  priceListBefore: Reference | null
  /** The price list that serves the accounts afterwards; null: none. */
  priceListAfter: Reference | null
  /** Accounts that it concerns. */
  accounts: {
    id: Id
    /** Name that people read. */
    name: string
    /** Name of the account group. */
    groupName: string
  }[]
  /** Number of accounts, also beyond those that are named. */
  accountCount: number
  /** What cannot be bought any more first, then the strongest changes; further ones are only counted. */
  differences: PriceDifference[]
  /** How many products differ, also beyond those that are named. */
  differenceCount: number
  /** Products that cannot be bought any more. */
  lostCount: number
  /** Prices that fall, and that rise, by at least `strongChange` percent for some number of pieces, or in another currency neither. */
  dropCount: number
  /** Prices that rise strongly. */
  riseCount: number
  /** Accounts with a credit limit, which would be an amount of another currency than now. */
  limitCount: number
}

/** One e-mail address, without a display name. */
export type Email = string

/** Another address, and a proof of who asks. */
export interface EmailChange {
  email: Email
  /** The password until now. */
  currentPassword?: string | null
  /** Code that people read, or that clients decide by. */
  code?: string | null
  /** The signature of a passkey. */
  passkey?: PasskeyAssertion | null
  /** The token of a sign-in at the directory that was made again. */
  directory?: string | null
}

/** An installation of the vendor's software at a customer, to which licenses can be exported. */
export interface Environment {
  onPremiseEnvironmentId: Id
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** The customer whose installation it is. */
  customerName: string
  /** The id that the customer gave the installation. */
  customerEnvironmentId: string
  /** When it was made. */
  creationDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** Number of licenses exported to it. */
  licenses: number
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** The account may be named in either of two ways, or in both if they are the same. */
export interface EnvironmentDraft {
  /** The customer whose installation it is. */
  customerName: string
  /** The id that the customer gave the installation. */
  customerEnvironmentId: string
  accountId?: Id
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id
}

/** An environment that can be chosen. */
export interface EnvironmentOption {
  onPremiseEnvironmentId: Id
  /** The customer whose installation it is. */
  customerName: string
  /** The id that the customer gave the installation. */
  customerEnvironmentId: string
}

/** A search among environments. */
export interface EnvironmentSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'customerName' | 'customerEnvironmentId' | 'accountName' | 'creationDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'onPremiseEnvironmentId' | 'customerName' | 'customerEnvironmentId' | 'accountName'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('onPremiseEnvironmentId' | 'accountId' | 'accountName' | 'customerName' | 'customerEnvironmentId' | 'creationDate' | 'createdBy' | 'licenses' | 'blocked')[]
}

/** An environment stays with its account. */
export interface EnvironmentUpdate {
  /** The customer whose installation it is. */
  customerName: string
  /** The id that the customer gave the installation. */
  customerEnvironmentId: string
}

/** Of open deals that are expected to close: their pieces, each by its chance. */
export interface ExpectedDeals {
  /** Deals that close until the last day. */
  count: number
  /** Their pieces if all of them are won. */
  seats: number
  /** The pieces that are expected of them, each by its chance. */
  pieces: number
}

/** Of what is sold or used without any of these being the reason. */
export interface ExpectedHabit {
  /** Pieces of the last 13 weeks. */
  sold: number
  /** In how many of these weeks something was sold; below three nothing is expected. */
  weeks: number
  /** How much more is expected by the season, in percent; null while there is no year to compare with. */
  season: number | null
  /** The pieces that are expected by it until the last day. */
  pieces: number
}

/** Of keys that end: how many pieces their renewal is expected to take. */
export interface ExpectedRenewals {
  /** Keys that end until the last day. */
  keys: number
  /** The pieces that renewing all of them would take. */
  seats: number
  /** In percent, of the terms that ended in the year before; 50 while fewer than five ended. */
  share: number
  /** The terms that the share is of. */
  ended: number
  /** Those of them that were renewed. */
  renewed: number
  /** Of which keys the terms were: of this product, or of all, because fewer than five of this one ended; `none` if those are too few as well. */
  basis: 'product' | 'all' | 'none'
  /** The pieces that are expected of them: their share of the seats. */
  pieces: number
}

/** One column of an exported file. */
export interface ExportColumn {
  /** Path of the value in each record. */
  path: string
  /** Header of the column. */
  label: string
  /** `date` shows an instant as a day in the reader's time zone; `day` as a day in UTC, for values that are valid until the end of a UTC day. Default: `text`. */
  kind?: 'text' | 'number' | 'money' | 'date' | 'day' | 'instant'
  /** Texts for values that are codes: `{ "true": "Yes" }`. */
  words?: {
    [name: string]: string
  }
}

/** Grants or refuses more time of protection. */
export interface ExtensionDecision {
  /** Why. */
  reason: string
  /** Default: `true`. */
  granted?: boolean
}

/** Asks for more time of protection. */
export interface ExtensionRequest {
  /** Why. */
  reason: string
}

/** The systems that are named change, with null the id is removed; the others stay. An id is that of one record of its kind in the tenant. */
export interface ExternalIdChanges {
  [name: string]: string | null
}

/** The ids that other systems have for a record, by the name of the system. */
export interface ExternalIds {
  [name: string]: string
}

/** Addresses of the menu entries that lead to other pages. */
export interface ExternalLinks {
  /** Entry of the menu. */
  entry: 'brand-assets' | 'knowledge-base' | 'help-desk'
  /** Address with `https`. */
  url: HttpsUrl
}[]

/** A feature that products can have. */
export interface Feature {
  id: Id
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string
  /** Kind of value: 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int. */
  typeId: number
  /** Name of the kind of value. */
  typeName: FeatureType
  /** When it was made. */
  creationDate: Instant
  /** Number of product types that have the feature. */
  productTypes: number
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** The changed definition of a feature. */
export interface FeatureDraft {
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string
}

/** A feature that can be chosen. */
export interface FeatureEntry {
  id: Id
  /** Name that people read. */
  name: string
  /** Kind of value: 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int. */
  typeId: number
  /** Name of the kind of value. */
  typeName: FeatureType
}

/** A search among features. */
export interface FeatureSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'name' | 'typeName' | 'creationDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'id' | 'name' | 'typeName'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('id' | 'name' | 'description' | 'typeId' | 'typeName' | 'creationDate' | 'productTypes' | 'blocked')[]
}

/** The kind of value that a feature has. */
export type FeatureType = 'dateTime' | 'string' | 'double' | 'int' | 'bool' | 'object'

/** All values that a feature can have; its type decides which are valid (`fitsFeatureType`). */
export type FeatureValue = string | number | boolean | {
  [name: string]: unknown
} | null

/** One event of the feed of changes. */
export interface FeedEvent {
  id: Id
  /** Of the journal of the tenant: grows, and has gaps where events are not for this reader. */
  sequence: number
  /** Such as `order.approved`; `GET /events/types` has them all. */
  type: string
  /** When it was made. */
  creationDate: Instant
  /** The kind of record. */
  entity: 'account' | 'certificate' | 'certification' | 'deal' | 'environment' | 'feature' | 'file' | 'license' | 'order' | 'price_list' | 'price_plan' | 'product' | 'product_type' | 'user'
  /** The record. */
  entityId: string
  /** Who did it; null for the portal itself, a device or a command of the operator. */
  actor: Reference | null
  /** The record now, as its own call answers it to this reader; null when it is there no longer. */
  data: unknown | null
}

/** An uploaded file. */
export interface File {
  accountFileId: Id
  /** What the file is for. */
  fileCategory: 'document' | 'orderAttachment' | 'brandAsset'
  ownerAccountId: Id
  /** Name of the account that it belongs to. */
  ownerAccountName: string
  /** Name of the file with its ending. */
  fileName: string
  /** Follows from the extension of the name, whatever the content is. */
  fileType: string
  /** Size in bytes. */
  fileSizeInBytes: number
  /** SHA-256 of the content, in hexadecimal. */
  fileHash: string
  /** Free text about the file. */
  fileNote: string | null
  uploadedByAccountId: Id
  /** Account of the person who uploaded it. */
  uploadedByAccountName: string
  /** Who uploaded it. */
  uploadedByUserFullName: string
  uploadDate: Instant
  modifiedDate: Instant
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** A link that works for 5 minutes, without the authorization header. */
export interface FileDownload {
  /** Signed address that works for five minutes without a credential. */
  downloadUrl: string
  /** Name of the file with its ending. */
  fileName: string
  /** What the file is, by the ending of its name. */
  fileType: string
}

/** A search among files. */
export interface FileSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'accountFileId' | 'fileName' | 'fileType' | 'fileSizeInBytes' | 'uploadDate' | 'modifiedDate' | 'fileCategory'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'accountFileId' | 'after' | 'fileName' | 'fileType' | 'fileSizeInBytes' | 'fileCategory'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'uploadDate' | 'modifiedDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('accountFileId' | 'fileCategory' | 'ownerAccountId' | 'ownerAccountName' | 'fileName' | 'fileType' | 'fileSizeInBytes' | 'fileHash' | 'fileNote' | 'uploadedByAccountId' | 'uploadedByAccountName' | 'uploadedByUserFullName' | 'uploadDate' | 'modifiedDate' | 'blocked')[]
}

/** Without `fileNote` the note stays. */
export interface FileUpdate {
  /** Name of the file with its ending. */
  fileName: string
  /** Free text about the file. */
  fileNote?: string | null
}

/** All in bytes. */
export interface FileUsage {
  /** The files of the accounts in the reader's reach, and the uploads under way for them. */
  usedBytes: number
  /** Bytes that the files of the account may have. */
  quotaBytes: number
  /** The largest file. */
  maximumBytes: number
}

/** One record that was found. */
export interface FindHit {
  kind: 'account' | 'order' | 'license' | 'deal' | 'product' | 'user' | 'priceList' | 'userCertificate' | 'accountCertificate' | 'environment'
  recordId: Id
  /** The order's code, the serial key, the prospect, the person, else the record's name. */
  title: string
  /** A further code: the account's, the SKU, the order's reference, the e-mail address, the deal's code and so on. */
  code: string | null
  /** The account or person it belongs to: the order's other side, the key's owner, the deal's vendor, the holder of a certificate. */
  about: string | null
  /** Of users and certificates: the account to whose page theirs belongs. */
  accountId: Id | null
  /** Of an order: its status, and the reader's side of it. */
  status: string | null
  /** Whether it is a sale or a purchase of the reader. */
  side: 'buyer' | 'vendor' | 'reader' | null
  /** Of an order: why the reader may not approve it; null when allowed. Null for other records. */
  blocked: {
    approve: string | null
  } | null
  /** How it matches: a complete code, key, name or VAT id, the beginning of one, or parts of texts. */
  match: 'whole' | 'start' | 'part'
  /** When it was made. */
  creationDate: Instant
}

/** A step of the way to the first activated key, and how far it is. */
export interface FirstStep {
  /** Those that somebody takes, and may skip; then `approval`, `key` and `activation`, which follow the first order. */
  step: 'brand' | 'product' | 'priceList' | 'company' | 'prices' | 'partner' | 'order' | 'approval' | 'key' | 'activation'
  /** `done` says what there is, whoever did it. */
  state: 'done' | 'skipped' | 'open'
  /** Whether the caller may do it; what follows the first order is shown to all. */
  isYours: boolean
  /** With what an open step goes on: the Pending product, the list without prices, the pending order, the account that has the stock, or the serial key. */
  recordId: string | null
}

/** The first steps of the caller's account. */
export interface FirstSteps {
  /** In the order in which they are taken. Empty for who may do none of them. */
  steps: FirstStep[]
  /** The caller has put them away. */
  isDismissed: boolean
}

/** What the caller wants of the first steps. */
export interface FirstStepsDraft {
  /** Steps that are not to be asked for again. */
  skipped: ('brand' | 'product' | 'priceList' | 'company' | 'prices' | 'partner' | 'order')[]
  /** Puts all of them away; false calls them back. */
  isDismissed: boolean
}

/** Flags that are given to a role or a key. Writing needs reading: `c`, `u` and `d` only with `r` or `ra`. */
export type FlagsText = string

/** What open deals of one month are worth in one currency. */
export interface ForecastRow {
  /** First day of a month, `YYYY-MM-DD`; null: no date, or one that has passed. */
  month: string | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Number of deals. */
  deals: number
  amount: Amount
  /** Each amount times the deal's chance. */
  weighted: Amount
}

/** A product that runs short, with the figures of which it follows: available + incoming − expected = −missing. */
export interface Foreseen {
  /** The product by its SKU and name. */
  product: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name of the product. */
    productName: string
  }
  /** On hand − held by the account's pending sales. */
  available: Balance
  /** On the way: pending purchases of the account. */
  incoming: number
  /** The day on which it runs short, by the reader's clock; null when it does not. */
  date: Day | null
  /** The last day that is looked at. */
  until: Day
  /** Pieces that lack on the last day; 0 when none do. */
  missing: number
  /** What is expected to leave the stock until the last day: the sum of the four. */
  expected: number
  renewals: ExpectedRenewals
  /** Number of deals. */
  deals: ExpectedDeals
  /** Orders that it concerns. */
  orders: WaitingOrders
  habit: ExpectedHabit
  /** It is below its warning threshold already. */
  isScarce: boolean
}

/** What an account will be short of. */
export interface Foresight {
  /** What runs short first comes first; with a product, that one, short or not. */
  items: Foreseen[]
  /** How many products run short, also beyond `items`. */
  count: number
}

/** A record that is requested by its id. */
export interface FoundRecord {
  kind: 'account' | 'order' | 'license' | 'deal' | 'product' | 'user' | 'priceList' | 'userCertificate' | 'accountCertificate' | 'environment'
  recordId: Id
}

/** The name and level of an account group. */
export interface GroupDraft {
  /** Name that people read. */
  name: string
}

/** A host name without scheme and port. `localhost` is reserved for the codes of tenants. */
export type Host = string

/** An address of a web page, with https only. */
export type HttpsUrl = string

/** A UUID in lower case. */
export type Id = string

/** An import with what it did so far, or would do. */
export interface Import {
  importId: Id
  kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
  /** Name of the file with its ending. */
  fileName: string
  /** Everything is checked and nothing saved. */
  dryRun: boolean
  /** Where it stands in its life. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  /** What became of it. */
  outcome: 'imported' | 'refused' | null
  /** Rows in all. */
  rows: number
  /** How many are done. */
  done: number
  /** When it was made. */
  creationDate: Instant
  /** Numbers of what the rows would make, by kind. */
  counts: {
    /** Rows that are new. */
    new: number
    /** Rows that change something. */
    changed: number
    /** Rows that change nothing. */
    unchanged: number
    /** Rows that were refused. */
    bad: number
    /** Invitations that were sent. */
    invited: number
    /** Rows that are removed. */
    removed: number
  }
  /** Sums of money that the rows have, by currency. */
  sums: {
    [name: string]: string | number
  }
  /** The first faults. */
  errors: ImportError[]
  /** Number of faults, also beyond those that are named. */
  errorCount: number
  /** Of a dry run: what is rarely meant. */
  warnings: ImportWarning[]
  undo: ImportUndo
}

/** A record that an import changes, with the fields that differ. Of a price list, one of its prices. */
export interface ImportChange {
  /** `record.what_happened`, as in the audit log. */
  action: string
  /** The kind of record. */
  entity: string
  /** The record. */
  entityId: string
  /** What the record was called then. */
  entityName: string | null
  /** The currency of its amounts. */
  currency: string | null
  /** The state before the change. */
  before: unknown | null
  /** The state after the change, or what comes after it. */
  after: unknown | null
}

/** A page of the records that an import changes. */
export interface ImportChanges {
  /** The entries. */
  items: ImportChange[]
  /** Names of the records that the changes refer to by id, as of an event of the audit log. */
  names: {
    [name: string]: string
  }
  /** Kept changes that have the field, or all of them: what the pages go through. */
  total: number
  /** Records that change, also those that are not kept. */
  changed: number
  /** How many records change in each field, also those that are not kept. */
  fields: {
    /** Name of a field that can be used here. */
    field: string
    /** The records, by kind and id. */
    records: number
  }[]
}

/** What is wrong in one line of a file. */
export interface ImportError {
  /** Of the file, counted from 1; the header is line 1. */
  line: number
  /** Null for the row as a whole. */
  column: string | null
  value: string | null
  /** Why. */
  reason: 'required' | 'onlySpaces' | 'lostDigits' | 'tooLong' | 'notOneOf' | 'notWhole' | 'notBetween' | 'notMoney' | 'decimals' | 'tooMuch' | 'otherCurrency' | 'notYesNo' | 'notDate' | 'noSuchDate' | 'before1970' | 'notEmail' | 'notCountry' | 'notTimeZone' | 'notPrefix' | 'notSerialKey' | 'notExternalIds' | 'width' | 'repeated' | 'noAccount' | 'lineGap' | 'noGroup' | 'ownsNoDeals' | 'unlikeDeal' | 'noUser' | 'eBidMissing' | 'eBidNotApproved' | 'eBidTooLarge' | 'notColor' | 'noFeature' | 'otherFeatureType' | 'notFeatureValue' | 'valueWithoutFeature' | 'noSetting' | 'notSetting' | 'notPermissions' | 'notRoleName' | 'tooManyRoles' | 'noCertificate' | 'noUserOfAccount' | 'userOrGuest' | 'notOfAccounts' | 'alreadyCertified' | 'unlikeCertificate' | 'notValidationCode' | 'noProduct' | 'noLicenseProduct' | 'noCurrency' | 'noRole' | 'noPriceListOfOwner' | 'movesUser' | 'takesSuperAdmin' | 'inFuture' | 'beforeCreation' | 'usedInInstallation' | 'discountIncomplete' | 'dayNotLater' | 'beforeDay' | 'dayPlanned' | 'notOnList' | 'tooManyPlans' | 'unlikePlan' | 'notBreaks' | 'breaksNotLower' | 'otherListCurrency' | 'anotherLineRefused' | 'notAboveBuyer' | 'givenForStatus' | 'unlikeFirstLine' | 'totalTooLarge' | 'unlikeImported' | 'unlikeLicense' | 'notEnd' | 'notActivated' | 'beforeActivation' | 'endTooFar' | 'endsWithBase' | 'notExtensions' | 'noExtension' | 'notDevice' | 'noKey' | 'seatNotActivated' | 'noSeatLeft' | 'noBaseKeyNamed' | 'noBaseKey' | 'baseKeyTaken' | 'belowZero' | 'otherOpening' | 'notVersion' | 'noSubscription' | 'ownProduct' | 'requiredForUpgrade' | 'requiredForLicense' | 'deletedProduct' | 'notBelowOwner' | 'deletedAccount' | 'anotherRoot' | 'notTheRoot' | 'notAboveChildGroup' | 'noParent' | 'noChildrenThere' | 'notBelowParentGroup' | 'movesAccount' | 'otherGroup' | 'parentRefused' | 'parentsRefused' | 'emptyFile' | 'unknownColumns' | 'wrongLetters' | 'doubtfulEncoding' | 'notCsv' | 'wrongSeparator' | 'unreadableSheet' | 'columnsTwice' | 'columnsMissing' | 'recipeColumns' | 'headingUnit' | 'ambiguousMoney' | 'ambiguousDates' | 'mixedDates' | 'tooManyRows' | 'taken' | 'notNextGroup' | 'impossibleVatId' | 'mayNotSet' | 'mayNotGiveRole' | 'mayNotChange' | 'noType' | 'notBelowYou'
  /** Facts about the fault, for its sentence. */
  details: string[]
  /** The reason as an English sentence. */
  message: string
}

/** Whether an import can still be taken back, and what became of that. */
export interface ImportUndo {
  /** Until when the caller may undo it; null: not, or not any more. */
  until: Instant | null
  /** When it was taken back; null: it was not. */
  undoneDate: Instant | null
  /** Null: nobody, or the operator by command. */
  undoneBy: Reference | null
}

/** An upload in pieces, which may be sent in any order and again. */
export interface ImportUpload {
  uploadId: Id
  /** Bytes of each piece but the last. */
  pieceSize: number
  /** How many pieces the file has. */
  pieceCount: number
  /** The numbers of the pieces that have arrived, from 1. */
  received: number[]
}

/** What an import would do that is rarely meant. It refuses nothing. */
export interface ImportWarning {
  /** A word for the case. */
  warning: 'rootRenamed' | 'rootRecoded' | 'currencyChanges' | 'otherCurrency' | 'shortCodes' | 'manyChanges' | 'priceJumps' | 'givesSuperAdmin' | 'widensRoles'
  /** The column that it is about; null for the whole file. */
  column: string | null
  /** Facts about the fault, for its sentence. */
  details: string[]
  /** Rows that it is about. */
  rowCount: number
  /** The first of these rows, as lines of the file; the header is line 1. */
  lines: number[]
  /** The warning as an English sentence. */
  message: string
}

/** A super admin of a tenant, for the operator: whether they have accepted their invitation. */
export interface InstalledAdministrator {
  /** The user. */
  userId: Id
  email: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** Where it stands in its life. */
  status: 'user_pending' | 'user_active' | 'user_suspended'
}

/** A tenant of the installation, as its operators see it: nothing of its business. */
export interface InstalledTenant {
  tenantId: Id
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Host names that lead to it. */
  hosts: string[]
  /** Of the portal, as its mails name it; null when no host name leads to it. */
  address: string | null
  /** When it was made. */
  creationDate: Instant
  /** To try everything in; nothing in it is real. */
  isSandbox: boolean
  /** `suspended`: nobody signs in. */
  status: 'active' | 'suspended'
}

/** An instant in UTC (ISO 8601). */
export type Instant = string

/** A user who was invited. */
export interface InvitedUser {
  id: Id
  /** False: the address is of somebody who signs in for another account; they were asked to act for this one too. */
  hasOwnSignIn: boolean
}

/** What is wrong with one value, in `info.issues` of RQ422. */
export interface Issue {
  /** Where the value stands in the payload. */
  path: string
  /** What is wrong with it. */
  code: string
  /** The same in English. */
  message: string
}

/** A mail that stays in its sandbox, as its reader would have it. */
export interface KeptMail {
  mailId: Id
  /** The address without a name. */
  to: string
  /** Of the mail; its kind once it is older than a week. */
  subject: string
  /** When it was made. */
  creationDate: Instant
  /** Empty once it is older than a week. */
  text: string
}

/** Mails of a sandbox, a page at a time. */
export interface KeptMails {
  /** The newest first. */
  items: KeptMail[]
  /** What `before` asks for the next page with; null after the oldest. */
  next: Id | null
}

/** How the files of one source are read, kept by name. */
export interface KeptRecipe {
  recipeId: Id
  /** How the columns of the file are read. */
  recipe: {
    /** Name that people read. */
    name: string
    kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
    /** All columns of the file that it was made with. */
    headings: string[]
    /** Columns by their names. */
    columns: {
      [name: string]: {
        /** Start, or the value before. */
        from?: string[]
        value?: string
        /** All matches, also those of other pages. */
        count?: true
        /** What the words of the file mean. */
        words?: {
          [name: string]: string
        }
        /** Empty cells take the value of the row above. */
        fill?: true
        /** How values are written. */
        format?: '.' | ',' | 'day' | 'month'
        /** How many pieces of money one is, where the heading names a unit such as k€. */
        unit?: 1 | 1000
      }
    }
    /** Columns that come several times in a row: each set with a filled cell is a line of the record. */
    lines?: {
      [name: string]: string
    }[]
    /** How the bytes of the file are letters. */
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'windows-1254' | 'macintosh' | 'ibm850' | 'ibm437' | 'windows-1251' | 'windows-1253'
    /** Sheet of the workbook. */
    sheet?: string
    /** Rows of totals, and notes at the end, are records. */
    keepAll?: true
  }
}

/** A renewal that was asked for on the page of a key, with what its author said of themselves. */
export interface KeyAsk {
  askedDate: Instant
  /** Who asked, as they said it. */
  contactName: string | null
  /** Where they want to be answered. */
  contactEmail: string | null
  /** Free text. */
  note: string | null
}

/** The address of the public page of a key. Whoever has it sees the page. */
export interface KeyLink {
  /** Address with `https`. */
  url: string
  /** When it was made. */
  creationDate: Instant
}

/** The public page of a key: without the key, prices, or other companies than the seller. */
export interface KeyPage {
  /** Name of the product. */
  productName: string
  /** What the sign-in was begun with. */
  state: 'not_started' | 'valid' | 'ended'
  /** The last instant of the license; null if it does not end, or has not started. */
  expirationDate: Instant | null
  /** The last instant of the maintenance; null before activation and when it does not end. */
  maintenanceExpirationDate: Instant | null
  /** The product is a trial. */
  isTrial: boolean
  /** The company that sells to the owner of the key; null for the vendor itself. */
  sellerName: string | null
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** Seats that a device holds. */
  seatsOccupied: number
  /** The devices that have a seat, the one that was silent longest first; a hundred at most. */
  devices: KeyPageSeat[]
  /** How many seats may be freed by the users of the key in a year, and how many still; null when the product allows none. */
  releases: SelfReleases | null
  /** A device whose seat was freed stops at its next contact, and after so many days at the latest. */
  leaseDays: number
  /** Whether a renewal was asked for, or can be. */
  renewal: KeyPageRenewal
}

/** Whether a renewal was asked for, or can be. */
export interface KeyPageRenewal {
  /** When one was asked for that still waits; null when none was. */
  askedDate: Instant | null
  /** Why none can be asked for; null when it can. */
  reason: 'changed' | 'not_started' | 'perpetual' | 'trial' | 'upgrade_right' | 'no_product' | 'not_for_sale' | 'account' | null
}

/** A device that has a seat of the key. */
export interface KeyPageSeat {
  /** Names the seat on this page, and nowhere else. */
  seatId: string
  /** What the device calls itself; null if it said nothing. */
  deviceName: string | null
  lastContact: Instant
  /** Whoever has the link may free it now. */
  releasable: boolean
}

/** A seat of a license with a signed document that the device checks without a network. */
export interface Lease {
  /** The seat: the place of a device on a license. */
  licenseSeatId: Id
  /** A compact JWS (EdDSA) that the device can check offline. */
  lease: string
  leaseExpirationDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant | null
  /** The last instant of the maintenance; null before activation and when it does not end. */
  maintenanceExpirationDate: Instant | null
}

/** One license key with its seats. */
export interface License {
  licenseId: Id
  /** The license key, which is also the credential of devices. */
  serialKey: string
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** Seats that a device holds. */
  seatsOccupied: number
  /** A device was activated with it. */
  licenseHasBeenActivated: boolean
  /** It was exported to an environment without a connection. */
  licenseHasBeenExported: boolean
  /** The environment that it was exported to. */
  exportOnPremiseEnvironmentId: Id | null
  /** When it was made. */
  creationDate: Instant
  /** The time of its newest event. */
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** When the first device was activated; null before that. */
  activationDate: Instant | null
  /** The last instant at which it is valid; null before activation and for perpetual licenses. */
  expirationDate: Instant | null
  /** The last instant of the maintenance; null before activation and when it does not end. */
  maintenanceExpirationDate: Instant | null
  /** The license does not end. */
  licenseIsPerpetual: boolean
  /** The maintenance does not end. */
  maintenanceIsPerpetual: boolean
  /** The product by its SKU and name. */
  product: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
    /** The product gives more seats to a key that exists. */
    islicenseUpgradeRight: boolean
    /** The product is for trying. */
    isLicenseTrial: boolean
    /** Where the license runs: 1 in the cloud, 2 on premises. */
    environmentType: number
  }
  /** The account that it belongs to. */
  ownerAccount: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The base key whose seats an upgrade key takes, and the end that holds for both; null for other keys. The end is null if it does not end, or has not started. */
  upgradeOf: {
    /** The license key, which is also the credential of devices. */
    serialKey: string
    /** The last instant it is good for; null: it does not end. */
    expirationDate: Instant | null
  } | null
  /** Seats that upgrade keys have taken of it. */
  upgradedSeats: number
  /** The keys that upgrade it. Left out in lists. */
  upgrades?: {
    /** The license key, which is also the credential of devices. */
    serialKey: string
    /** Name of the product. */
    productName: string
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Seats: how many devices can use it at the same time. */
    seats: number
  }[]
  /** Left out in lists. */
  extensions?: {
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Pieces. */
    quantity: number
  }[]
  /** Left out in lists. */
  entitlements?: {
    [name: string]: unknown
  }
  /** Left out in lists. */
  licenseDetails?: LicenseDetail[]
  /** Left out in lists. */
  licenseSeats?: LicenseSeat[]
  /** Days of silence after which a seat may be taken over; null: never. Left out in lists. */
  seatReclaimDays?: number | null
  /** Left out in lists. */
  selfReleases?: SelfReleases
  /** Free text of the owner. */
  licenseNote: string | null
  /** It has a public page of its own. Left out in lists. */
  hasPage?: boolean
  /** The renewal that was asked for on that page and still waits; null when there is none. Left out in lists. */
  ask?: KeyAsk | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds: ExternalIds
  /** The order that the license was made on. */
  derivedOrderId: Id | null
  /** Code of the order that the license was made on. */
  derivedOrderCode: string | null
  /** The environment to which it was exported, and when; null: never. */
  licenseExport: {
    /** The customer whose installation it is. */
    customerName: string
    /** The id that the customer gave the installation. */
    customerEnvironmentId: string
    onPremiseEnvironmentId: Id
    exportDate: Instant
    /** The license or its environment has changed since its document was signed. */
    isStale: boolean
  } | null
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    renew: string | null
    export: string | null
    /** Seats: how many devices can use it at the same time. */
    seats: string | null
    deleteSeats: string | null
  }
}

/** What a license grants: its product's durations, and those of each extension. */
export interface LicenseDetail {
  licenseDetailId: Id
  /** The license key, which is also the credential of devices. */
  serialKey: string
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** Years of the term; 255: for ever. */
  durationYears: number
  /** Months of the term. */
  durationMonths: number
  /** Days of the term, beside its years and months. */
  durationDays: number
  /** Years of the maintenance; 255: for ever. */
  maintenanceDurationYears: number
  /** Months of the maintenance, beside its years. */
  maintenanceDurationMonths: number
  /** Days of the maintenance, beside its years and months. */
  maintenanceDurationDays: number
  /** The license does not end. */
  licenseIsPerpetual: boolean
  /** The maintenance does not end. */
  maintenanceIsPerpetual: boolean
  /** When it was made. */
  creationDate: Instant
}

/** Upper camel case on the wire (`Items`, `ProductId`, …); lower camel case is accepted too. */
export interface LicenseDraft {
  /** The entries. */
  Items: {
    /** The product. */
    ProductId: Id
    /** Pieces. */
    Qt: Quantity
    /** False: one key with `qt` seats. True: `qt` keys of one seat. Default: `false`. */
    GenerateSeparateKeys?: boolean
    /** Default: none. */
    Extensions?: {
      /** The product. */
      ProductId: Id
      /** Pieces. */
      Qt: Quantity
    }[]
    /** The keys that are upgraded, where the product is an upgrade right. */
    UpgradeOf?: string[] | null
  }[]
  /** Free text of the owner. */
  licenseNote?: string | null
  /** Only where one key is made. */
  externalIds?: ExternalIdChanges | null
  /** The account that will own the licenses. */
  parentAccountId: Id
  /** An approved order whose buyer is the owner. */
  derivedOrderId?: Id | null
}

/** One entry of the history of a license and its seats. */
export interface LicenseEvent {
  id: Id
  /** When it was made. */
  creationDate: Instant
  /** What happened. */
  event: 'created' | 'imported' | 'activated' | 'upgraded' | 'renewed' | 'exported' | 'noted' | 'external_ids_changed' | 'seat_taken' | 'seat_released' | 'seat_self_released' | 'seat_taken_over' | 'seat_cleared' | 'seat_deleted' | 'seat_suspended' | 'seat_resumed' | 'page_made' | 'page_withdrawn' | 'renewal_asked' | 'ask_dismissed'
  /** Who did it; null for a device or the portal. */
  createdBy: string | null
  /** The device of the seat that it concerns, by name or else by id. */
  device: string | null
  /** The device that freed the seat or took it over, by name or else by id; null for one freed on the key's page. */
  otherDevice: string | null
  /** What a note was before and after. */
  noteBefore: string | null
  /** Free text. */
  note: string | null
  /** The key that took seats of it, or whose seats it takes. */
  otherSerialKey: string | null
  /** The end of the license, or of its maintenance if it is perpetual, after an activation or renewal. */
  dueDate: Instant | null
}

/** Exports licenses to an environment without a connection. */
export interface LicenseExport {
  /** The account that owns the licenses and the environment. */
  parentAccountId: Id
  onPremisesEnvironmentId: Id
  /** The keys that are exported. */
  serials: {
    /** The license key, which is also the credential of devices. */
    serialKey: string
  }[]
}

/** The new note of a license. */
export interface LicenseNote {
  /** Free text of the owner. */
  licenseNote?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
}

/** A report that a job writes. */
export interface LicenseReport {
  /** Name of the file with its ending. */
  fileName: string
  /** Where it stands in its life. */
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Place in the queue; null: its turn has come. */
  place: number | null
  /** Rows in all. */
  rows: number
  /** How many are done. */
  done: number
  /** Size in bytes; null until it is written. */
  size: number | null
  /** When it was made. */
  creationDate: Instant
  reportId: Id
}

/** One license in the report. */
export interface LicenseReportRow {
  licenseId: Id
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** The license key, which is also the credential of devices. */
  serialKey: string
  /** Name of the product. */
  productName: string
  /** Stock keeping unit: the code of the product. */
  sku: string
  type: 'trial' | 'full'
  /** All seats. */
  seatsTotal: number
  /** Seats that a device holds. */
  seatsOccupied: number
  /** When the first device was activated; null before that. */
  activationDate: Instant | null
  /** When it was made. */
  creationDate: Instant
  /** The last instant of the maintenance; null before activation and when it does not end. */
  maintenanceExpirationDate: Instant | null
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant | null
  /** The license does not end. */
  licenseIsPerpetual: boolean
  /** The maintenance does not end. */
  maintenanceIsPerpetual: boolean
  /** Free text. */
  note: string | null
}

/** A search among licenses. */
export interface LicenseSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'licenseId' | 'serialKey' | 'creationDate' | 'modifiedDate' | 'activationDate' | 'expirationDate' | 'maintenanceExpirationDate' | 'productName' | 'sku' | 'ownerAccountName' | 'activated' | 'exported'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'licenseId' | 'after' | 'serialKey' | 'externalId' | 'anything' | 'productName' | 'sku' | 'ownerAccountName' | 'type' | 'activated' | 'exported' | 'productId' | 'state'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate' | 'activationDate' | 'expirationDate' | 'maintenanceExpirationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('licenseId' | 'serialKey' | 'seats' | 'seatsOccupied' | 'licenseHasBeenActivated' | 'licenseHasBeenExported' | 'exportOnPremiseEnvironmentId' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'activationDate' | 'expirationDate' | 'maintenanceExpirationDate' | 'licenseIsPerpetual' | 'maintenanceIsPerpetual' | 'product' | 'ownerAccount' | 'upgradeOf' | 'upgradedSeats' | 'licenseNote' | 'externalIds' | 'derivedOrderId' | 'derivedOrderCode' | 'licenseExport' | 'blocked')[]
}

/** A device that holds a seat of a license, or held one. */
export interface LicenseSeat {
  /** The seat: the place of a device on a license. */
  licenseSeatId: Id
  /** Identifies a device permanently: the same device gets the same seat. */
  deviceUuid: string
  /** The name under which people know the device. */
  deviceName: string | null
  /** What the device says about itself. */
  deviceDescription: string | null
  /** Language of the device. */
  deviceLang: string | null
  /** Name of the software on the device. */
  installedProduct: string | null
  /** Version of the software on the device. */
  installedVersion: string | null
  /** Operating system of the device. */
  osName: string | null
  /** Version of the operating system. */
  osVersion: string | null
  /** True while the device holds the seat and may use it. */
  active: boolean
  /** The seat may not be used for now; of a call, the seats that stay because of that. */
  suspended: boolean
  /** True once the seat was cleared or released. Such seats are kept as history and shown only for trial products. */
  revoked: boolean
  /** How far the user of a trial has come, counted by the software; kept for trial products only. */
  currentTrialStep: number | null
  /** When it was made. */
  creationDate: Instant
  lastSeenDate: Instant
  /** Whether another device takes it over once all seats are taken: it was silent for longer than its product allows. */
  mayBeTakenOver: boolean
}

/** The licenses that the accounts in scope own. Created ones are those of the period, the others are states at its end. */
export interface LicenseStatistics {
  /** Keys, and their seats. */
  totalCreated: {
    /** Of the period that was asked for. */
    current: Amount
    /** Of the period before. */
    previous: Amount
    /** Change in percent with one decimal; null when there was nothing before. */
    trend: number | null
    createdSeats: TrendFigure
  }
  /** Seats of the keys that have not expired, also of those that have not started. */
  totalSeats: TrendFigure
  /** Activated and not expired. */
  totalActive: TrendFigure
  totalExpired: TrendFigure
  totalExpiredMaintenance: TrendFigure
  /** Maintenance that ends within 60 days after the end of the period. */
  totalNearMaintenanceExpiration: TrendFigure
  /** Those of `totalSeats` that a device holds, suspended ones too. */
  totalSeatActive: TrendFigure
  /** Created licenses. */
  statisticsResponse: TimeSeries
}

/** The columns of a list that a person has shown or hidden; all others keep the screen's default. */
export interface ListColumns {
  /** The list, by the name of its call. */
  list: 'accounts.search' | 'users.search' | 'apiKeys.search' | 'webhooks.search' | 'catalogue.search' | 'productTypes.search' | 'productTypes.searchFeatures' | 'priceLists.search' | 'stock.search' | 'files.search' | 'files.documents' | 'files.brandAssets' | 'orders.sellIn' | 'orders.sellOut' | 'certificates.search' | 'userCertificates.search' | 'deals.search' | 'environments.search' | 'licenses.search' | 'renewals.search' | 'reports.search' | 'audit.search'
  /** Whether each column is shown. */
  shown: {
    [name: string]: boolean
  }
}

/** A kept view of a list: its filters, sort and columns. */
export interface ListView {
  viewId: Id
  /** The list, by the name of its call. */
  list: 'accounts.search' | 'users.search' | 'apiKeys.search' | 'webhooks.search' | 'catalogue.search' | 'productTypes.search' | 'productTypes.searchFeatures' | 'priceLists.search' | 'stock.search' | 'files.search' | 'files.documents' | 'files.brandAssets' | 'orders.sellIn' | 'orders.sellOut' | 'certificates.search' | 'userCertificates.search' | 'deals.search' | 'environments.search' | 'licenses.search' | 'renewals.search' | 'reports.search' | 'audit.search'
  /** Name that people read. */
  name: string
  /** Filters, sort and page, as the address of the screen has them. */
  search: string
  /** The default: the list opens with this view. At most one for each list. */
  isDefault: boolean
}

/** A view of a list to keep. */
export interface ListViewDraft {
  /** The list, by the name of its call. */
  list: 'accounts.search' | 'users.search' | 'apiKeys.search' | 'webhooks.search' | 'catalogue.search' | 'productTypes.search' | 'productTypes.searchFeatures' | 'priceLists.search' | 'stock.search' | 'files.search' | 'files.documents' | 'files.brandAssets' | 'orders.sellIn' | 'orders.sellOut' | 'certificates.search' | 'userCertificates.search' | 'deals.search' | 'environments.search' | 'licenses.search' | 'renewals.search' | 'reports.search' | 'audit.search'
  /** Name that people read. */
  name: string
  /** Filters, sort and page, as the address of the screen has them. */
  search: string
  /** The list opens with it. Default: `false`. */
  isDefault?: boolean
}

/** The changed view of a list. */
export interface ListViewUpdate {
  /** Name that people read. */
  name?: string
  /** Filters, sort and page, as the address of the screen has them. */
  search?: string
  /** The list opens with it. */
  isDefault?: boolean
}

/** An own import in the browser, or a run of `portal import`, which reads a whole folder. */
export interface ListedImport {
  importId: Id
  /** Null for a run of the command. */
  kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals' | null
  /** The files of a run of the command that are finished or at hand, joined by commas; empty before the first. */
  fileName: string
  /** Everything is checked and nothing saved. */
  dryRun: boolean
  /** `interrupted`: a run of the command that was cut off. It is unfinished until the command runs again. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled' | 'interrupted'
  /** What became of it. */
  outcome: 'imported' | 'refused' | null
  /** Rows in all. */
  rows: number
  /** How many are done. */
  done: number
  /** When it was made. */
  creationDate: Instant
  /** It is a run of `portal import` and not of the browser. */
  byCommand: boolean
  /** The name of the user who imports; null for a run of the command, which the operator starts. */
  importedBy: string | null
  /** The caller's own, for the account in use: they can read its report. */
  isOwn: boolean
  undo: ImportUndo
}

/** A user, with why the reader may not change it. */
export interface ListedUser {
  /** The user. */
  userId: Id
  email: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** IANA name of the time zone. */
  timeZone: string
  /** Language, such as `en` or `it`. */
  languageCode: string
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The account that it belongs to. */
  account: {
    accountId: Id
    /** Name of the account. */
    accountName: string
    /** Name of the account group. */
    groupName: string
    /** Level of the account group: a lower number is more senior. */
    level: number
    /** The account is the vendor's own, at the root. */
    isRoot: boolean
  }
  /** The roles; permissions are the union over them. */
  roles: Role[]
  /** What may be done, one entry for each module. */
  permissions: Permission[]
  /** Where it stands in its life. */
  status: 'user_pending' | 'user_active' | 'user_suspended'
  /** The user gets mails about orders of the account. */
  isNotificationEnabled: boolean
  /** May administer the tenant. */
  isSuperAdmin: boolean
  /** False: they sign in as a user of another account of the tenant, and act for this one too. */
  hasOwnSignIn: boolean
  secondFactor?: SecondFactorStanding
  /** Accounts that it concerns. */
  accounts?: OwnAccount[]
  /** Whether the caller is an operator of the installation, who creates tenants. */
  isOperator?: boolean
  /** An authenticator, e-mail codes or a passkey. */
  hasSecondFactor: boolean
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    changeStatus: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    changeRoles: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    remove: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    resend: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    view: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
  }
}

/** The price lists that the reader can give to an account created below another one. */
export interface ListsToGive {
  /** True when the parent has a list to give, so that `POST /accounts` requires a `priceListId`. */
  required: boolean
  /** The entries. */
  items: {
    /** The price list that the price comes from. */
    priceListId: Id
    /** Name that people read. */
    name: string
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    /** Name of the account. */
    accountName: string | null
  }[]
}

/** A record that has changed. */
export interface LiveChange {
  kind: 'order' | 'stock' | 'license' | 'deal' | 'account' | 'user' | 'price_list' | 'product' | 'environment' | 'file' | 'certification'
  /** Null: many records of this kind. */
  id: Id | null
  /** The request that made the change, if it was one of the reader. */
  requestId: string | null
  /** Who changed an order or an account, as their history says too; null for other kinds, jobs and imports. */
  by: string | null
}

/** The payload of each event `changed`. */
export interface LiveEvent {
  /** Records that have changed. */
  changes: LiveChange[]
  /** Whether the reader's news changed. */
  news: boolean
}

/** Maintenance that the operator has begun: other calls are refused with RQ503 and the same in `info.maintenance`. */
export interface Maintenance {
  /** When it is expected to be over; null when that is not known. It may last longer. */
  untilDate: string | null
  /** What the operator says about it, in one language. */
  message: string | null
}

/** An account of the map. A figure is null when the reader may not read the orders or licenses behind it. */
export interface MapAccount {
  id: Id
  /** The parent on the map; null for the requested account. */
  parentId: Id | null
  /** Name that people read. */
  name: string
  /** Code that people read, or that clients decide by. */
  code: string
  /** Name of the account group. */
  groupName: string
  /** Level of the account group: a lower number is more senior. */
  level: number
  /** Its own sales in the period, in the currency of the map. */
  sellOut: Amount | null
  /** Its sales and those of all its descendants, as on its dashboard with children included. */
  sellOutOfBranch: Amount | null
  /** Expired licenses that it owns. */
  expiredLicenses: number | null
  /** What it validly holds, by name. */
  certificatesBadges: CertificateMark[]
}

/** The result for one of several orders. */
export interface Marked {
  /** The order. */
  orderId: Id
  /** The code of the reason why it was not marked; null if it was, or if it had the mark already. */
  blocked: string | null
}

/** The caller. */
export interface Me {
  /** The user. */
  userId: Id
  email: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** IANA name of the time zone. */
  timeZone: string
  /** Language, such as `en` or `it`. */
  languageCode: string
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The account that it belongs to. */
  account: {
    accountId: Id
    /** Name of the account. */
    accountName: string
    /** Name of the account group. */
    groupName: string
    /** Level of the account group: a lower number is more senior. */
    level: number
    /** The account is the vendor's own, at the root. */
    isRoot: boolean
  }
  /** The roles; permissions are the union over them. */
  roles: Role[]
  /** What may be done, one entry for each module. */
  permissions: Permission[]
  /** Where it stands in its life. */
  status: 'user_pending' | 'user_active' | 'user_suspended'
  /** The user gets mails about orders of the account. */
  isNotificationEnabled: boolean
  /** May administer the tenant. */
  isSuperAdmin: boolean
  /** False: they sign in as a user of another account of the tenant, and act for this one too. */
  hasOwnSignIn: boolean
  secondFactor: SecondFactorStanding
  /** The accounts for which they act by this sign-in: the home one first, then by name. */
  accounts: OwnAccount[]
  /** An operator of the installation, who creates tenants. */
  isOperator: boolean
}

/** An amount of at least zero with at most 4 decimals. */
export type Money = number

/** Whether the caller gets the month's report by mail. */
export interface MonthMail {
  /** On the first day of each month, in the caller's language and time zone, for the account in use. */
  isMailed: boolean
}

/** One month of an account and all below it, on one page. A part that the reader may not read is null. */
export interface MonthReport {
  /** Such as `2026-10`. */
  month: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Of the tenant: its calendar says when a month begins. */
  timeZone: string
  /** When the figures were taken that tell how things stand: at risk, short. */
  creationDate: Instant
  /** Sales of the account and all below it, and its own purchases. */
  sales: SalesOfMonth | null
  /** The partners who bought most more and most less than in the month before; null for an account that does not sell. */
  partners: {
    /** The partners who bought most more. */
    up: PartnerOfMonth[]
    /** The partners who bought most less. */
    down: PartnerOfMonth[]
  } | null
  /** Number of deals. */
  deals: DealsOfMonth | null
  /** Keys that end within 30 days and what renewing them costs their owners. */
  renewals: {
    /** The keys, or their number. */
    keys: number
    /** Sum over the whole period. */
    total: {
      /** ISO 4217, such as `EUR`. */
      currencyCode: string
      amount: Amount
    }[]
  } | null
  /** Products of the account below their warning threshold, the shortest first. */
  stock: {
    /** All matches, also those of other pages. */
    count: number
    /** The entries. */
    items: {
      /** The product. */
      productId: Id
      /** Stock keeping unit: the code of the product. */
      sku: string
      /** Name of the product. */
      productName: string
      /** On hand without what pending sales hold. */
      available: number
      /** A warning is shown while fewer pieces are available; null: none. */
      threshold: number
    }[]
  } | null
}

/** The effects of a move, before it is made. */
export interface MovePreview {
  /** The account and its descendants. */
  accounts: number
  /** Number of users. */
  users: number
  /** The price lists that serve the branch's accounts before and after, including unchanged ones. */
  priceLists: {
    /** The state before the change. */
    before: Reference | null
    /** The state after the change, or what comes after it. */
    after: Reference | null
    /** Accounts that it concerns. */
    accounts: number
    /** It does not move with the branch. */
    isLeftBehind: boolean
  }[]
  /** Ancestors that stop seeing the branch, and those that start to, nearest first. */
  losing: Reference[]
  /** Accounts that start to see it. */
  gaining: Reference[]
  /** Orders that leave or join the lists of those ancestors. */
  ordersBought: number
  /** Orders that leave or join the lists of those accounts. */
  ordersSold: number
  /** Number of licenses. */
  licenses: number
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    move: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
  }
  /** Set when the move is refused with AC422. */
  misplacement: 'group' | 'parentLevel' | 'root' | 'cycle' | null
  /** Set when the move is refused with AC409: pending orders between the branch and accounts that would no longer be above it. */
  pendingOrders: number
  /** Orders that it concerns. */
  orders: {
    /** The order. */
    orderId: Id
    /** Number of the order that people read, such as `SO-2026-000123`. */
    orderCode: string
  }[]
}

/** One change of a stock balance; the ledger is never changed. */
export interface Movement {
  movementId: Id
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** Pieces. */
  quantity: Balance
  /** Why. */
  reason: 'issue' | 'sale' | 'purchase' | 'revoke' | 'license' | 'import'
  /** The order. */
  orderId: Id | null
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string | null
  /** The license key, which is also the credential of devices. */
  serialKey: string | null
  /** When it was made. */
  creationDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
}

/** A user by name. */
export interface NamedUser {
  /** The user. */
  userId: Id
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
}

/** An address or a network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export type Network = string

/** The accounts below one, with figures. */
export interface NetworkMap {
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Currencies of sales that no figure includes. */
  otherCurrencies: string[]
  /** Number of accounts in the branch that are not deleted, including the requested one. */
  count: number
  /** True when accounts are left out: the deepest levels, and on the last level shown those that sold least. */
  truncated: boolean
  /** A parent comes before its children. */
  accounts: MapAccount[]
}

/** The payload of a new account. */
export interface NewAccount {
  /** Name of the account. */
  accountName: string
  /** The number that another system has for it, once in the tenant whatever the case; by default made of the name. */
  accountCode?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** Number of the account group. */
  groupId: NumberId
  /** Required when the parent has a list to give (`pricing.toGive`); otherwise null, and an inherited list serves the account. */
  priceListId?: Id | null
  /** Whether the list also serves descendants that have none of their own. */
  canPropagate?: boolean
  /** Address that gets the mails about orders; null: nobody. */
  notificationReceiverEmail?: Email | null
  address: NewAccountAddress
  /** The account's administrator, who is invited; without a user name there is none. */
  user?: NewAccountUser | null
  /** The parent of the new account. */
  parentAccountId: Id
}

/** The address of a new account; the legal name defaults to the account's name. A country is required. */
export interface NewAccountAddress {
  /** The account's name where it is left out. */
  legalName?: string | null
  /** VAT number with the code of its country. */
  vatId: string
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality?: string | null
  /** Province or state. */
  region?: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name (English or Italian) or code; not needed beside `countryCode`. */
  country?: string | null
  /** ISO 3166-1, two letters. */
  countryCode?: string | null
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates?: string | null
}

/** The account's administrator, who is invited. With an empty user name there is none. */
export interface NewAccountUser {
  /** E-mail address by which the user signs in. */
  userName?: '' | Email | null
  /** First name of the person. */
  firstName?: string | null
  /** Last name of the person. */
  lastName?: string | null
  /** IANA name of the time zone. */
  timeZone?: '' | TimeZone | null
  /** Language, such as `en` or `it`. */
  languageCode?: 'en' | 'it' | null
  /** True: the address may be of somebody who signs in for another account of the tenant; they are asked. */
  mayHaveSignIn?: boolean
}

/** A further address, for deliveries. */
export interface NewAddress {
  /** Name of the company in the register. */
  legalName: string
  /** VAT number with the code of its country. */
  vatId: string
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality?: string | null
  /** Province or state. */
  region?: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name. */
  country?: string | null
  /** ISO 3166-1, two letters. */
  countryCode?: string | null
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates?: string | null
}

/** The key itself is answered this once. */
export interface NewApiKey {
  id: Id
  /** The key: of a bucket its first day, of an API key the secret. */
  key: string
}

/** Attaches uploaded files to an order. */
export interface NewAttachments {
  /** Ids of uploaded files of the category `orderAttachment`. */
  Attachments: Id[]
}

/** A list to write into a file. */
export interface NewExport {
  /** The list, by the name of its call. */
  list: 'accounts.search' | 'users.search' | 'apiKeys.search' | 'webhooks.search' | 'catalogue.search' | 'productTypes.search' | 'productTypes.searchFeatures' | 'priceLists.search' | 'stock.search' | 'files.search' | 'files.documents' | 'files.brandAssets' | 'orders.sellIn' | 'orders.sellOut' | 'certificates.search' | 'userCertificates.search' | 'deals.search' | 'environments.search' | 'licenses.search' | 'renewals.search' | 'reports.search' | 'audit.search' | 'priceLists.prices' | 'priceLists.associations' | 'orders.sellInLines' | 'orders.sellOutLines' | 'deals.lines'
  /** The search payload of that list; its page and limit are ignored. */
  search: {
    [name: string]: unknown
  }
  /** Columns by their names. */
  columns: ExportColumn[]
  /** How values are written. */
  format: 'csv' | 'xlsx'
  /** Without an extension. */
  fileName: string
  /** Language whose number format and separator a CSV uses; by default the user's. */
  languageCode?: 'en' | 'it'
}

/** The definition of a new feature. */
export interface NewFeature {
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string
  /** Kind of value: 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int. */
  typeId: 1 | 2 | 3 | 4 | 5 | 6
}

/** A file to import. */
export interface NewImport {
  kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
  /** Name of the file with its ending. */
  fileName: string
  /** UTF-8 CSV with the columns of `importColumns`. */
  csv?: string
  /** In place of `csv`: a file that was sent in pieces, as it is. It stays for a day after a dry run. */
  uploadId?: Id
  /** How such a file becomes records; without it, its headings say so. */
  recipe?: {
    /** Name that people read. */
    name: string
    kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
    /** All columns of the file that it was made with. */
    headings: string[]
    /** Columns by their names. */
    columns: {
      [name: string]: {
        /** Start, or the value before. */
        from?: string[]
        value?: string
        /** All matches, also those of other pages. */
        count?: true
        /** What the words of the file mean. */
        words?: {
          [name: string]: string
        }
        /** Empty cells take the value of the row above. */
        fill?: true
        /** How values are written. */
        format?: '.' | ',' | 'day' | 'month'
        /** How many pieces of money one is, where the heading names a unit such as k€. */
        unit?: 1 | 1000
      }
    }
    /** Columns that come several times in a row: each set with a filled cell is a line of the record. */
    lines?: {
      [name: string]: string
    }[]
    /** How the bytes of the file are letters. */
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'windows-1254' | 'macintosh' | 'ibm850' | 'ibm437' | 'windows-1251' | 'windows-1253'
    /** Sheet of the workbook. */
    sheet?: string
    /** Rows of totals, and notes at the end, are records. */
    keepAll?: true
  }
  /** The line of such a file that names the columns; without it, that line is found. */
  headerLine?: number
  /** How the letters of such a file are to be read, whatever they look like; without it, that is found. */
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'windows-1254' | 'macintosh' | 'ibm850' | 'ibm437' | 'windows-1251' | 'windows-1253'
  /** Everything is checked and nothing saved. */
  dryRun: boolean
  /** Imports the valid rows of a file that also has invalid ones. Default: `false`. */
  keepGood?: boolean
  /** Users only: sends an invitation to every pending user who has no valid one. Default: `false`. */
  invite?: boolean
  /** Accounts only: the parent of new accounts whose row names none; by default the caller's own. */
  parentAccountId?: Id | null
}

/** A file that will be sent in pieces. */
export interface NewImportUpload {
  kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
  /** Name of the file with its ending. */
  fileName: string
  /** At most 512 MB. */
  sizeInBytes: number
  /** Says which file it is, by what the sender likes: with the same one, an upload that broke off goes on. */
  fingerprint: string
}

/** A report of licenses to write into a file. */
export interface NewLicenseReport {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'accountName' | 'serialKey' | 'productName' | 'sku' | 'activationDate' | 'creationDate' | 'expirationDate' | 'maintenanceExpirationDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'licenseId' | 'accountName' | 'serialKey' | 'productName' | 'sku' | 'type'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'activationDate' | 'creationDate' | 'expirationDate' | 'maintenanceExpirationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('licenseId' | 'accountId' | 'accountName' | 'serialKey' | 'productName' | 'sku' | 'type' | 'seatsTotal' | 'seatsOccupied' | 'activationDate' | 'creationDate' | 'maintenanceExpirationDate' | 'expirationDate' | 'licenseIsPerpetual' | 'maintenanceIsPerpetual' | 'note')[]
  /** Language of the column headers; by default the user's. */
  languageCode?: 'en' | 'it'
}

/** A new password, checked by the password rules. */
export type NewPassword = string

/** The person who is invited. */
export interface NewUser {
  /** E-mail address by which the user signs in. */
  userName: Email
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** IANA name of the time zone. */
  timeZone?: TimeZone | null
  /** Absent: the inviting user's language. */
  languageCode?: 'en' | 'it' | null
  /** The roles; permissions are the union over them. */
  roles: NumberId[]
  /** True: the address may be of somebody who signs in for another account of the tenant. They are asked to act for this account too, by the sign-in that they have. */
  mayHaveSignIn?: boolean
}

/** The secret is answered this once. */
export interface NewWebhook {
  id: Id
  /** The secret, `whsec_…`; it is told this once. */
  secret: string
}

/** What happened to a record that concerns the reader. */
export interface News {
  newsId: Id
  kind: 'order_requested' | 'order_approved' | 'order_canceled' | 'order_revoked' | 'order_short' | 'order_delayed' | 'deal_registered' | 'deal_asked' | 'deal_decided' | 'deal_expiring' | 'deal_delayed' | 'license_due' | 'renewal_asked' | 'certificate_due'
  recordId: Id
  /** What the words of the file mean. */
  words: NewsWords
  /** When it was made. */
  creationDate: Instant
  /** The reader has seen it. */
  isRead: boolean
}

/** How one kind of news reaches the reader: only the bell, also a mail at once or once a day, or not at all. */
export interface NewsChoice {
  kind: 'order_requested' | 'order_approved' | 'order_canceled' | 'order_revoked' | 'order_short' | 'order_delayed' | 'deal_registered' | 'deal_asked' | 'deal_decided' | 'deal_expiring' | 'deal_delayed' | 'license_due' | 'renewal_asked' | 'certificate_due'
  /** How the reader is told. */
  way: 'bell' | 'mail' | 'digest' | 'none'
}

/** The values of a sentence about the record, such as its code. */
export interface NewsWords {
  [name: string]: string | number | null
}

/** The shortage of an account that the desk names: the product that runs short first, and what lacks of all that do. */
export interface NextShortage {
  /** The product. */
  productId: Id
  /** The day on which the first product runs short. */
  date: Day
  /** The last day that is looked at. */
  until: Day
  /** Pieces of the first product that lack on the last day. */
  missing: number
  /** Products that run short within the same days. */
  products: number
  /** What to purchase. */
  items: {
    /** The product. */
    productId: Id
    /** Pieces that are missing. */
    missing: number
  }[]
}

/** The number of a group, role, currency or subscription. */
export type NumberId = number

/** A connection on the sign-in screen. */
export interface OfferedConnection {
  /** The connection to a directory. */
  connectionId: Id
  /** Name that people read. */
  name: string
}

/** A new account, and its administrator if one was invited. */
export interface OpenedAccount {
  id: Id
  /** Null where nobody was invited. */
  administrator: InvitedUser | null
}

/** A purchase of the buyer (sell-in) and a sale of the vendor (sell-out), which are the same order. */
export interface Order {
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
  /** Shared by all orders of a chain of derived orders. */
  relationId: Id
  /** Where it stands in its life. */
  status: 'pending' | 'approved' | 'canceled' | 'revoked'
  /** Whether the vendor has invoiced the order. */
  invoiced: boolean
  /** Whether the order is paid. */
  paid: boolean
  /** Number of the invoice in the system that wrote it. */
  invoiceId: string | null
  /** The system that wrote the invoice. */
  invoiceProvider: string | null
  /** History, newest first; in lists only the newest entry. */
  details: OrderDetail[]
  /** Left out in lists. */
  items?: OrderItem[]
  /** The account that buys. */
  buyerAccountId: Id
  vendorAccountId: Id
  /** The account that buys. */
  buyer: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The buyer's valid certificates, by name; left out in lists, none where the reader does not reach the buyer. */
  buyerCertificatesBadges?: CertificateMark[]
  /** The account that sells. */
  vendor: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** Who made it; null for the portal itself. */
  creator: NamedUser | null
  /** When it was made. */
  creationDate: Instant
  /** The time of its newest event. */
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The address. */
  addressId: Id | null
  /** The delivery address; left out in lists. */
  address?: Address | null
  /** Free text of the order. */
  orderNote: string | null
  /** Number that the buyer gave the order. */
  orderRefCode: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds: ExternalIds
  orderTotal: Amount
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Left out in lists. */
  attachments?: Attachment[]
  /** The order that it is derived from: whose missing stock it buys, or whose part it is. */
  derivedOrderId: Id | null
  /** Why it is derived; null where it is not. */
  derivation: 'shortage' | 'rest' | 'return' | null
  /** The deal that it was made from; null too where the reader does not reach the deal. Left out in lists. */
  dealId?: Id | null
  /** The other orders of the chain, oldest first, as far as the reader reaches. Left out in lists. */
  chain?: ChainedOrder[]
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: {
    approve: string | null
    cancel: string | null
    revoke: string | null
    update: string | null
    invoice: string | null
    pay: string | null
    attach: string | null
  }
}

/** One entry of an order's history. */
export interface OrderDetail {
  /** Where the change came from. */
  source: string
  /** Free text about where the change came from. */
  sourceData: string | null
  /** Why the vendor's side passed the credit limit; null where it did not. */
  reason: string | null
  /** The other order, where only a part was decided; null where the whole was. Left out in lists. */
  partOrder?: PartOrder | null
  /** Status after the change. */
  orderStatus: 'pending' | 'approved' | 'canceled' | 'revoked'
  /** When it was made. */
  creationDate: Instant
  updateDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
}

/** Without `buyerAccountId` a purchase of `parentAccountId` from the account above it; with `buyerAccountId` a sale to that account. */
export interface OrderDraft {
  /** Where the order comes from; free text. Default: `api`. */
  source?: string
  /** Free text about where the change came from. */
  sourceData?: string | null
  /** The account that buys. */
  buyerAccountId?: Id | null
  /** The address. */
  addressId?: Id | null
  /** Free text of the order. */
  orderNote?: string | null
  /** Number that the buyer gave the order. */
  orderRefCode?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** The order whose missing stock this order buys. */
  derivedOrderId?: Id | null
  /** A won deal: the order is its vendor's purchase, or with `buyerAccountId` the sale to its prospect. */
  dealId?: Id | null
  /** The entries. */
  items: {
    /** The product. */
    productId: Id
    /** Pieces. */
    quantity: Quantity
    /** Price of one piece. */
    price: Money
  }[]
}

/** One line of an order. */
export interface OrderItem {
  orderItemId: Id
  /** The order. */
  orderId: Id
  /** The product. */
  productId: Id
  /** SKU of the product when the order was made. */
  productSku: string
  /** Name of the product. */
  productName: string
  /** Description of the product. */
  productDescription: string | null
  /** Pieces. */
  qt: number
  /** The agreed price. */
  price: Amount
  /** Number of the currency of the price. */
  priceCurrencyId: number
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** The buyer's effective price when the order was made. */
  priceListPrice: Amount
  /** How the price on the list was entered then. */
  priceListCustomPriceDiscountType: DiscountType
  /** The discount on the price list then. */
  priceListCustomPriceDiscountAmount: Amount | null
}

/** Marks many orders as invoiced or paid, or as not. */
export interface OrderMarks {
  /** The orders, each once. */
  orderIds: Id[]
  /** Whether the vendor has invoiced the order. */
  invoiced?: boolean
  /** Whether the order is paid. */
  paid?: boolean
}

/** An order that was made from the deal. */
export interface OrderOfDeal {
  kind: 'purchase' | 'sale'
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
  /** Where it stands in its life. */
  status: string
}

/** A page of orders with the sums over all matches. */
export interface OrderPage {
  /** The entries. */
  items: Order[]
  /** All matches, also those of other pages. */
  count: number
  /** Sums over all matches, one entry per currency. */
  total: CurrencyTotal[]
}

/** A search among orders. */
export interface OrderSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'orderId' | 'orderCode' | 'orderRefCode' | 'buyerName' | 'vendorName' | 'creationDate' | 'modifiedDate' | 'status' | 'invoiced' | 'paid' | 'orderTotal'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'orderId' | 'after' | 'orderCode' | 'orderRefCode' | 'externalId' | 'buyerName' | 'vendorName' | 'status' | 'invoiced' | 'paid' | 'orderTotal' | 'buyerAccountId' | 'vendorAccountId' | 'needsMe'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate' | 'approvalDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('orderId' | 'orderCode' | 'relationId' | 'status' | 'invoiced' | 'paid' | 'invoiceId' | 'invoiceProvider' | 'details' | 'buyerAccountId' | 'vendorAccountId' | 'buyer' | 'vendor' | 'creator' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'addressId' | 'orderNote' | 'orderRefCode' | 'externalIds' | 'orderTotal' | 'currencyId' | 'currencyCode' | 'derivedOrderId' | 'derivation' | 'blocked')[]
}

/** Sell-in and sell-out of an account. Pieces are counted in all currencies; amounts only in the currency of the account's effective price list. */
export interface OrderStatistics {
  totalSellIn: TrendFigure
  totalSellOut: TrendFigure
  totalSellInPrice: TrendFigure
  totalSellOutPrice: TrendFigure
  /** Sell-out. */
  statisticsResponse: TimeSeries
  /** Sell-in. */
  statisticsResponseIn: TimeSeries
  /** Amount by buyer; when there are more than six buyers, the last slice is named `other`. */
  sellOutPieStatistics: PieSlice[]
  /** Amount by product; the last slice can be `other`. */
  sellOutBySkuPieStatistics: PieSlice[]
  /** Number of the currency of the amounts. */
  totalSellOutPriceCurrencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Sign of the currency, such as `€`. */
  currencySymbol: string
  /** Amounts of the current period in other currencies; the amounts above do not include them. */
  otherCurrencies: OtherCurrency[]
}

/** What is left out stays as it is. */
export interface OrderUpdate {
  /** Whether the vendor has invoiced the order. */
  invoiced?: boolean
  /** Whether the order is paid. */
  paid?: boolean
  /** Number that the buyer gave the order. */
  orderRefCode?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** Free text of the order. */
  orderNote?: string | null
  /** Number of the invoice in the system that wrote it. */
  invoiceId?: string | null
  /** The system that wrote the invoice. */
  invoiceProvider?: string | null
}

/** Sales in a currency other than the account's. */
export interface OtherCurrency {
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  sellIn: Amount
  sellOut: Amount
}

/** An account for which the caller acts or may act by the same sign-in. */
export interface OwnAccount {
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** As which they act there. */
  userId: Id
  /** `user_pending`: offered, and not accepted yet. */
  status: 'user_pending' | 'user_active'
  /** Full name of who offered it; null when it was the system, and for the own one. */
  offeredBy: string | null
  /** The account whose user signs in. */
  isHome: boolean
  /** The session acts for it now. */
  isInUse: boolean
}

/** One line of an order of the day with the product. */
export interface PaidLine {
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
  /** Where it stands in its life. */
  status: 'pending' | 'approved' | 'canceled' | 'revoked'
  /** When it was made. */
  creationDate: Instant
  /** Pieces. */
  quantity: number
  /** Price of one piece. */
  price: Amount
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** What explains the price: that of the list, agreed in the order, agreed in its deal, or kept by an import. */
  because: 'list' | 'agreed' | 'deal' | 'imported'
  /** The effective price at that moment; null where an import did not say it. */
  listPrice: Amount | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
}

/** The order that a part became, or of which it is a part. */
export interface PartOrder {
  /** The order. */
  orderId: Id
  /** Number of the order that people read, such as `SO-2026-000123`. */
  orderCode: string
}

/** What a partner bought in the month and in the month before, in the currency of the report. */
export interface PartnerOfMonth {
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** Of the period that was asked for. */
  current: Amount
  /** Of the period before. */
  previous: Amount
  /** `current` less `previous`. */
  change: Amount
}

/** A passkey of the caller. */
export interface Passkey {
  passkeyId: Id
  /** Name that people read. */
  name: string
  /** The host name of the portal at which it works. */
  host: string
  /** When it was made. */
  creationDate: Instant
  /** When it was last used; null: never. */
  lastUsedDate: Instant | null
}

/** The signature of a passkey (WebAuthn, `AuthenticationResponseJSON`). */
export interface PasskeyAssertion {
  /** The credential, base64url. */
  id: string
  /** The same as `id`. */
  rawId: string
  type: 'public-key'
  /** Whether it is part of the device; ignored. */
  authenticatorAttachment?: string | null
  /** Ignored. */
  clientExtensionResults?: {
    [name: string]: unknown
  }
  /** The answer of the authenticator. */
  response: {
    /** What the browser says of the page that asked, base64url. */
    clientDataJSON: string
    /** What the authenticator signed, base64url. */
    authenticatorData: string
    /** By the key of the passkey, base64url. */
    signature: string
    /** For whom the passkey was made, base64url. */
    userHandle?: string | null
  }
}

/** What the browser is asked to make a passkey with (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export interface PasskeyCreation {
  /** The portal, as WebAuthn names it. */
  rp: PasskeyPortal
  /** The user. */
  user: PasskeyOwner
  /** Good for five minutes, and once; base64url. */
  challenge: string
  /** The algorithms that are accepted (COSE). */
  pubKeyCredParams: {
    /** Algorithm of the key: `EdDSA`. */
    alg: number
    type: 'public-key'
  }[]
  /** Milliseconds for which the browser waits. */
  timeout: number
  /** The passkeys that the person has already. */
  excludeCredentials: PasskeyDescriptor[]
  /** What the authenticator has to be able to do. */
  authenticatorSelection: {
    /** Always `required`: the passkey is found without an address. */
    residentKey: string
    /** Always true. */
    requireResidentKey: boolean
    /** Whether the authenticator has to verify its person. */
    userVerification: string
  }
  /** Always `none`: the portal does not ask who made the authenticator. */
  attestation: string
}

/** A passkey, as browsers know it. */
export interface PasskeyDescriptor {
  /** The credential, base64url. */
  id: string
  type: 'public-key'
  /** How the browser reaches the authenticator. */
  transports?: string[]
}

/** The new name of a passkey. */
export interface PasskeyName {
  /** Name that people read. */
  name: string
}

/** For whom a passkey is made. */
export interface PasskeyOwner {
  /** Says nothing of the person; base64url. */
  id: string
  /** Name that people read. */
  name: string
  /** Name of the person, for the dialog of the browser. */
  displayName: string
}

/** The portal to which a passkey belongs. */
export interface PasskeyPortal {
  /** Its host name. */
  id: string
  /** Name that people read. */
  name: string
}

/** One of them: who only holds a session makes no passkey and changes no address. */
export interface PasskeyProof {
  /** The password. */
  password?: string | null
  /** Of the authenticator app, or a backup code. */
  code?: string | null
  /** Of a passkey that one has, for a challenge of `authenticate/options`. */
  passkey?: PasskeyAssertion | null
  /** The token of a sign-in at the directory that was made again (`/auth/proofs/directory/verify`). */
  directory?: string | null
}

/** A new passkey as the browser made it (WebAuthn, `RegistrationResponseJSON`). */
export interface PasskeyRegistration {
  /** The credential, base64url. */
  id: string
  /** The same as `id`. */
  rawId: string
  type: 'public-key'
  /** Whether it is part of the device; ignored. */
  authenticatorAttachment?: string | null
  /** Ignored. */
  clientExtensionResults?: {
    [name: string]: unknown
  }
  /** The answer of the authenticator. */
  response: {
    /** What the browser says of the page that asked, base64url. */
    clientDataJSON: string
    /** What the authenticator made, base64url. */
    attestationObject: string
    /** How the browser reaches the authenticator. */
    transports?: string[]
  }
}

/** What the browser is asked to sign with a passkey (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
export interface PasskeyRequest {
  /** Good for five minutes, and once; base64url. */
  challenge: string
  /** Milliseconds for which the browser waits. */
  timeout: number
  /** Host name of the portal. */
  rpId: string
  /** The passkeys that can answer; none: whichever the person chooses. */
  allowCredentials: PasskeyDescriptor[]
  /** Whether the authenticator has to verify its person. */
  userVerification: string
}

/** What accounts paid for the approved orders of a period, and what they would have paid with a list. */
export interface PastOrders {
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Orders that it concerns. */
  orders: number
  /** Whether the order is paid. */
  paid: Amount
  wouldPay: Amount
  /** Lines whose product the list does not have. */
  missingLines: number
  missingAmount: Amount
  /** Lines of approved orders of the same accounts and days in other currencies, which are in no sum. */
  otherCurrencyLines: number
  /** Number of accounts, also beyond those that are named. */
  accountCount: number
  /** The largest differences first. */
  accounts: {
    id: Id
    /** Name that people read. */
    name: string
    /** Name of the account group. */
    groupName: string
    /** Orders that it concerns. */
    orders: number
    /** Whether the order is paid. */
    paid: Amount
    wouldPay: Amount
    /** Lines whose product the list does not have. */
    missingLines: number
    missingAmount: Amount
  }[]
}

/** What the account would have paid from a moment of the day on, until the next one. */
export interface PastPrice {
  since: Instant
  /** Null when the account could not buy the product, or that is not known. */
  price: Amount | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
  /** The list that served the account. Null: none, the MSRP, or one that is gone or that the reader does not see now. */
  priceListId: Id | null
  /** Its name then; null for none, and for the MSRP. */
  priceListName: string | null
  /** It comes from an account above. */
  inherited: boolean
  /** The account above that passed the list on; null outside the reader's reach. */
  inheritedFrom: Reference | null
  /** How the price was entered. */
  discountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  discountAmount: Amount | null
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  /** Why there is no price. `not_recorded`: it was before the history of the account or of one above it began. */
  reason: 'no_list' | 'not_on_list' | 'not_active' | 'not_recorded' | null
  /** When the price came on the list, or the product left it. */
  setDate: Instant | null
  /** Null for the system, and for a user outside the reader's reach. */
  setBy: string | null
  /** By what it was set: by hand, in an imported file, or by a plan. */
  setHow: 'edit' | 'import' | 'plan' | null
  /** The plan that set it; null outside the reader's reach. */
  planId: Id | null
}

/** A permission module with its flags. */
export interface Permission {
  /** What the permission is for. */
  module: 'Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit'
  /** Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself. */
  flags: string
}

/** One part of a sum. */
export interface PieSlice {
  /** Name that people read. */
  name: string
  amount: Amount
}

/** One price of a plan. */
export interface PlannedPrice {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** The state of the product. */
  status: string
  /** The manufacturer's suggested retail price. */
  priceMsrp: Amount
  /** Number of the currency of the suggested price. */
  msrpCurrencyId: number
  /** The price on the list now; null: not on it. */
  currentPrice: Amount | null
  /** The planned price; null: the product leaves the list. */
  customPrice: Amount | null
  /** How the price was entered; it does not change the price. */
  customPriceDiscountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  customPriceDiscountAmount: Amount | null
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  /** The breaks on the list now. */
  currentBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
}

/** A living deal of another vendor for what seems to be the same opportunity. Only managers of a deal read them. */
export interface PossibleDuplicate {
  /** The deal itself. */
  deal: Deal
  /** Why it is thought to be the same. */
  reasons: ('vatId' | 'domain' | 'name')[]
  /** The products that both deals have. */
  products: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name of the product. */
    productName: string
  }[]
}

/** One change of one price. `from` is null when the product was added to the list, `to` when it was removed. */
export interface PriceChange {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string | null
  /** Name of the product. */
  productName: string | null
  /** Start, or the value before. */
  from: Amount | null
  /** End, or the value after. */
  to: Amount | null
  /** How the price was entered. */
  discountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  discountAmount: Amount | null
  /** The breaks after the change. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  changeDate: Instant
  /** Null for the system, and for a user outside the reader's reach. */
  changedBy: string | null
}

/** The price of one product before and after a change. */
export interface PriceDifference {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** Null: the product cannot be bought before, or after. */
  before: Amount | null
  /** Currency before the change, ISO 4217. */
  beforeCurrencyCode: string | null
  /** The state after the change, or what comes after it. */
  after: Amount | null
  /** Currency after the change, ISO 4217. */
  afterCurrencyCode: string | null
  /** Lower prices from a number of pieces on, before the change. */
  beforeBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  /** The same after it. */
  afterBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
}

/** Accounts in reach whose prices a change would change, and how. Computing it changes nothing. */
export interface PriceEffect {
  /** Number of accounts, also beyond those that are named. */
  accountCount: number
  /** Accounts that belong together. */
  groups: EffectGroup[]
}

/** The source of the price that an account pays. */
export interface PriceExplanation {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** What the account pays; null when it cannot buy the product. */
  price: Amount | null
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
  /** Null for the root without a list, which pays the MSRP. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** It comes from an account above. */
  inherited: boolean
  /** Null when that account is outside the reader's reach. */
  inheritedFrom: Reference | null
  /** The manufacturer's suggested retail price. */
  priceMsrp: Amount
  /** Number of the currency of the suggested price. */
  msrpCurrencyId: number
  /** Currency of the suggested price, ISO 4217. */
  msrpCurrencyCode: string
  /** How the price was entered. */
  discountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  discountAmount: Amount | null
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  /** Discount from the MSRP in percent with one decimal, negative above the MSRP; null when currencies differ or the MSRP is zero. */
  belowMsrp: number | null
  /** Why. */
  reason: 'no_list' | 'not_on_list' | 'not_active' | null
}

/** Prices of products in one currency, owned by an account. */
export interface PriceList {
  /** The price list that the price comes from. */
  priceListId: Id
  /** Null, like the name, when the list belongs to an account outside the reader's reach. */
  accountId: Id | null
  /** Name of the account. */
  accountName: string | null
  /** Name that people read. */
  name: string
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** Where it stands in its life. */
  status: 'Active'
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** Number of products on the list. */
  productCount: number
  /** Sorted by name; left out in a list of price lists. */
  products?: PriceListItem[]
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** A new price list with its products. */
export interface PriceListDraft {
  /** Name that people read. */
  name: string
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: NumberId
  /** The entries. Default: none. */
  items?: PriceListItemDraft[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
}

/** The price of one product on a price list. */
export interface PriceListItem {
  /** The price list that the price comes from. */
  priceListId: Id
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string | null
  /** The product's description under the name that clients of price lists know. */
  extendedDescription: string | null
  /** Where it stands in its life. */
  status: string
  /** The manufacturer's suggested retail price. */
  priceMsrp: Amount
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  customPrice: Amount
  /** Number of the currency of the price. */
  customPriceCurrencyId: number
  /** How the price was entered; it does not change the price. */
  customPriceDiscountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  customPriceDiscountAmount: Amount | null
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
}

/** The price of one product. */
export interface PriceListItemDraft {
  /** The product. */
  productId: Id
  customPrice: Money
  /** How the price was entered; it does not change the price. */
  customPriceDiscountType?: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  customPriceDiscountAmount?: Money | null
  /** Lower prices from a number of pieces in one order on. Default: none. */
  quantityBreaks?: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Money
  }[]
}

/** A search among price lists. */
export interface PriceListSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'priceListId' | 'name' | 'creationDate' | 'modifiedDate' | 'currencyCode' | 'accountName'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'priceListId' | 'after' | 'name' | 'currencyCode' | 'accountName' | 'status'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('priceListId' | 'accountId' | 'accountName' | 'name' | 'currencyId' | 'currencyCode' | 'status' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'productCount' | 'blocked')[]
}

/** What an account paid for a product on a day, and why. */
export interface PriceOnDay {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** A day of the calendar of the tenant’s time zone. */
  day: Day
  /** The time zone of the tenant, in which the day began and ended. */
  timeZone: string
  /** False for a product of another tenant: whether it was active then, and its MSRP, are in that tenant's history. */
  isProductRecorded: boolean
  /** In the order of time; the first one from the beginning of the day on. */
  prices: PastPrice[]
  /** Prices between the first and the second one that are not shown. */
  omittedCount: number
  /** Orders of the account from that day with the product, in any state; null without Orders `r` for the account. */
  orders: {
    /** The entries. */
    items: PaidLine[]
    /** All matches, also those of other pages. */
    count: number
  } | null
}

/** A planned change with its prices, by name of the product, and what it means. */
export interface PricePlan {
  /** The plan of prices. */
  planId: Id
  priceList: Reference
  /** A day of the calendar of the tenant’s time zone. */
  day: Day
  /** Free text. */
  note: string | null
  /** What the sign-in was begun with. */
  state: 'planned' | 'applied'
  /** Prices that the plan sets. */
  itemCount: number
  /** Products that the plan takes off the list. */
  removedCount: number
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: NamedUser | null
  /** When the planned prices were applied; null before. */
  appliedDate: Instant | null
  /** Products that were deleted meanwhile, and were left out when the prices were applied. */
  skippedCount: number
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** The entries. */
  items: PlannedPrice[]
  /** Who will pay what from that day on, compared with today: with all plans of the list up to that day. Null for one that was applied. */
  effect: PriceEffect | null
  /** Whether the reader may change and cancel it. */
  mayChange: boolean
}

/** A plan as it is to be from now on. */
export interface PricePlanChange {
  /** A day of the calendar of the tenant’s time zone. */
  day: Day
  /** Free text. */
  note?: string | null
  /** The entries. Default: none. */
  items?: PriceRow[]
  /** Default: none. */
  remove?: Id[]
}

/** New prices of a list for a day. */
export interface PricePlanDraft {
  /** The price list that the price comes from. */
  priceListId: Id
  /** A day of the calendar of the tenant’s time zone. */
  day: Day
  /** Free text. */
  note?: string | null
  /** The entries. Default: none. */
  items?: PriceRow[]
  /** Default: none. */
  remove?: Id[]
  /** The day from which the list has again what it would have had without these prices, later than `day`: a second plan, for an offer of some weeks. */
  until?: Day | null
}

/** A planned change without its prices. */
export interface PricePlanSummary {
  /** The plan of prices. */
  planId: Id
  priceList: Reference
  /** A day of the calendar of the tenant’s time zone. */
  day: Day
  /** Free text. */
  note: string | null
  /** What the sign-in was begun with. */
  state: 'planned' | 'applied'
  /** Prices that the plan sets. */
  itemCount: number
  /** Products that the plan takes off the list. */
  removedCount: number
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: NamedUser | null
  /** When the planned prices were applied; null before. */
  appliedDate: Instant | null
  /** Products that were deleted meanwhile, and were left out when the prices were applied. */
  skippedCount: number
}

/** One row of a batch: the product by its id or SKU. */
export interface PriceRow {
  /** The product. */
  productId?: Id | null
  /** Stock keeping unit: the code of the product. */
  sku?: string | null
  customPrice: Money
  /** How the price was entered; it does not change the price. */
  customPriceDiscountType?: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  customPriceDiscountAmount?: Money | null
  /** Lower prices from a number of pieces in one order on. Default: none. */
  quantityBreaks?: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Money
  }[]
}

/** Many prices of a list at once. */
export interface PriceRows {
  /** The entries. */
  items: PriceRow[]
  /** Removes products that are on the list but not among the rows. Default: `false`. */
  removeOthers?: boolean
  /** Products to remove from the list. Default: none. */
  remove?: Id[]
  /** Returns the effect without changing anything. Default: `false`. */
  dryRun?: boolean
}

/** What many prices at once change, or would change. */
export interface PriceRowsResult {
  /** Rows that are new. */
  added: number
  /** Rows that change something. */
  changed: number
  /** Rows that change nothing. */
  unchanged: number
  /** Rows that are removed. */
  removed: number
  /** With any fault nothing is saved. */
  faults: RowFault[]
  effect: PriceEffect
}

/** Why a request was refused (RFC 9457). */
export interface Problem {
  type: string
  /** What the code means, in English. */
  title: string
  /** The HTTP status. */
  status: number
  /** What was wrong with this request, in English. */
  detail: string
  /** What clients decide by. */
  code: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430'
  /** Repeats `detail`; for LC519, OC527, OC528 it is `info` as JSON text. */
  message: string
  /** Facts of the code, or null. RQ422: `{ issues: [Issue] }`, one issue a path. RQ412: `{ current, etag }`, the record as its GET answers it now with its version, or nulls where the caller does not read it. */
  info: {
    /** Of RQ422, one for each value. */
    issues?: Issue[]
  } | unknown
  /** The X-Request-Id of the answer. */
  requestId: string
}

/** A product of the catalogue, with the reader's price. */
export interface Product {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** The SKU that the manufacturer uses. */
  oemSku: string | null
  /** Those of the reader's tenant. */
  externalIds: ExternalIds
  /** SKU of the product that this one extends. */
  extendedSku: string | null
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string | null
  /** The manufacturer's suggested retail price. */
  priceMsrp: Amount
  /** The price that the reader's account pays: that of its effective price list; for the root without a list, the MSRP. Null when it cannot buy the product. */
  customPrice: Amount | null
  /** The currency of the amounts. */
  currency: Currency
  /** Pieces the reader's account has on hand. */
  stock: number
  /** License keys are made of its pieces; other products are only delivered. */
  isLicense: boolean
  /** What its serial keys begin with. */
  licensePrefix: string | null
  /** The license does not end. */
  licenseIsPerpetual: boolean
  /** Years of the term; 255: for ever. */
  licenseDurationYears: number
  /** Months of the term, beside its years. */
  licenseDurationMonths: number
  /** Days of the term, beside its years and months. */
  licenseDurationDays: number
  /** The maintenance does not end. */
  maintenanceIsPerpetual: boolean
  /** Years of the maintenance; 255: for ever. */
  maintenanceDurationYears: number
  /** Months of the maintenance, beside its years. */
  maintenanceDurationMonths: number
  /** Days of the maintenance, beside its years and months. */
  maintenanceDurationDays: number
  /** When the term begins. */
  licenseActivationRule: 'firstnextmonth' | 'activation' | null
  /** The highest version of the software that it covers; null: every version. */
  licenseMaxVersion: string | null
  /** After how many days of silence another device may take over a seat of its keys; null: never. */
  seatReclaimDays: number | null
  /** How many seats of a key its users may free by themselves within 365 days. */
  selfReleases: number
  /** The product gives more seats to a key that exists. */
  islicenseUpgradeRight: boolean
  /** The product is for trying. */
  isLicenseTrial: boolean
  /** The product that this one extends. */
  extendedProductId: Id | null
  /** Number of the term that is sold, as in `POST /subscriptions/search`. */
  subscriptionId: number | null
  /** The product that this one derives from. */
  originalProductId: Id | null
  /** The product runs only together with a server at the customer. */
  airServerRequired: boolean
  /** Where the license runs: 1 in the cloud, 2 on premises. */
  environmentType: 1 | 2
  /** Where it stands in its life. */
  status: 'Active' | 'Pending' | 'Deleted'
  type: Reference | null
  /** Tenants in which the product is shown. */
  tenants: Reference[]
  /** The tenant that owns the product and publishes it here; null for a product of one's own, and for who does not see all. */
  publishedBy: Reference | null
  /** When it was made. */
  creationDate: Instant
  /** The time of its newest event. */
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** Number of the currency of the price. */
  customPriceCurrencyId: number | null
  /** How the price was entered; it does not change the price. */
  customPriceDiscountType: DiscountType
  /** The discount that was entered: percent or money, as its type says. */
  customPriceDiscountAmount: Amount | null
  /** Lower prices for the reader's account from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** What the editor sends. A license product needs a prefix and an activation rule, and either a subscription or, with an upgrade right, the product that it extends. */
export interface ProductDraft {
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** The SKU that the manufacturer uses. */
  oemSku?: string | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
  /** Name that people read. */
  name: string
  /** Free text. */
  description?: string | null
  /** The manufacturer's suggested retail price. */
  priceMsrp: Money
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId?: NumberId | null
  /** License keys are made of its pieces; other products are only delivered. Default: `false`. */
  isLicense?: boolean
  /** What its serial keys begin with. */
  licensePrefix?: string | null
  /** When the term begins. */
  licenseActivationRule?: 'firstnextmonth' | 'activation' | null
  /** The highest version of the software that it covers; null: every version. */
  licenseMaxVersion?: string | null
  /** After how many days of silence another device may take over a seat of its keys; null: never. */
  seatReclaimDays?: number | null
  /** How many seats of a key its users may free by themselves within 365 days. Default: `0`. */
  selfReleases?: number
  /** The license does not end. Default: `false`. */
  licenseIsPerpetual?: boolean
  /** Years of the term; 255: for ever. Default: `0`. */
  licenseDurationYears?: number
  /** Months of the term, beside its years. Default: `0`. */
  licenseDurationMonths?: number
  /** Days of the term, beside its years and months. Default: `0`. */
  licenseDurationDays?: number
  /** The maintenance does not end. Default: `false`. */
  maintenanceIsPerpetual?: boolean
  /** Years of the maintenance; 255: for ever. Default: `0`. */
  maintenanceDurationYears?: number
  /** Months of the maintenance, beside its years. Default: `0`. */
  maintenanceDurationMonths?: number
  /** Days of the maintenance, beside its years and months. Default: `0`. */
  maintenanceDurationDays?: number
  /** The product gives more seats to a key that exists. Default: `false`. */
  islicenseUpgradeRight?: boolean
  /** The product is for trying. Default: `false`. */
  isLicenseTrial?: boolean
  /** The product that this one extends. */
  extendedProductId?: Id | null
  /** Number of the term that is sold, as in `POST /subscriptions/search`. */
  subscriptionId?: NumberId | null
  /** The product that this one derives from. */
  originalProductId?: Id | null
  /** The product runs only together with a server at the customer. Default: `false`. */
  airServerRequired?: boolean
  /** Where the license runs: 1 in the cloud, 2 on premises. Default: `1`. */
  environmentType?: 1 | 2
  /** The product type: its id, or the object that the API answered with. */
  type?: Id | {
    id: Id
    /** Name that people read. */
    name?: string
  } | null
  /** Tenants in which the product is shown. */
  tenants?: Id[]
  /** Where it stands in its life. */
  status?: 'Active' | 'Pending' | 'Deleted'
}

/** A product by its names. */
export interface ProductName {
  /** The product. */
  productId: Id
  /** Name of the product. */
  productName: string
  /** Stock keeping unit: the code of the product. */
  sku: string
}

/** A search among products. */
export interface ProductSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'productId' | 'sku' | 'oemSku' | 'name' | 'status' | 'environmentType' | 'price' | 'creationDate' | 'modifiedDate' | 'typeName'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'productId' | 'after' | 'sku' | 'oemSku' | 'externalId' | 'name' | 'status' | 'environmentType' | 'price' | 'typeName'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('productId' | 'sku' | 'oemSku' | 'externalIds' | 'extendedSku' | 'name' | 'description' | 'priceMsrp' | 'customPrice' | 'currency' | 'stock' | 'isLicense' | 'licensePrefix' | 'licenseIsPerpetual' | 'licenseDurationYears' | 'licenseDurationMonths' | 'licenseDurationDays' | 'maintenanceIsPerpetual' | 'maintenanceDurationYears' | 'maintenanceDurationMonths' | 'maintenanceDurationDays' | 'licenseActivationRule' | 'licenseMaxVersion' | 'seatReclaimDays' | 'selfReleases' | 'islicenseUpgradeRight' | 'isLicenseTrial' | 'extendedProductId' | 'subscriptionId' | 'originalProductId' | 'airServerRequired' | 'environmentType' | 'status' | 'type' | 'tenants' | 'publishedBy' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'priceListId' | 'priceListName' | 'customPriceCurrencyId' | 'customPriceDiscountType' | 'customPriceDiscountAmount' | 'quantityBreaks' | 'blocked')[]
}

/** A type of products with its features. */
export interface ProductType {
  id: Id
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string | null
  /** When it was made. */
  creationDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** Sorted by name. Features of a type that this version does not know are left out here, but kept. */
  features: TypeFeature[]
  /** Number of products of this type that the reader sees. */
  products: number
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    delete: string | null
  }
}

/** The name and features of a product type. */
export interface ProductTypeDraft {
  /** Name that people read. */
  name: string
  /** Free text. */
  description?: string | null
  /** The complete new set of features; absent: not changed. */
  features?: {
    id: Id
    value?: FeatureValue
  }[]
}

/** A search among product types. */
export interface ProductTypeSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'name' | 'creationDate'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'name'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('id' | 'name' | 'description' | 'creationDate' | 'createdBy' | 'features' | 'products' | 'blocked')[]
}

/** How the caller signs in, and by what they can prove anew that it is they. */
export interface ProofWays {
  /** They have a password, whether or not it signs in. */
  hasPassword: boolean
  /** They have a second factor: a code of the authenticator app, or a backup code. */
  hasCode: boolean
  /** They have a passkey that works at this host name. */
  hasPasskey: boolean
  /** The directory that they sign in by, where they can sign in again. */
  connection: OfferedConnection | null
  /** The directory is the only way in: neither a password nor a passkey signs in, and the address stays one of the directory. */
  onlyByDirectory: boolean
}

/** The company that a deal is about. */
export interface Prospect {
  customerInformationId: Id
  /** The prospect has one address, known by the same id. */
  addressId: Id
  /** Name that people read. */
  name: string
  /** Name of the company in the register. */
  legalName: string | null
  /** VAT number with the code of its country. */
  vatId: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  email: string | null
  /** With the code of the country. */
  phoneNumber: string | null
  /** Address of the website. */
  webSite: string | null
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality: string | null
  /** Province or state. */
  region: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name in the reader's language. */
  country: string
  /** ISO 3166-1, two letters. */
  countryCode: string
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates: string | null
  /** When it was made. */
  creationDate: Instant
}

/** The company that a deal is registered for. */
export interface ProspectDraft {
  /** Name that people read. */
  name: string
  /** Name of the company in the register. */
  legalName?: string | null
  /** VAT number with the code of its country. */
  vatId: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  email?: '' | Email | null
  /** With the code of the country. */
  phoneNumber?: string | null
  /** Address of the website. */
  webSite?: string | null
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality?: string | null
  /** Province or state. */
  region?: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name in a language of the portal, or its code. `countryCode` takes precedence. */
  country?: string | null
  /** ISO 3166-1, two letters. */
  countryCode?: string | null
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates?: string | null
}

/** The same in a correction: an answer's own other names are ignored. */
export interface ProspectUpdate {
  /** Name that people read. */
  name: string
  /** Name of the company in the register. */
  legalName?: string | null
  /** VAT number with the code of its country. */
  vatId: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  email?: '' | Email | null
  /** With the code of the country. */
  phoneNumber?: string | null
  /** Address of the website. */
  webSite?: string | null
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality?: string | null
  /** Province or state. */
  region?: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name. */
  country?: string | null
  /** ISO 3166-1, two letters. */
  countryCode?: string | null
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates?: string | null
  /** Taken as the record was answered, and ignored. */
  customerInformationId?: unknown
  /** Taken as the record was answered, and ignored. */
  addressId?: unknown
  /** Taken as the record was answered, and ignored. */
  creationDate?: unknown
}

/** A reason is required to approve a deal while a rival is protected or an earlier one waits; only managers read it. */
export interface ProtectionDecision {
  /** Whether the deal is protected against other vendors. */
  protectionStatus: 'Pending' | 'Approved' | 'Refused' | 'Duplicated'
  /** Why. */
  reason?: string | null
}

/** A second factor. `providerSetup` is the link (`otpauth://…`) for a QR code. It is null for e-mail and after setup: the secret is shown only once. */
export interface Provider {
  /** Kind of second factor, as in `GET /auth/mfa/providers`. */
  providerType: 1 | 3
  /** Name that people read. */
  name: string
  /** Link for a QR code (`otpauth://…`), or what the step before answered. */
  providerSetup: string | null
}

/** Pieces: whole, at least 1. */
export type Quantity = number

/** A decision that the reader owes, with its deal. */
export interface QueuedDecision {
  kind: 'protection' | 'ebid' | 'extension'
  since: Instant
  due: Instant
  /** Why. */
  reason: string | null
  /** The deal itself. */
  deal: Deal
}

/** Another entity by its id and name. */
export interface Reference {
  id: Id
  /** Name that people read. */
  name: string
}

/** Only the refresh token is used. Clients may send all fields of the sign-in again, so every field of the payload and of the answer of `/auth/token` is accepted and ignored. */
export interface RefreshRequest {
  /** Token for the next pair; works once. */
  refreshToken?: string | null
  /** Taken as the record was answered, and ignored. */
  token?: unknown
  /** Taken as the record was answered, and ignored. */
  expirationUtc?: unknown
  /** Taken as the record was answered, and ignored. */
  refreshTokenExpirationUtc?: unknown
  /** Taken as the record was answered, and ignored. */
  deviceUniqueId?: unknown
  /** Taken as the record was answered, and ignored. */
  appPlatform?: unknown
  /** Taken as the record was answered, and ignored. */
  grantType?: unknown
  /** Taken as the record was answered, and ignored. */
  email?: unknown
  /** Taken as the record was answered, and ignored. */
  password?: unknown
  /** Taken as the record was answered, and ignored. */
  mfaToken?: unknown
  /** Taken as the record was answered, and ignored. */
  mfaCode?: unknown
  /** Taken as the record was answered, and ignored. */
  oauthProviderType?: unknown
  /** Taken as the record was answered, and ignored. */
  callbackUrl?: unknown
  /** Taken as the record was answered, and ignored. */
  authCode?: unknown
}

/** A key that has an end, and what renewing it takes. */
export interface RenewableKey {
  licenseId: Id
  /** The license key, which is also the credential of devices. */
  serialKey: string
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** The last instant of the license; of the maintenance for a perpetual license. */
  dueDate: Instant
  /** True: the license is perpetual, and its maintenance ends. */
  isMaintenance: boolean
  /** The product by its SKU and name. */
  product: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
  }
  /** The account that it belongs to. */
  ownerAccount: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The product that renews it; null when none does. */
  renewal: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
  } | null
  /** What the owner pays for the renewal of all seats; null when it cannot buy it. */
  value: Amount | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
  /** The pending order that was made for its renewal. */
  order: {
    /** The order. */
    orderId: Id
    /** Number of the order that people read, such as `SO-2026-000123`. */
    orderCode: string
  } | null
  /** The code of the reason why the reader may not renew it; null when allowed. */
  blocked: {
    renew: string | null
  }
}

/** What a renewal did, or would do. */
export interface RenewalAnswer {
  /** The entries. */
  items: RenewalResult[]
  /** Pieces of each product that it takes. */
  pieces: RenewalPieces[]
}

/** Who asks for the renewal, and what they say: all of it may be left out. */
export interface RenewalAsk {
  /** Who asks. */
  contactName?: string | null
  /** Where they can be answered. */
  contactEmail?: Email | null
  /** Free text. */
  note?: string | null
}

/** Renews keys. */
export interface RenewalDraft {
  /** The entries. */
  items: {
    /** The license key, which is also the credential of devices. */
    serialKey: string
    /** When the license, or its maintenance, ends. */
    dueDate: Instant | null
    /** The product. */
    productId?: Id | null
  }[]
  /** Order what is short; needs Orders `c`. Default: `true`. */
  orderMissing?: boolean
  /** Approve these orders at once, as their vendor, and extend the keys with them; needs Orders `u`. Default: `false`. */
  approve?: boolean
}

/** What the keys in a window are worth, by account. */
export interface RenewalFigures {
  /** The entries. */
  items: RenewalsOfAccount[]
  /** Number of accounts in all. */
  count: number
  /** The keys, or their number. */
  keys: number
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** Keys that nothing renews or that cannot be bought. */
  unpriced: number
  /** Sums over all accounts, one for each currency. */
  total: {
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    amount: Amount
  }[]
}

/** One month of the renewal rate. */
export interface RenewalMonth {
  /** First day, `YYYY-MM-DD`. */
  month: string
  /** Terms that ended in the month, by UTC. */
  due: number
  /** Terms of them that were renewed, before or after their end. */
  renewed: number
  /** Percentage with one decimal; null when nothing was due. */
  rate: number | null
}

/** Pieces of one product that the renewals take from an account's stock, or lack there. */
export interface RenewalPieces {
  /** The account that it belongs to. */
  account: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The product by its SKU and name. */
  product: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
  }
  /** Pieces. */
  quantity: number
  /** Pieces that are short, and ordered if the caller wants that. */
  missing: number
  /** The account's price; null when it cannot buy the product. */
  price: Amount | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
}

/** What became of one key, or would become. */
export interface RenewalResult {
  licenseId: Id
  /** The license key, which is also the credential of devices. */
  serialKey: string
  /** The account that it belongs to. */
  ownerAccount: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** `extended`: its stock was there. `ordered`: what is missing was ordered. `waiting`: an earlier order for it is pending. `short`: stock is missing and was not ordered. `refused`: see `reason`. */
  outcome: 'extended' | 'ordered' | 'waiting' | 'short' | 'refused'
  /** Why. */
  reason: 'changed' | 'not_started' | 'perpetual' | 'trial' | 'upgrade_right' | 'no_product' | 'not_for_sale' | null
  /** The product that renews it. */
  renewal: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
  } | null
  /** The products that can renew it, the usual one first. */
  choices: {
    /** The product. */
    productId: Id
    /** Stock keeping unit: the code of the product. */
    sku: string
    /** Name that people read. */
    name: string
  }[]
  /** When the license, or its maintenance, ends. */
  dueDate: Instant | null
  /** The end after the renewal; null when it has none, or is not extended. */
  newDueDate: Instant | null
  /** The order that was made for it, also when it was approved at once. */
  order: {
    /** The order. */
    orderId: Id
    /** Number of the order that people read, such as `SO-2026-000123`. */
    orderCode: string
  } | null
}

/** A search among keys that end. */
export interface RenewalSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'serialKey' | 'dueDate' | 'productName' | 'sku' | 'ownerAccountName' | 'seats'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'serialKey' | 'window' | 'productName' | 'sku' | 'ownerAccountName' | 'productId' | 'ownerAccountId' | 'needsMe'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'dueDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('licenseId' | 'serialKey' | 'seats' | 'dueDate' | 'isMaintenance' | 'product' | 'ownerAccount' | 'renewal' | 'value' | 'currencyCode' | 'order' | 'blocked')[]
}

/** What the keys of one account are worth that are in a window. */
export interface RenewalsOfAccount {
  /** The account that it belongs to. */
  ownerAccount: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  }
  /** The keys, or their number. */
  keys: number
  /** Seats: how many devices can use it at the same time. */
  seats: number
  /** Keys without a price: no product renews them, or the account cannot buy it. */
  unpriced: number
  value: Amount
  /** Null when no key has a price. */
  currencyCode: string | null
}

/** A new password with the token of the link. */
export interface ResetPassword {
  /** Access token, or the token of the link in the mail. */
  token: string
  /** The password. */
  password: NewPassword
  email: Email
}

/** The address of who forgot a password. */
export interface ResetRequest {
  email: Email
}

/** A role by its number and name. */
export interface Role {
  /** Number of the role. */
  roleId: number
  /** Name that people read. */
  name: string
  /** May administer the tenant. */
  isSuperAdmin: boolean
}

/** The name and permissions of a role. */
export interface RoleDraft {
  /** Name that people read. */
  name: string
  /** Writing needs reading: `c`, `u` and `d` only with `r` or `ra`. */
  permissions: {
    /** What the permission is for. */
    module: 'Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit'
    /** Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself. */
    flags: FlagsText
  }[]
}

/** A role with its permissions. Nobody may give a role that allows more than their own do (`covers`). */
export interface RoleEntry {
  /** Number of the role. */
  roleId: number
  /** Name that people read. */
  name: string
  /** May administer the tenant. */
  isSuperAdmin: boolean
  /** What may be done, one entry for each module. */
  permissions: Permission[]
}

/** `before`: the role as the caller last read it. If somebody has changed it since then, the call changes nothing. */
export interface RoleUpdate {
  /** Name that people read. */
  name: string
  /** What may be done, one entry for each module. */
  permissions: {
    /** What the permission is for. */
    module: 'Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit'
    /** Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself. */
    flags: FlagsText
  }[]
  /** The state before the change. */
  before?: {
    /** Name that people read. */
    name: string
    /** What may be done, one entry for each module. */
    permissions: {
      /** What the permission is for. */
      module: 'Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit'
      /** Joined by dashes: c create, r read, ra read all, u update, d delete; cu grants nothing by itself. */
      flags: string
    }[]
  }
}

/** What is wrong with one row. */
export interface RowFault {
  /** Index of the row, from 0. */
  index: number
  /** Name of a field that can be used here. */
  field: string
  /** Code that people read, or that clients decide by. */
  code: 'unknown' | 'twice' | 'deleted' | 'required' | 'too_big' | 'not_rising' | 'not_lower'
}

/** Sales of the account and all below it, and what the account itself bought, as the dashboard counts them. */
export interface SalesOfMonth {
  /** Null for an account that does not sell. */
  sellOut: TrendFigure | null
  /** The account's own purchases; null for the vendor, who buys from nobody. */
  sellIn: TrendFigure | null
  /** The sell-out beside the same month of the year before; null without one. */
  yearBefore: TrendFigure | null
  /** Sales and purchases in other currencies; the amounts above do not include them. */
  otherCurrencies: {
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    sellIn: Amount
    sellOut: Amount
  }[]
}

/** Business time and machine time of a sandbox. */
export interface SandboxClock {
  /** Business time now. It goes on running. */
  date: Instant
  /** Machine time now: that of tokens, API keys, devices, deliveries and mails. */
  machineDate: Instant
  /** As far as it may be moved now. */
  latestDate: Instant
}

/** A seat that a device holds, as another device with the same key sees it. */
export interface SeatOfKey {
  /** The seat: the place of a device on a license. */
  licenseSeatId: Id
  /** What the device calls itself. Its id is not shown: who knows it can act as that device. */
  deviceName: string | null
  /** To the minute. */
  lastContact: Instant
  /** Whether it is the seat of the device that asks. */
  isOwn: boolean
  /** Whether the device that asks may free it now. */
  releasable: boolean
}

/** Suspends or resumes a seat. */
export type SeatStatus = 'active' | 'suspended'

/** The rule of second factors. Days are those of the tenant's time zone. */
export interface SecondFactorRule {
  /** Who needs a second factor. */
  requiredFor: 'nobody' | 'everybody' | 'roles'
  /** With `roles`: who has one of these needs a second factor. */
  roleIds: NumberId[]
  /** The first day on which people are told; today or later, unless it stays as it is. Null only for `nobody`. */
  from: Day | null
  /** So many days after it one can still sign in without. */
  graceDays: number
}

/** Whether a second factor is asked of somebody, and whether they have one. */
export interface SecondFactorStanding {
  /** They have an authenticator, e-mail codes or a passkey. */
  isEnabled: boolean
  /** The rule of the tenant names them, and its first day has come. */
  isRequired: boolean
  /** Until then they can go on without; null while none is asked of them. */
  dueDate: Instant | null
  /** That is over: only what leads to one is open to them. */
  isDue: boolean
}

/** How many seats of a key its users may free by themselves within 365 days. */
export interface SelfReleases {
  /** What its product allows; 0: none. */
  allowed: number
  /** How many may still be freed now. */
  left: number
  /** If none is left, the instant from which the next is possible. */
  nextReleaseDate: Instant | null
}

/** A product that a buyer can be sold. */
export interface SellableProduct {
  /** The product. */
  productId: Id
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Name of the product. */
  productName: string
  /** License keys are made of its pieces; other products are only delivered. */
  isLicense: boolean
  /** Price of one piece. */
  price: Amount
  /** Number of the currency, as in `GET /lookup/currencies`. */
  currencyId: number
  /** The price list that the price comes from. */
  priceListId: Id | null
  /** Name of that price list; null out of reach. */
  priceListName: string | null
  /** Lower prices from a number of pieces in one order on. */
  quantityBreaks: {
    /** Start, or the value before. */
    from: number
    /** Price of one piece. */
    price: Amount
  }[]
  vendorAccountId: Id
  /** On hand without what pending sales hold. */
  available: Balance
}

/** One sign-in of the caller, on one device. */
export interface Session {
  sessionId: Id
  /** The client's own name for its device and platform; null when it sent none. */
  deviceUniqueId: string | null
  /** The program that signs in, as it names itself. */
  appPlatform: string | null
  /** The browser or program, as it names itself. */
  userAgent: string | null
  /** When it was made. */
  creationDate: Instant
  /** Last sign-in or refresh; an active client refreshes every quarter of an hour. */
  lastUsedDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
  /** True for the session that made this call. */
  isCurrent: boolean
}

/** Products with too little stock: `info.items` of OC527 and OC528. */
export interface Shortage {
  /** The product. */
  productId: Id
  /** Name of the product. */
  productName: string
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Pieces. */
  quantity: number
  /** On hand without what pending sales hold. */
  available: number
  /** Pieces that are missing. */
  missing: number
}

/** What is absent stays as it is. */
export interface SignInChange {
  /** Who needs a second factor, and from when. */
  secondFactors?: SecondFactorRule
}

/** How the people of the tenant sign in. */
export interface SignInSettings {
  /** Who needs a second factor, and from when. */
  secondFactors: {
    /** Who needs a second factor. */
    requiredFor: 'nobody' | 'everybody' | 'roles'
    /** Who has one of these roles needs a second factor. */
    roleIds: NumberId[]
    /** Start, or the value before. */
    from: Day | null
    /** For so many days one can still go on without. */
    graceDays: number
    /** The first day on which a sign-in leads through setting one up; null while nobody needs one. */
    enforcedFrom: Day | null
    /** Active people of the tenant who have no second factor. */
    peopleWithout: number
    /** People without a second factor whom the rule names. */
    requiredWithout: number
  }
}

/** Somebody who agreed. */
export interface Signature {
  /** Null outside the reader's reach. */
  signedBy: NamedUser | null
  /** Name of the account. */
  accountName: string | null
  /** For whom they stood in, besides themselves. */
  signedFor: NamedUser[]
  /** Free text. */
  note: string | null
  signedDate: Instant
  /** It was the decision itself. */
  isDecision: boolean
  /** The reader's own. */
  isMine: boolean
  /** Lines, prices or the asked value have changed since: it does not count any more. */
  isOutdated: boolean
}

/** Approves, cancels or revokes an order. */
export interface StatusChange {
  /** Where the change came from. Default: `api`. */
  source?: string
  /** Free text about where the change came from. */
  sourceData?: string | null
  /** Other prices that are agreed when approving. */
  items?: {
    orderItemId: Id
    /** Price of one piece. */
    price?: Money
    /** Pieces. */
    quantity?: number
  }[]
  /** Approves although the buyer's credit stops it; not needed where it does not. */
  passCredit?: {
    /** Why. */
    reason: string
  } | null
  /** Where it stands in its life. */
  status: 'pending' | 'approved' | 'canceled' | 'revoked'
}

/** Pieces of one product that one account has. */
export interface StockRow {
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** The product. */
  productId: Id
  /** Name of the product. */
  productName: string
  /** Description of the product. */
  productDescription: string | null
  /** Stock keeping unit: the code of the product. */
  sku: string
  /** Pieces. */
  quantity: Balance
  /** On hand − held by the account's pending sales. */
  available: Balance
  /** Warn when fewer pieces than this are available; null: no warning. */
  threshold: number | null
  /** The product that this one extends. */
  extendedProductId: Id | null
  /** License keys are made of its pieces; other products are only delivered. */
  isLicense: boolean
}

/** A search among stock. */
export interface StockSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'sku' | 'productName' | 'quantity'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'sku' | 'productName' | 'quantity' | 'productId' | 'isLicense' | 'belowThreshold'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('accountId' | 'accountName' | 'productId' | 'productName' | 'productDescription' | 'sku' | 'quantity' | 'available' | 'threshold' | 'extendedProductId' | 'isLicense')[]
}

/** A term that can be sold. */
export interface Subscription {
  /** Number of the term that is sold, as in `POST /subscriptions/search`. */
  subscriptionId: number
  /** Name that people read. */
  name: string
}

/** What is absent stays as it is. */
export interface TenantChange {
  /** Name of the tenant. */
  tenantName?: string
  /** Colours of the brand. */
  theme?: Theme
  /** Menu entries that nobody of the tenant sees. */
  excludedMenuEntries?: ('dashboard' | 'products' | 'pricelists' | 'accounts' | 'deals' | 'sell-in' | 'stocks' | 'sell-out' | 'licenses' | 'renewals' | 'certifications' | 'audit' | 'reports-licenses' | 'reports-month' | 'brand-assets' | 'knowledge-base' | 'help-desk' | 'ds')[]
  /** Addresses of the menu entries that lead to other pages. */
  externalLinks?: ExternalLinks
  /** Host names under which the portal is reached. */
  hosts?: Host[]
  /** Null: the sender of the installation. */
  mailFrom?: Email | null
  /** The days that documents print are days of this zone. */
  timeZone?: TimeZone
  /** Numbers of the rules of business. */
  defaults?: TenantDefaults
}

/** The defaults of business rules. */
export interface TenantDefaults {
  /** Days that a registered deal is protected, and that an extension adds. */
  protectionDays: number
  /** Days that a pending sale holds stock before the System cancels it. */
  stockHoldDays: number
  /** Days before its end at which a certificate, or a key, is reminded of. */
  certificateReminderDays: number[]
  /** Days before the end of a license at which its owner is reminded. */
  licenseReminderDays: number[]
}

/** A new tenant and its first super admin, who is invited by mail and sets their own password. */
export interface TenantDraft {
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Where the invitation goes, and with what the first super admin signs in. */
  adminEmail: Email
  /** Of the first super admin. */
  adminFirstName: string
  /** Of the first super admin. */
  adminLastName: string
  /** Of the first super admin, and of their invitation. */
  languageCode: 'en' | 'it'
  /** The days that documents print are days of this zone. */
  timeZone: TimeZone
  /** ISO 4217. It stays. */
  currencyCode: string
  /** A host name that leads to the portal; needed where the installation is not on `localhost`. */
  host?: Host | null
}

/** A tenant by its code and name. */
export interface TenantEntry {
  tenantId: Id
  /** Name of the tenant. */
  tenantName: string
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
}

/** An account group as its tenant administers it. */
export interface TenantGroup {
  /** Number of the account group. */
  groupId: number
  /** Name that people read. */
  name: string
  /** Level of the account group: a lower number is more senior. */
  level: number
  /** How many accounts are in it. */
  accounts: number
}

/** A role as its tenant administers it. */
export interface TenantRole {
  /** Number of the role. */
  roleId: number
  /** Name that people read. */
  name: string
  /** May administer the tenant. */
  isSuperAdmin: boolean
  /** What may be done, one entry for each module. */
  permissions: Permission[]
  /** What the portal itself uses the role for; null: nothing. */
  purpose: 'super_admin' | 'administrator' | null
  /** How many users hold it. */
  users: number
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: string | null
    remove: string | null
  }
}

/** All that a tenant's super admins set. */
export interface TenantSettings {
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Address of the tenant's logo; null: none. */
  logoUrl: string | null
  /** Colours of the brand. */
  theme: {
    /** Colour of the brand, as `#rrggbb`. */
    primaryColor?: string
  }
  /** Menu entries that nobody of the tenant sees. */
  excludedMenuEntries: string[]
  /** Addresses of the menu entries that lead to other pages. */
  externalLinks: {
    /** Entry of the menu. */
    entry: string
    /** Address with `https`. */
    url: string
  }[]
  /** IANA name of the time zone. */
  timeZone: string
  /** What the installation is for. */
  environment: 'production' | 'development' | 'test' | 'sandbox'
  /** Seconds by which business time is ahead of machine time; 0 but in a sandbox whose clock was moved. */
  secondsAhead: number
  /** Version of the portal. */
  version: string
  /** Host names under which the portal is reached. */
  hosts: string[]
  /** Sender of mails; null: that of the installation. */
  mailFrom: string | null
  /** The names behind hosts and sender: each is in use once a TXT record has proved it. */
  domains: {
    /** Name that people read. */
    name: string
    /** Whether it is a host or the sender of mails. */
    usedFor: ('host' | 'sender')[]
    /** A TXT record has proved the name. */
    proved: boolean
    /** The TXT record to publish. */
    record: {
      /** Name that people read. */
      name: string
      value: string
    }
  }[]
  /** Numbers of the rules of business. */
  defaults: {
    /** Days that a registered deal is protected. */
    protectionDays: number
    /** Days that a pending sale holds stock. */
    stockHoldDays: number
    /** Days before the end of a certificate at which its holder is reminded. */
    certificateReminderDays: number[]
    /** Days before the end of a license at which its owner is reminded. */
    licenseReminderDays: number[]
  }
}

/** A colour as `#rrggbb` with enough contrast. Without one the portal's own is used. */
export interface Theme {
  /** Colour of the brand, as `#rrggbb`. */
  primaryColor?: string
}

/** Sets or removes a warning threshold. */
export interface ThresholdChange {
  /** The product. */
  productId: Id
  /** A warning is shown while fewer pieces are available; null: none. */
  threshold: number | null
}

/** Figures of a period and the one before it, in buckets of the same length. */
export interface TimeSeries {
  /** Of the period that was asked for. */
  current: {
    /** One for each bucket, also for empty ones. */
    samples: {
      /** The key: of a bucket its first day, of an API key the secret. */
      key: string
      value: {
        /** Pieces. */
        qt: number
        amount: Amount
      }
    }[]
    /** Sum over the whole period. */
    total: {
      /** Pieces. */
      qt: number
      amount: Amount
    }
  }
  /** Of the period before. */
  previous: {
    /** One for each bucket, also for empty ones. */
    samples: {
      /** The key: of a bucket its first day, of an API key the secret. */
      key: string
      value: {
        /** Pieces. */
        qt: number
        amount: Amount
      }
    }[]
    /** Sum over the whole period. */
    total: {
      /** Pieces. */
      qt: number
      amount: Amount
    }
  }
  /** Days, ISO weeks or months. */
  samplingFrequency: 'd' | 'w' | 'm'
  /** Change in percent with one decimal; null when there was nothing before. */
  trend: number | null
  /** Both periods have buckets of the same length. */
  sameSamplingRate: boolean
}

/** IANA name, such as `Europe/Rome`. */
export type TimeZone = string

/** What needs the reader. */
export interface Today {
  /** Each record once, most urgent first. */
  items: TodayItem[]
  /** Records in all. */
  count: number
  /** What those that have an amount are worth together, also beyond `items`: one sum for each currency, the largest first. */
  worth: {
    /** ISO 4217, such as `EUR`. */
    currencyCode: string
    amount: Amount
  }[]
  /** What there is of each kind, also beyond `items`; a record counts at each of its reasons. */
  kinds: {
    kind: 'order' | 'signature' | 'protection' | 'ebid' | 'ebidSignature' | 'extension' | 'protectionEnd' | 'stock' | 'shortage' | 'ask' | 'key' | 'certificate' | 'invitation' | 'import'
    /** All matches, also those of other pages. */
    count: number
    /** How many are late. */
    overdue: number
  }[]
  /** The caller is at the first steps of an account, which `GET /first-steps` answers. */
  hasFirstSteps: boolean
}

/** One record that needs the reader. */
export interface TodayItem {
  kind: 'order' | 'signature' | 'protection' | 'ebid' | 'ebidSignature' | 'extension' | 'protectionEnd' | 'stock' | 'shortage' | 'ask' | 'key' | 'certificate' | 'invitation' | 'import'
  /** The other reasons why the same record needs the reader. */
  also: ('order' | 'signature' | 'protection' | 'ebid' | 'ebidSignature' | 'extension' | 'protectionEnd' | 'stock' | 'shortage' | 'ask' | 'key' | 'certificate' | 'invitation' | 'import')[]
  /** How soon it is due. */
  urgency: 'overdue' | 'today' | 'week' | 'asked' | 'later'
  /** Of the order, deal, license, issued certificate, user or import; of the product for short stock; of the account that runs short. */
  recordId: Id
  /** The order's or deal's code, the serial key, the SKU, the certificate's name, the address, the file's name. */
  code: string
  /** The buyer, prospect, product, holder or person. */
  name: string | null
  /** The buyer, the deal's vendor, or whose stock, key, certificate or user it is; null for imports. */
  account: {
    accountId: Id
    /** Code of the account, once in the tenant. */
    accountCode: string
    /** Name of the account. */
    accountName: string
  } | null
  /** Since when it waits; null where nobody asked for it. */
  since: Instant | null
  /** When it is, or was, late; null when nothing says so. */
  due: Instant | null
  /** The order's total; the deal's items; of an eBid the price that is asked for. */
  amount: Amount | null
  /** ISO 4217, such as `EUR`. */
  currencyCode: string | null
  /** Of an eBid, the total of the items. */
  itemsTotal: Amount | null
  /** Of a stock that runs short soon: when, and what lacks. */
  shortage: NextShortage | null
  /** Of short stock, also of one that runs short soon. */
  available: number | null
  /** A warning is shown while fewer pieces are available; null: none. */
  threshold: number | null
  /** Of a key. */
  seats: number | null
  /** Of a key: its license is perpetual, and the maintenance ends. */
  isMaintenance: boolean | null
  /** Of a key whose renewal was asked for on its page: by whom, with what they said. */
  ask: KeyAsk | null
  /** Of a certificate: whom it was issued to. */
  holder: 'User' | 'Account' | null
  /** Of an import; null for a run of the command. */
  importKind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals' | null
  /** The code of the reason why the reader may not decide it now; null when allowed. */
  blocked: {
    decide: string | null
  }
}

/** Signs in, at first or with the second factor. */
export interface TokenRequest {
  /** Names the device or program that signs in: one session for each. */
  deviceUniqueId?: string | null
  /** The program that signs in, as it names itself. */
  appPlatform?: string | null
  /** How the caller signs in: `password`, or by a provider that is enabled. */
  grantType: 'password' | 'access_token'
  email?: string | null
  /** The password. */
  password?: string | null
  /** Joins the steps of a second factor: from A403 or from the step before. */
  mfaToken?: string | null
  /** Code of the second factor. */
  mfaCode?: string | null
  /** Taken and not used yet. */
  oauthProviderType?: number | string | null
  /** Taken and not used yet. */
  callbackUrl?: string | null
  /** Code of the second factor. */
  authCode?: string | null
}

/** A figure of the current period with that of the previous period. */
export interface TrendFigure {
  /** Of the period that was asked for. */
  current: Amount
  /** Of the period before. */
  previous: Amount
  /** Change in percent with one decimal; null when there was nothing before. */
  trend: number | null
}

/** A feature within a product type. */
export interface TypeFeature {
  id: Id
  /** Name that people read. */
  name: string
  /** Free text. */
  description: string
  /** Kind of value: 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int. */
  typeId: number
  /** Name of the kind of value. */
  typeName: FeatureType
  value: FeatureValue
}

/** A record because of which an import cannot be taken back whole. */
export interface UndoObstacle {
  /** The kind of record. */
  entity: string
  /** The record. */
  entityId: string
  /** What the record was called then. */
  entityName: string | null
  /** Why. */
  reason: 'changedSince' | 'removedSince' | 'keyTaken' | 'inUse' | 'hasChildren' | 'hasUsers' | 'hasOrders' | 'hasLicenses' | 'hasStock' | 'hasDeals' | 'ownsPriceLists' | 'listInUse' | 'soldSince' | 'isHistory' | 'mayNot'
  /** The reason as an English sentence. */
  message: string
}

/** How an import is to be taken back. */
export interface UndoWishes {
  /** Takes back what can be, and leaves the rest as it is. Default: `false`. */
  whatCanBe?: boolean
}

/** What became of the wish to take an import back. */
export interface UndoneImport {
  /** False: nothing was taken back, because of the obstacles. */
  isUndone: boolean
  /** New records that were removed. */
  removed: number
  /** Records that are again as they were before. */
  restored: number
  /** Records that stand in the way. */
  obstacleCount: number
  /** The first of them, at most 100. */
  obstacles: UndoObstacle[]
}

/** The name of an account and who is notified for it. */
export interface UpdateAccount {
  /** Name of the account. */
  accountName: string
  /** Absent, null or empty: nobody is notified. */
  notificationReceiverEmail?: '' | Email | null
  /** Set by an account above. Absent: it stays; null: no limit. */
  creditLimit?: Money | null
  /** Set by an account above. Absent: they stay; null: none. */
  paymentTermsDays?: number | null
  /** Ids that other systems have for the record, by the name of the system. In a request the systems that it names change, and null removes one. */
  externalIds?: ExternalIdChanges | null
}

/** The changed address of an account. */
export interface UpdateAddress {
  /** The address. */
  addressId?: Id
  /** Name of the company in the register. */
  legalName: string
  /** VAT number with the code of its country. */
  vatId: string
  /** Street and number. */
  street: string
  city: string
  /** Part of the city. */
  locality?: string | null
  /** Province or state. */
  region?: string | null
  /** Postal code. */
  postalCode: string
  /** The country's name (English or Italian) or code; not needed beside `countryCode`. */
  country?: string | null
  /** ISO 3166-1, two letters. */
  countryCode?: string | null
  /** Latitude and longitude in degrees, separated by a comma. */
  coordinates?: string | null
}

/** The changed profile of a user. */
export interface UpdateUser {
  id?: Id
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** IANA name of the time zone. */
  timeZone: TimeZone
  /** Language, such as `en` or `it`. */
  languageCode: 'en' | 'it'
  /** The user gets mails about orders of the account. */
  isNotificationEnabled: boolean
}

/** Where the bytes are sent to with PUT: once, within 15 minutes, without the authorization header. */
export interface Upload {
  /** Signed address that takes the bytes with PUT. */
  uploadUrl: string
  /** Headers to send with the bytes. */
  headers: {
    [name: string]: string
  }
  accountFileId: Id
  uploadSessionId: Id
}

/** Says that the bytes have been sent. */
export interface UploadCommit {
  accountFileId: Id
  uploadSessionId: Id
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
}

/** Announces a file. */
export interface UploadRequest {
  /** What the file is for. Default: `document`. */
  fileCategory?: 'document' | 'orderAttachment' | 'brandAsset'
  /** Name of the file with its ending. */
  fileName: string
  /** Size in bytes. */
  fileSizeInBytes: number
  /** Free text about the file. */
  fileNote?: string | null
  /** The account that will own the file; by default the caller's. */
  parentAccountId?: Id | null
}

/** A person who signs in, with the permissions of all roles. */
export interface User {
  /** The user. */
  userId: Id
  email: string
  /** First name of the person. */
  firstName: string
  /** Last name of the person. */
  lastName: string
  /** IANA name of the time zone. */
  timeZone: string
  /** Language, such as `en` or `it`. */
  languageCode: string
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** The account that it belongs to. */
  account: {
    accountId: Id
    /** Name of the account. */
    accountName: string
    /** Name of the account group. */
    groupName: string
    /** Level of the account group: a lower number is more senior. */
    level: number
    /** The account is the vendor's own, at the root. */
    isRoot: boolean
  }
  /** Permissions are the union over them. */
  roles: Role[]
  /** What may be done, one entry for each module. */
  permissions: Permission[]
  /** Where it stands in its life. */
  status: 'user_pending' | 'user_active' | 'user_suspended'
  /** The user gets mails about orders of the account. */
  isNotificationEnabled: boolean
  /** May administer the tenant. */
  isSuperAdmin: boolean
  /** False: they sign in as a user of another account of the tenant, and act for this one too. */
  hasOwnSignIn: boolean
  /** Only of the caller (`GET /users/me`). */
  secondFactor?: SecondFactorStanding
  /** Only of the caller: the accounts for which they act by this sign-in, the home one first, then by name. */
  accounts?: OwnAccount[]
  /** Only of the caller: an operator of the installation. */
  isOperator?: boolean
}

/** A certificate that was issued to a person. */
export interface UserCertificate {
  userCertificateId: Id
  /** Null for a guest. */
  userId: Id | null
  /** First name of the holder. */
  userFirstName: string
  /** Last name of the holder. */
  userLastName: string
  /** The holder is no user of the portal. */
  isGuestCertificate: boolean
  certificateId: Id
  /** Name of the certificate. */
  certificateName: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** Code of the account, once in the tenant. */
  accountCode: string
  /** Whether it is valid or was revoked. */
  statusName: 'Confirmed' | 'Revoked'
  /** Code by which anybody can verify the certificate at `GET /certificates/verify/{validationCode}`. */
  validationCode: string
  /** Free text. */
  notes: string | null
  /** When it was made. */
  creationDate: Instant
  modifiedDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
  renewalDate: Instant
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    /** Free text. */
    notes: string | null
    pdf: string | null
    renew: string | null
    delete: string | null
  }
}

/** For a user of the portal (`userId`), or for a guest of an account by first and last name. */
export interface UserCertificateDraft {
  certificateId: Id
  /** The user. */
  userId?: Id | null
  /** First name of the holder. */
  userFirstName?: string | null
  /** Last name of the holder. */
  userLastName?: string | null
  /** The holder is no user of the portal. Default: `false`. */
  isGuestCertificate?: boolean
  /** Free text. */
  Notes?: string | null
  /** The account of the holder; by default that of the user, and the caller's for a guest. */
  parentAccountId?: Id | null
}

/** A page of certificates of people. */
export interface UserCertificatePage {
  /** The entries. */
  items: UserCertificate[]
  /** All matches, also those of other pages. */
  count: number
  /** Why the reader may not certify the account or its people now. */
  blocked: {
    create: string | null
  }
}

/** A search among users. */
export interface UserSearch {
  /** Items of a page. Default: `20`. */
  limit?: number
  /** Number of the page, from 1. Default: `1`. */
  page?: number
  /** The first entry counts most; equal items are ordered by id. Default: none. */
  sortBy?: {
    /** Name of a field that can be used here. */
    field: 'userId' | 'name' | 'email' | 'firstName' | 'lastName' | 'status' | 'creationDate' | 'modifiedDate' | 'accountName'
    /** Ascending or descending. Default: `asc`. */
    direction?: 'asc' | 'desc'
  }[]
  /** Values of one entry are combined with OR, entries with AND. Default: none. */
  filterBy?: {
    /** Name of a field that can be used here. */
    field: 'anything' | 'userId' | 'after' | 'name' | 'email' | 'firstName' | 'lastName' | 'status' | 'accountName' | 'hasSecondFactor' | 'needsMe'
    /** Any of these. */
    values: (string | number | boolean)[]
  }[]
  /** Both ends are included; a missing end is unlimited. Default: none. */
  filterBetweenDate?: {
    /** Name of a field that can be used here. */
    field: 'creationDate' | 'modifiedDate'
    /** Start of the range. */
    fromDate?: DateOrInstant | null
    /** End of the range, to its last millisecond. */
    toDate?: DateOrInstant | null
  }[]
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId?: Id | null
  /** Include records of accounts below. */
  includeChildren?: boolean
  /** The fields of each item in the answer, in addition to its id; absent: all fields. */
  fields?: ('userId' | 'email' | 'firstName' | 'lastName' | 'timeZone' | 'languageCode' | 'creationDate' | 'modifiedDate' | 'createdBy' | 'account' | 'roles' | 'permissions' | 'status' | 'isNotificationEnabled' | 'isSuperAdmin' | 'hasOwnSignIn' | 'hasSecondFactor' | 'blocked')[]
}

/** What a verified certificate says. */
export interface Validation {
  /** Name of the certificate. */
  certificateName: string
  /** Name of the holder. */
  ownerFullName: string
  /** When it was made. */
  creationDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
}

/** A look at the portal as another user, read only. */
export interface View {
  /** The user. */
  userId: Id
  /** First and last name. */
  fullName: string
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** The view ends by itself then. */
  endDate: Instant
  /** What the user may read and who looks may not; hidden from the view. */
  hiddenModules: ('Accounts' | 'Users' | 'Products' | 'ProductTypes' | 'PriceLists' | 'Orders' | 'Stocks' | 'Licenses' | 'LicensesRMA' | 'Environments' | 'Files' | 'Certifications' | 'Deals' | 'Reports' | 'Audit')[]
}

/** Looks at the portal as another user. */
export interface ViewRequest {
  /** Why. */
  reason: string
}

/** A decision that a manager owes. */
export interface WaitingDecision {
  kind: 'protection' | 'ebid' | 'extension'
  since: Instant
  /** When the promise of days ends. */
  due: Instant
  /** What the vendor said when asking. */
  reason: string | null
}

/** A new address that waits for its proof. */
export interface WaitingEmail {
  email: string
  /** When it was made. */
  creationDate: Instant
  /** The last instant it is good for; null: it does not end. */
  expirationDate: Instant
}

/** Of purchases that wait for the account to approve them. */
export interface WaitingOrders {
  /** Purchases that wait. */
  count: number
  /** Pieces of the product in them. */
  pieces: number
}

/** An address that is told of events. */
export interface Webhook {
  webhookId: Id
  accountId: Id
  /** Name of the account. */
  accountName: string
  /** Address with `https`. */
  url: string
  /** Types of events; none: all. */
  types: string[]
  /** Free text. */
  description: string
  /** Where it stands in its life. */
  status: 'active' | 'paused' | 'failing' | 'gone' | 'orphaned'
  /** Since when every try has failed; null while it works. */
  failingSince: Instant | null
  /** Until when the secret before the present one signs as well. Those before that one end sooner. */
  oldSecretUntil: Instant | null
  /** Events that were taken and not delivered yet. */
  waiting: number
  /** When an event was last delivered; null: never. */
  lastDeliveryDate: Instant | null
  /** When it was made. */
  creationDate: Instant
  /** Who made it, by name; null for the portal itself. */
  createdBy: string | null
  /** Who wrote it last; it tells what they may read. */
  setBy: string | null
  /** For each action the code of the reason why the reader may not do it now, null where they may. */
  blocked: {
    update: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
    /** The last entry. */
    end: 'RQ400' | 'RQ401' | 'RQ403' | 'RQ404' | 'RQ409' | 'RQ412' | 'RQ413' | 'RQ415' | 'RQ422' | 'RQ429' | 'RQ500' | 'RQ503' | 'A401' | 'A403' | 'A405' | 'A406' | 'A407' | 'A410' | 'IV401' | 'PW401' | 'AC409' | 'AC422' | 'US409' | 'PD409' | 'PR523' | 'PR409' | 'OC522' | 'OC527' | 'OC528' | 'OC529' | 'OC530' | 'OC531' | 'LC519' | 'LC520' | 'LC521' | 'LC522' | 'CC503' | 'CC509' | 'DL509' | 'DL523' | 'DL524' | 'EV410' | 'FL410' | 'FL413' | 'FL409' | 'DV404' | 'DV409' | 'DV410' | 'DV423' | 'DV426' | 'DV428' | 'DV430' | null
  }
}

/** One event that was sent, or waits. */
export interface WebhookDelivery {
  deliveryId: Id
  webhookId: Id
  /** The header `webhook-id`: the same at each try. */
  messageId: string
  type: string
  /** The kind of record. */
  entity: string
  /** The record. */
  entityId: string
  /** Where it stands in its life. */
  status: 'waiting' | 'delivered' | 'failed' | 'left_out'
  /** How often it was sent. */
  tries: number
  /** When it was made. */
  creationDate: Instant
  /** When it was last sent; null: not yet. */
  lastTryDate: Instant | null
  /** When it is sent again; null: not. */
  nextTryDate: Instant | null
  /** HTTP status that the receiver answered; null: no answer came. */
  answerStatus: number | null
  /** Why no answer came. */
  problem: 'not_public' | 'unresolved' | 'refused' | 'tls' | 'late' | 'broken' | null
  /** How long the receiver took; null: no answer came. */
  milliseconds: number | null
  /** The headers of the last try, as they were sent; null before it. The signature is no secret: whoever receives it has it. */
  requestHeaders: {
    [name: string]: string
  } | null
  /** Of the last try; null for who may not read the record's kind. */
  request: string | null
  /** Its beginning. */
  answer: string | null
}

/** A new webhook. */
export interface WebhookDraft {
  /** Address with `https`. */
  url: string
  /** Types of events; none: all. */
  types?: string[] | null
  /** Free text. */
  description?: string | null
  /** The account that is acted for or searched; default, where optional: the caller's own. */
  parentAccountId: Id
}

/** The changed webhook. */
export interface WebhookUpdate {
  /** Address with `https`. */
  url: string
  /** Types of events; none: all. */
  types?: string[] | null
  /** Free text. */
  description?: string | null
  /** True pauses it, false resumes it; without it it stays as it is. */
  isPaused?: boolean | null
}

/** A tenant of the installation with its first settings and its super admins. */
export interface WholeInstalledTenant {
  tenantId: Id
  /** Code of the tenant, for `X-Tenant-Code`. */
  tenantCode: string
  /** Name of the tenant. */
  tenantName: string
  /** Host names under which the portal is reached. */
  hosts: string[]
  /** Of the portal, as its mails name it; null when no host name leads to it. */
  address: string | null
  /** When it was made. */
  creationDate: Instant
  /** To try everything in; nothing in it is real. */
  isSandbox: boolean
  /** Where it stands in its life. */
  status: 'active' | 'suspended'
  /** ISO 4217, such as `EUR`. */
  currencyCode: string
  /** IANA name of the time zone. */
  timeZone: string
  /** The super admins, the first one first; of many, the first twenty. */
  administrators: InstalledAdministrator[]
}

/** A mail with its HTML and its headers. */
export interface WholeMail {
  mailId: Id
  /** End, or the value after. */
  to: string
  /** Of the mail; its kind once it is older than a week. */
  subject: string
  /** When it was made. */
  creationDate: Instant
  /** The text to look for, or to show. */
  text: string
  /** The mail as mail programs show it. */
  html: string
  /** Headers to send with the bytes. */
  headers: {
    [name: string]: string
  }
}

/** A file that a job writes for the user who asked for it. */
export interface WrittenFile {
  id: Id
  /** Name of the file with its ending. */
  fileName: string
  /** Where it stands in its life. */
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Place in the queue of the tenant while it waits: 1 is next. */
  place: number | null
  /** Rows that matched when it was asked for; 0 while nobody has counted. */
  rows: number
  /** Rows written so far. */
  done: number
  /** Bytes of the file; null until it is done. */
  size: number | null
  /** When it was made. */
  creationDate: Instant
}

/** Every call by its method and path, with what it takes and answers. */
export interface Calls {
  /** Delete an account that has no children, no pending orders and no stock; its users can no longer sign in. Needs the permission Accounts:d. */
  'DELETE /accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** End an API key: its next call is refused. Needs the permission Users:c. Not for API keys. */
  'DELETE /apiKeys/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Remove an approval rule; the signatures stay. Needs the permission Orders:u. */
  'DELETE /approvalRules/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Withdraw what was asked for; its link works no more. For everybody who is signed in, but not for API keys. */
  'DELETE /auth/email': {
    answer: undefined
  }
  /** Disable a second factor, at once; ends every other session. For everybody who is signed in, but not for API keys. */
  'DELETE /auth/mfa': {
    query: {
      /** Kind of second factor, as in `GET /auth/mfa/providers`. */
      providerType: '1' | '3'
    }
    answer: undefined
  }
  /** Remove one of the own passkeys, at once; ends every other session (RQ409, `info.reason` is `break_glass`: nobody else could sign in without the directory). For everybody who is signed in, but not for API keys. */
  'DELETE /auth/passkeys/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** End one of the own sessions. For everybody who is signed in, but not for API keys. */
  'DELETE /auth/sessions/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Revoke it. Needs the permission Certifications:d. */
  'DELETE /certificates/accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Revoke it. Needs the permission Certifications:d. */
  'DELETE /certificates/users/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a certificate that was never issued (else RQ409). Needs the permission Certifications:d. */
  'DELETE /certificates/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Withdraw the own signature, until the special price is decided. Needs the permission Deals:u. Not for API keys. */
  'DELETE /deals/{id}/signatures': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** End a delegation of the caller, given or received. For everybody who is signed in, but not for API keys. */
  'DELETE /delegations/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a file that is not in use (else RQ409). Needs the permission Files:d. */
  'DELETE /files/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a recipe of the caller. For everybody who is signed in, but not for API keys. */
  'DELETE /imports/recipes/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a file that was sent in pieces, whole or not. For everybody who is signed in, and for API keys. */
  'DELETE /imports/uploads/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete every seat, suspended ones too; the audit log keeps them. Needs the permission LicensesRMA:d. */
  'DELETE /licenses/{licenseId}/seats': {
    params: {
      /** The license. */
      licenseId: string
    }
    answer: undefined
  }
  /** Put away the renewal that was asked for on the page of the key. Needs the permission Licenses:c. */
  'DELETE /licenses/{serialKey}/ask': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    answer: undefined
  }
  /** Withdraw the key's own page: its link opens nothing any more, and a new page gets another one. Needs the permission Licenses:u. */
  'DELETE /licenses/{serialKey}/page': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    answer: undefined
  }
  /** Delete a view of the caller. For everybody who is signed in, but not for API keys. */
  'DELETE /lists/views/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete an environment to which nothing was exported (else RQ409, `info.licenses`). Needs the permission Environments:d. */
  'DELETE /onPremiseEnvironments/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Detach a file; the file stays with its account. Needs the permission Orders:r. */
  'DELETE /orders/{id}/attachments/{accountFileId}': {
    params: {
      /** The record. */
      id: string
      /** The file. */
      accountFileId: string
    }
    answer: undefined
  }
  /** Withdraw the own signature, until the order is decided. Needs the permission Orders:u. Not for API keys. */
  'DELETE /orders/{id}/signatures': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Cancel a planned change that was not applied. Needs the permission PriceLists:u. */
  'DELETE /pricePlans/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Remove the association of an account below. Needs the permission PriceLists:c. */
  'DELETE /pricelists/accounts/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    body: {
      /** The price list that the price comes from. */
      priceListId?: Id | null
    }
    answer: undefined
  }
  /** Delete a price list that nobody uses. Needs the permission PriceLists:d. */
  'DELETE /pricelists/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Remove a product. Needs the permission PriceLists:u. */
  'DELETE /pricelists/{id}/products': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** The product. */
      productId: Id
    }
    answer: undefined
  }
  /** Remove a product, or mark it Deleted when orders, price lists or licenses refer to it. Needs the permission Products:d. */
  'DELETE /products/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a feature that no product type has. Needs the permission ProductTypes:d. */
  'DELETE /productsType/features/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a product type that no product has. Needs the permission ProductTypes:d. */
  'DELETE /productsType/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Remove a connection; its users sign in by password again. For everybody who is signed in, but not for API keys. */
  'DELETE /tenants/current/connections/{connectionId}': {
    params: {
      /** The connection to a directory. */
      connectionId: string
    }
    answer: undefined
  }
  /** Remove the logo; the name of the tenant is shown instead. For everybody who is signed in, but not for API keys. */
  'DELETE /tenants/current/logo': {
    answer: undefined
  }
  /** Delete a role that nobody holds (else RQ409, `info.users`). For everybody who is signed in, but not for API keys. */
  'DELETE /tenants/current/roles/{roleId}': {
    params: {
      /** Number of the role. */
      roleId: number
    }
    answer: undefined
  }
  /** Decline an account that was offered, or leave one; not the home account. For everybody who is signed in, but not for API keys. */
  'DELETE /users/me/accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete a user who has not accepted the invitation, and the invitation with it. Needs the permission Users:d. */
  'DELETE /users/pending/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Delete the own user, or a user in reach (Users d). For everybody who is signed in, and for API keys. */
  'DELETE /users/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** End the look at the portal as this user. For everybody who is signed in, but not for API keys. */
  'DELETE /users/{id}/view': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** End a webhook: nothing more is sent. Needs the permission Users:c. Not for API keys. */
  'DELETE /webhooks/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** The network below an account as a nested tree. Needs the permission Accounts:r. */
  'GET /accounts/tree': {
    query?: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: string
    }
    answer: AccountNode
  }
  /** One account. Needs the permission Accounts:r. */
  'GET /accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Account
  }
  /** What an account may owe its vendors, what it owes, and what of it is overdue. Needs the permission Orders:r. */
  'GET /accounts/{id}/credit': {
    params: {
      /** The record. */
      id: string
    }
    answer: AccountCredit
  }
  /** What moving an account with its branch would change. Needs the permission Accounts:u. */
  'GET /accounts/{id}/move-preview': {
    params: {
      /** The record. */
      id: string
    }
    query: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId: string
    }
    answer: MovePreview
  }
  /** Whether an account can be deleted, and everything that prevents it. Needs the permission Accounts:d. */
  'GET /accounts/{id}/removal': {
    params: {
      /** The record. */
      id: string
    }
    answer: AccountRemoval
  }
  /** The approval rules of the caller's own account by name, and its promise. Needs the permission Orders:r. */
  'GET /approvalRules': {
    answer: ApprovalRules
  }
  /** One approval rule of the caller's own account. Needs the permission Orders:r. */
  'GET /approvalRules/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: ApprovalRule
  }
  /** How far the log of the tenant is sealed and anchored. Needs the permission Audit:ra. */
  'GET /audit/chain': {
    answer: {
      /** How far the log is sealed. */
      sealed: {
        /** Number of the link. */
        seq: number
        date: Instant
      } | null
      /** How many wait. */
      waiting: number
      /** The end that was signed last, in the database. */
      anchored: {
        /** Number of the link. */
        seq: number
        date: Instant
      } | null
      /** The end that was written last to the files outside of the database. */
      outside: {
        /** Number of the link. */
        seq: number
        date: Instant
      } | null
    }
  }
  /** What happened to a record, the newest first, 20 at a time; nothing for a record out of reach. Needs the permission Audit:r. */
  'GET /audit/history/{entity}/{entityId}': {
    params: {
      /** The kind of record. */
      entity: 'account' | 'api_key' | 'approval_promise' | 'approval_rule' | 'certificate' | 'certification' | 'connection' | 'deal' | 'deal_settings' | 'delegation' | 'environment' | 'feature' | 'file' | 'group' | 'import' | 'license' | 'order' | 'price_list' | 'price_plan' | 'product' | 'product_type' | 'role' | 'session' | 'sign_in' | 'signature' | 'tenant' | 'user' | 'webhook'
      /** The record. */
      entityId: string
    }
    query?: {
      /** Only what is older than this entry. */
      before?: string
    }
    answer: {
      /** The entries. */
      items: AuditEvent[]
      /** Names of the records that the entries refer to by id. */
      names: {
        [name: string]: string
      }
      /** There are older ones. */
      hasMore: boolean
    }
  }
  /** One change, with the names of the records that it refers to. Needs the permission Audit:r. */
  'GET /audit/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: {
      id: Id
      /** When it was made. */
      creationDate: Instant
      /** Who did it; null for the portal itself, a device or a command of the operator. */
      actor: Reference | null
      /** `record.what_happened`, such as `order.approved`. */
      action: string
      /** The kind of record. */
      entity: string
      /** The record. */
      entityId: string
      /** What the record was called then. */
      entityName: string | null
      /** The currency of the amounts. */
      currency: string | null
      /** The state before the change. */
      before: unknown | null
      /** The state after the change, or what comes after it. */
      after: unknown | null
      /** Names the request, also in the log of the server. */
      requestId: string | null
      /** Names of the records that the entries refer to by id. */
      names: {
        [name: string]: string
      }
    }
  }
  /** The own e-mail address, and the one that waits for its proof. For everybody who is signed in, but not for API keys. */
  'GET /auth/email': {
    answer: {
      email: string
      /** How many wait. */
      waiting: WaitingEmail | null
    }
  }
  /** Second factors that the caller has enabled. For everybody who is signed in, but not for API keys. */
  'GET /auth/me/mfa/providers': {
    answer: Provider[]
  }
  /** Own backup codes, consumed ones marked; none while no second factor is enabled. For everybody who is signed in, but not for API keys. */
  'GET /auth/mfa/backup-codes': {
    answer: BackupCode[]
  }
  /** Second factors that can be set up, each with a fresh setup link where it has one. For everybody who is signed in, but not for API keys. */
  'GET /auth/mfa/providers': {
    answer: Provider[]
  }
  /** The connections whose buttons the sign-in screen shows, and whether addresses can lead to one. Needs no credential. */
  'GET /auth/oidc/connections': {
    answer: {
      /** Those that show their button to everybody. */
      connections: OfferedConnection[]
      /** Whether the domain of an address can lead to a connection. */
      byAddress: boolean
    }
  }
  /** Leads a browser to the directory; it comes back to `/auth/oidc` of the portal, with `problem` when the directory does not answer. Needs no credential. */
  'GET /auth/oidc/start': {
    query: {
      /** The connection to the directory. */
      connection: string
      /** The address that was typed, for the form of the directory. */
      hint?: string
    }
    answer: undefined
  }
  /** Own passkeys, oldest first. For everybody who is signed in, but not for API keys. */
  'GET /auth/passkeys': {
    answer: Passkey[]
  }
  /** How the caller signs in, and by what they can prove anew that it is they. For everybody who is signed in, but not for API keys. */
  'GET /auth/proofs': {
    answer: ProofWays
  }
  /** Own active sessions, last used first. For everybody who is signed in, but not for API keys. */
  'GET /auth/sessions': {
    answer: Session[]
  }
  /** Certificates of one account itself, the newest 3,000. Needs the permission Certifications:r. */
  'GET /certificates/accounts': {
    query?: {
      /** The account. */
      accountId?: string
    }
    answer: AccountCertificate[]
  }
  /** One certificate of an account. Needs the permission Certifications:r. */
  'GET /certificates/accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: AccountCertificate
  }
  /** The certificates that can be issued, without those that the account itself validly holds, by name. Needs the permission Certifications:r. */
  'GET /certificates/available': {
    query: {
      /** Only of this kind. */
      kind: 'User' | 'Account'
      /** The account. */
      accountId?: string
    }
    answer: CertificateOption[]
  }
  /** Certificates of users and guests of one account, the newest 3,000. Needs the permission Certifications:r. */
  'GET /certificates/users': {
    query?: {
      /** The account. */
      accountId?: string
    }
    answer: UserCertificate[]
  }
  /** One certificate of a user or guest. Needs the permission Certifications:r. */
  'GET /certificates/users/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: UserCertificate
  }
  /** What a validation code proves. Revoked certificates are answered like unknown codes. Needs no credential. */
  'GET /certificates/verify/{validationCode}': {
    params: {
      /** Code by which anybody can verify the certificate at `GET /certificates/verify/{validationCode}`. */
      validationCode: string
    }
    answer: Validation
  }
  /** The users of an account who do not validly hold the certificate, without the caller, by name. Needs the permission Certifications:r. */
  'GET /certificates/{certificateId}/users/available': {
    params: {
      /** The certificate. */
      certificateId: string
    }
    query?: {
      /** The account. */
      accountId?: string
    }
    answer: NamedUser[]
  }
  /** One certificate that the tenant issues. Needs the permission Certifications:r. */
  'GET /certificates/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Certificate
  }
  /** Products that a deal of an account can have: those that it can buy, at what it pays, with the MSRP beside it. Needs the permission Deals:r. */
  'GET /deals/products': {
    query?: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: string
    }
    answer: DealProduct[]
  }
  /** Prospects of deals in reach by a part of name or VAT id, the latest ten. Needs the permission Deals:r. */
  'GET /deals/prospects': {
    query: {
      /** A part of the name or of the VAT number. */
      query: string
    }
    answer: Prospect[]
  }
  /** What waits for the caller's decision, oldest first. Needs the permission Deals:u. */
  'GET /deals/queue': {
    query?: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** Only deals on which no account nearer to their vendor decides. */
      nearestOnly?: 'true' | 'false'
      /** Only of this kind. */
      kind?: 'protection' | 'ebid' | 'extension'
    }
    answer: {
      /** The entries. */
      items: QueuedDecision[]
      /** All matches, also those of other pages. */
      count: number
      /** How many are late. */
      overdue: number
    }
  }
  /** The days within which managers promise to decide, and those of protection. Needs the permission Deals:r. */
  'GET /deals/settings': {
    answer: DealTerms
  }
  /** One deal with its items, eBid entries and orders. Needs the permission Deals:r. */
  'GET /deals/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Deal
  }
  /** What rules the approval of a special price obeys and who has signed, for managers of the deal. Needs the permission Deals:r. */
  'GET /deals/{id}/approval': {
    params: {
      /** The record. */
      id: string
    }
    answer: ApprovalStanding
  }
  /** What a won deal is ordered with: the account of the prospect, or a new one, and the lines of the purchase. Needs the permission Deals:r. */
  'GET /deals/{id}/buyer': {
    params: {
      /** The record. */
      id: string
    }
    answer: DealBuyer
  }
  /** Living deals of other vendors for the same opportunity; only for managers of the deal. Needs the permission Deals:r. */
  'GET /deals/{id}/duplicates': {
    params: {
      /** The record. */
      id: string
    }
    answer: {
      /** The entries. */
      items: PossibleDuplicate[]
      /** How many there are that the caller does not reach. */
      outOfReach: number
    }
  }
  /** What happened to a deal, newest first. Needs the permission Deals:r. */
  'GET /deals/{id}/history': {
    params: {
      /** The record. */
      id: string
    }
    answer: {
      /** The entries. */
      items: DealHistoryEntry[]
    }
  }
  /** The signed receipt of a registration, with `format=pdf` as a page; only its owner gets the salt of the hashes. Needs the permission Deals:r. */
  'GET /deals/{id}/receipt': {
    params: {
      /** The record. */
      id: string
    }
    query?: {
      /** `pdf`: as a page. */
      format?: 'pdf'
      /** Language, such as `en` or `it`. */
      languageCode?: 'en' | 'it'
    }
    answer: {
      /** The signed receipt, a compact JWS. */
      receipt: string
      /** What the owner of the deal shows to prove what was registered; null for everybody else. */
      disclosed: {
        /** Text that was hashed with what is proved. */
        salt: string
        /** The company that the deal is about. */
        prospect: string
        /** The products that it is about. */
        products: string
      } | null
    }
  }
  /** Who stands in for the caller and for whom the caller stands in, until it has ended. For everybody who is signed in, but not for API keys. */
  'GET /delegations': {
    answer: {
      /** Who stands in for the caller. */
      given: Delegation[]
      /** For whom the caller stands in. */
      received: Delegation[]
    }
  }
  /** Whom the caller may ask to stand in: active people of the caller's account who decide on orders or deals. For everybody who is signed in, but not for API keys. */
  'GET /delegations/candidates': {
    answer: Reference[]
  }
  /** The installation's public keys, as a JSON Web Key Set. Needs no credential. */
  'GET /devices/keys': {
    answer: {
      /** The keys, or their number. */
      keys: {
        /** Kind of the key: `OKP`. */
        kty: string
        /** Curve of the key: `Ed25519`. */
        crv: string
        /** The public key, base64url. */
        x: string
        /** Names the key: its thumbprint after RFC 7638. */
        kid: string
        /** Algorithm of the key: `EdDSA`. */
        alg: string
        /** What the key is for: `sig`. */
        use: string
      }[]
    }
  }
  /** Changes of the records that the caller may read, oldest first: at least once, and in order for each record. Ask again with `next`; when it is the `after` that was sent, there is nothing new. For everybody who is signed in, and for API keys. */
  'GET /events': {
    query?: {
      /** The last `next`; absent: from the beginning; `latest`: from now on. */
      after?: string
      /** Items of a page. Default: `100`. */
      limit?: number
      /** Only these types, separated by commas. */
      types?: string
      /** The kind of record. */
      entity?: 'account' | 'certificate' | 'certification' | 'deal' | 'environment' | 'feature' | 'file' | 'license' | 'order' | 'price_list' | 'price_plan' | 'product' | 'product_type' | 'user'
    }
    answer: {
      /** The entries. */
      items: FeedEvent[]
      /** Where to go on; at the end the same, or null. */
      next: string
    }
  }
  /** Every type of event with a sentence and an example. For everybody who is signed in, and for API keys. */
  'GET /events/types': {
    answer: {
      /** The entries. */
      items: {
        type: string
        /** The kind of record. */
        entity: 'account' | 'certificate' | 'certification' | 'deal' | 'environment' | 'feature' | 'file' | 'license' | 'order' | 'price_list' | 'price_plan' | 'product' | 'product_type' | 'user'
        /** Free text. */
        description: string
        /** An event of this type. */
        example: FeedEvent
      }[]
    }
  }
  /** Own exports of the last day that a job writes or has written, newest first, with their place and progress. For everybody who is signed in, and for API keys. */
  'GET /exports': {
    answer: WrittenFile[]
  }
  /** The file of an own export that is done. For everybody who is signed in, and for API keys. */
  'GET /exports/{id}/download': {
    params: {
      /** The record. */
      id: string
    }
    answer: Blob
  }
  /** The bytes of a file, from a signed URL. Needs no credential. */
  'GET /files/content': {
    query: {
      /** The signed token of the address. */
      token: string
    }
    answer: Blob
  }
  /** What the files in reach use of the quota of the tenant, and the largest file that is accepted. Needs the permission Files:r. */
  'GET /files/usage': {
    answer: FileUsage
  }
  /** A link to the bytes of a file that works for 5 minutes. Needs the permission Files:r. */
  'GET /files/{id}/download': {
    params: {
      /** The record. */
      id: string
    }
    answer: FileDownload
  }
  /** The first steps of the caller's account that the caller may do, and how far it is. For everybody who is signed in, but not for API keys. */
  'GET /first-steps': {
    answer: FirstSteps
  }
  /** Own imports of the last days, newest first; for super admins of the vendor also those of others and by the command. For everybody who is signed in, and for API keys. */
  'GET /imports': {
    answer: ListedImport[]
  }
  /** The caller's recipes for files to import, by name. For everybody who is signed in, but not for API keys. */
  'GET /imports/recipes': {
    answer: KeptRecipe[]
  }
  /** Progress and result of an own import. For everybody who is signed in, and for API keys. */
  'GET /imports/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Import
  }
  /** The records that an own import changes, or would change, old and new, 50 at a time. For everybody who is signed in, and for API keys. */
  'GET /imports/{id}/changes': {
    params: {
      /** The record. */
      id: string
    }
    query?: {
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** Name of a field that can be used here. */
      field?: string
    }
    answer: ImportChanges
  }
  /** A tenant of the installation: its address, and whether its super admins have accepted their invitation. For operators of the installation; to everybody else it does not exist (RQ404). */
  'GET /installation/tenants/{code}': {
    params: {
      /** Code that people read, or that clients decide by. */
      code: string
    }
    answer: WholeInstalledTenant
  }
  /** The public page of a key. A withdrawn link is answered like an unknown one. Needs no credential. */
  'GET /key/{code}': {
    params: {
      /** Code that people read, or that clients decide by. */
      code: string
    }
    answer: KeyPage
  }
  /** Own reports of the last day that a job writes or has written, newest first, with their progress. Needs the permission Reports:r. */
  'GET /licenses/report/export': {
    answer: LicenseReport[]
  }
  /** The file of an own report that is done. Needs the permission Reports:r. */
  'GET /licenses/report/export/{id}/download': {
    params: {
      /** The record. */
      id: string
    }
    answer: Blob
  }
  /** One license with its details and seats. Needs the permission Licenses:r. */
  'GET /licenses/{serialKey}': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    answer: License
  }
  /** What happened to a license and its seats, the newest first, 50 at a time. Needs the permission Licenses:r. */
  'GET /licenses/{serialKey}/history': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    query?: {
      /** Only what is older than this entry. */
      before?: string
    }
    answer: {
      /** The entries. */
      items: LicenseEvent[]
      /** There are older ones. */
      hasMore: boolean
    }
  }
  /** The link of the key's own page. Refuses RQ404 when it has none. Needs the permission Licenses:u. */
  'GET /licenses/{serialKey}/page': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    answer: KeyLink
  }
  /** The caller's saved views of all lists, by name, and the columns they have chosen. For everybody who is signed in, but not for API keys. */
  'GET /lists': {
    answer: {
      /** Kept views of the list. */
      views: ListView[]
      /** Columns by their names. */
      columns: ListColumns[]
    }
  }
  /** Countries, named in the asked language. For everybody who is signed in, and for API keys. */
  'GET /lookup/countries': {
    query?: {
      /** Language of the names; by default that of the caller. */
      languageId?: string
    }
    answer: Country[]
  }
  /** Currencies. For everybody who is signed in, and for API keys. */
  'GET /lookup/currencies': {
    answer: Currency[]
  }
  /** Account groups, most senior first. For everybody who is signed in, and for API keys. */
  'GET /lookup/groups': {
    answer: AccountGroup[]
  }
  /** Roles. For everybody who is signed in, and for API keys. */
  'GET /lookup/roles': {
    answer: RoleEntry[]
  }
  /** What happened to records that concern the caller, newest first; on request unread news first. For everybody who is signed in, but not for API keys. */
  'GET /news': {
    query?: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** Only what was read, or was not. */
      isRead?: 'true' | 'false'
      /** What was not read comes first. */
      unreadFirst?: 'true' | 'false'
    }
    answer: {
      /** The entries. */
      items: News[]
      /** All matches, also those of other pages. */
      count: number
      /** News that the reader has not seen. */
      unread: number
    }
  }
  /** How each kind of news reaches the caller. For everybody who is signed in, but not for API keys. */
  'GET /news/choices': {
    answer: {
      /** What can be chosen. */
      choices: NewsChoice[]
    }
  }
  /** The number of unread news items of the caller. For everybody who is signed in, but not for API keys. */
  'GET /news/unread': {
    answer: {
      /** News that the reader has not seen. */
      unread: number
    }
  }
  /** The environments of one account for a selector, at most 3,000, by customer name. Needs the permission Environments:r. */
  'GET /onPremiseEnvironments/lookup/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    answer: EnvironmentOption[]
  }
  /** One on-premise environment. Needs the permission Environments:r. */
  'GET /onPremiseEnvironments/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Environment
  }
  /** What a buyer can be sold: products of its effective price list, from the nearest account above that has them. Needs the permission Orders:r. */
  'GET /orders/stock/available': {
    query: {
      /** The account that buys. */
      buyerAccountId: string
    }
    answer: SellableProduct[]
  }
  /** All stock rows of one account. Needs the permission Stocks:r. */
  'GET /orders/stock/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    answer: StockRow[]
  }
  /** The ledger of one account, newest first. Needs the permission Stocks:r. */
  'GET /orders/stock/{accountId}/movements': {
    params: {
      /** The account. */
      accountId: string
    }
    query?: {
      /** The product. */
      productId?: string
      /** Only for this reason. */
      reason?: 'issue' | 'sale' | 'purchase' | 'revoke' | 'license' | 'import'
      /** Start of the period. */
      from?: string
      /** End of the period. */
      to?: string
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
    }
    answer: {
      /** The entries. */
      items: Movement[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** One order with history, items and attachments. Needs the permission Orders:r. */
  'GET /orders/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Order
  }
  /** What rules the approval of an order obeys and who has signed, for the side that sells. Needs the permission Orders:r. */
  'GET /orders/{id}/approval': {
    params: {
      /** The record. */
      id: string
    }
    answer: ApprovalStanding
  }
  /** A link to an attached file that works for 5 minutes, for both sides of the order. Needs the permission Orders:r. */
  'GET /orders/{id}/attachments/{accountFileId}/download': {
    params: {
      /** The record. */
      id: string
      /** The file. */
      accountFileId: string
    }
    answer: FileDownload
  }
  /** One order as a PDF, in the given language or the language of the reader. Needs the permission Orders:r. */
  'GET /orders/{id}/pdf': {
    params: {
      /** The record. */
      id: string
    }
    query?: {
      /** Language, such as `en` or `it`. */
      languageCode?: 'en' | 'it'
    }
    answer: Blob
  }
  /** The planned changes of a price list by day, then the last 20 that were applied. Needs the permission PriceLists:r. */
  'GET /pricePlans': {
    query: {
      /** The price list that the price comes from. */
      priceListId: string
    }
    answer: {
      /** The entries. */
      items: PricePlanSummary[]
    }
  }
  /** A planned change with its prices and who will pay what. Needs the permission PriceLists:r. */
  'GET /pricePlans/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: PricePlan
  }
  /** The price list that serves an account, its own or inherited. Needs the permission PriceLists:r. */
  'GET /pricelists/accounts/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    answer: Association
  }
  /** The source of the price that an account pays for a product. Needs the permission Products:r. */
  'GET /pricelists/explain': {
    query: {
      /** The product. */
      productId: string
      /** The account. */
      accountId?: string
    }
    answer: PriceExplanation
  }
  /** What an account paid for a product on a day, and why. Needs the permission Products:r. */
  'GET /pricelists/explainOnDay': {
    query: {
      /** The product. */
      productId: string
      /** The account. */
      accountId?: string
      /** A day of the calendar of the tenant’s time zone. */
      day: string
    }
    answer: PriceOnDay
  }
  /** A product as the editor needs it. Needs the permission Products:r. */
  'GET /pricelists/products/fetch/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Product
  }
  /** A product with the reader's effective price. Needs the permission Products:r. */
  'GET /pricelists/products/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Product
  }
  /** The price lists that can be given to an account created below another, and whether one must be. Needs the permission PriceLists:c. */
  'GET /pricelists/to-give': {
    query: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId: string
    }
    answer: ListsToGive
  }
  /** One price list with its products, by name. Needs the permission PriceLists:r. */
  'GET /pricelists/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: PriceList
  }
  /** Changes of the prices of a list in reach, or of one product on it, newest first. Needs the permission PriceLists:r. */
  'GET /pricelists/{id}/history': {
    params: {
      /** The record. */
      id: string
    }
    query?: {
      /** The product. */
      productId?: string
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
    }
    answer: {
      /** The entries. */
      items: PriceChange[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** What the accounts below the owner would have paid for their orders of a period with this list. Needs the permission PriceLists:r. Up to a second old, but never older than the caller's last change. */
  'GET /pricelists/{id}/pastOrders': {
    params: {
      /** The record. */
      id: string
    }
    query: {
      /** Start of the period. */
      from: string
      /** End of the period. */
      to: string
      /** The plan of prices. */
      planId?: string
    }
    answer: PastOrders
  }
  /** One price list as a PDF, in the given language or the language of the reader. Needs the permission PriceLists:r. */
  'GET /pricelists/{id}/pdf': {
    params: {
      /** The record. */
      id: string
    }
    query?: {
      /** Language, such as `en` or `it`. */
      languageCode?: 'en' | 'it'
    }
    answer: Blob
  }
  /** The accounts associated with a list in reach, how many accounts it serves, and how many orders refer to it. Needs the permission PriceLists:r. */
  'GET /pricelists/{id}/uses': {
    params: {
      /** The record. */
      id: string
    }
    answer: {
      /** Accounts that it concerns. */
      accounts: {
        id: Id
        /** Name that people read. */
        name: string
        /** The price list also serves accounts below that have none of their own. */
        canPropagate: boolean
      }[]
      /** Number of accounts, also beyond those that are named. */
      accountCount: number
      /** Orders that it concerns. */
      orders: number
      /** How many are served. */
      served: number
    }
  }
  /** Names and ids of the products the reader sees, for selectors. Needs the permission Products:r. */
  'GET /products': {
    answer: ProductName[]
  }
  /** One product. Needs the permission Products:r. */
  'GET /products/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Product
  }
  /** Active products that extend this one. Needs the permission Products:r. */
  'GET /products/{id}/extensions': {
    params: {
      /** The record. */
      id: string
    }
    answer: Product[]
  }
  /** Features. For everybody who is signed in, and for API keys. */
  'GET /productsType/features/lookup': {
    answer: FeatureEntry[]
  }
  /** Product types. For everybody who is signed in, and for API keys. */
  'GET /productsType/lookup': {
    answer: Reference[]
  }
  /** One product type. Needs the permission ProductTypes:r. */
  'GET /productsType/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: ProductType
  }
  /** One month of an account and all below it: sales, partners, deals, and what is at risk now. Needs the permission Reports:r. Up to a second old, but never older than the caller's last change. */
  'GET /reports/month': {
    query?: {
      /** A month of the tenant’s calendar, such as `2026-10`; by default the last one that is over. */
      month?: string
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: string
    }
    answer: MonthReport
  }
  /** Whether the caller gets the report of each month by mail. For everybody who is signed in, but not for API keys. */
  'GET /reports/month/mail': {
    answer: MonthMail
  }
  /** The report of a month as a PDF of one page, in the given language or the language of the reader. Needs the permission Reports:r. */
  'GET /reports/month/pdf': {
    query?: {
      /** A month of the tenant’s calendar, such as `2026-10`; by default the last one that is over. */
      month?: string
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: string
      /** Language, such as `en` or `it`. */
      languageCode?: 'en' | 'it'
    }
    answer: Blob
  }
  /** The business time of a sandbox; another tenant has none of its own (RQ404). For everybody who is signed in, but not for API keys. */
  'GET /sandbox/clock': {
    answer: SandboxClock
  }
  /** The mails of a sandbox, which never leave it, the newest first; another tenant has none (RQ404). For everybody who is signed in, but not for API keys. */
  'GET /sandbox/mails': {
    query?: {
      /** End of the period. */
      to?: string
      /** Only what is older than this entry. */
      before?: string
    }
    answer: KeptMails
  }
  /** A mail of a sandbox with its HTML and its headers. For everybody who is signed in, but not for API keys. */
  'GET /sandbox/mails/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: WholeMail
  }
  /** What an account will be short of, when, and why. Needs the permission Stocks:r. */
  'GET /stocks/foresight': {
    query?: {
      /** The account. */
      accountId?: string
      /** The product. */
      productId?: string
      /** Default: `60`. */
      days?: number
    }
    answer: Foresight
  }
  /** The tenant named by the headers, or else by the host name. Needs no credential. */
  'GET /tenants/current': {
    answer: CurrentTenant
  }
  /** The connections of the tenant to directories of people, by name. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/connections': {
    answer: Connection[]
  }
  /** A connection to a directory. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/connections/{connectionId}': {
    params: {
      /** The connection to a directory. */
      connectionId: string
    }
    answer: Connection
  }
  /** The account groups of the tenant, most senior first, with the number of accounts in each. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/groups': {
    answer: TenantGroup[]
  }
  /** The roles of the tenant with the number of users who hold them. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/roles': {
    answer: TenantRole[]
  }
  /** All that the super admins of the root account set for their tenant. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/settings': {
    answer: TenantSettings
  }
  /** How people sign in: who needs a second factor, from when, and how many have none. For everybody who is signed in, but not for API keys. */
  'GET /tenants/current/signIn': {
    answer: SignInSettings
  }
  /** Tenants: every one for a super admin, else the current one. For everybody who is signed in, and for API keys. */
  'GET /tenants/lookup': {
    answer: TenantEntry[]
  }
  /** The image of a logo; `v` changes with it. Needs no credential. */
  'GET /tenants/{tenantCode}/logo': {
    params: {
      /** Code of the tenant, for `X-Tenant-Code`. */
      tenantCode: string
    }
    query?: {
      /** Part of an address that may be kept for ever. */
      v?: string
    }
    answer: Blob
  }
  /** What needs the caller: each record once, most urgent first, with counts of each kind. For everybody who is signed in, but not for API keys. */
  'GET /today': {
    query?: {
      /** Only of this kind. */
      kind?: 'order' | 'signature' | 'protection' | 'ebid' | 'ebidSignature' | 'extension' | 'protectionEnd' | 'stock' | 'shortage' | 'ask' | 'key' | 'certificate' | 'invitation' | 'import'
      /** Items of a page. Default: `5`. */
      limit?: number
    }
    answer: Today
  }
  /** The current user. For everybody who is signed in, but not for API keys. */
  'GET /users/me': {
    answer: Me
  }
  /** A webhook. Needs the permission Users:c. Not for API keys. */
  'GET /webhooks/{id}': {
    params: {
      /** The record. */
      id: string
    }
    answer: Webhook
  }
  /** Confirm the e-mail address of an invitation and set the password. Needs no credential. */
  'POST /Invitations': {
    body: {
      email: Email
      /** Access token, or the token of the link in the mail. */
      token: string
      /** The password. */
      password: NewPassword
      /** Language, such as `en` or `it`. */
      languageCode?: string | null
      /** IANA name of the time zone. */
      timeZone?: TimeZone | null
    }
    answer: undefined
  }
  /** Create an account below another, with its price list and its administrator, who is invited. Needs the permission Accounts:c. */
  'POST /accounts': {
    body: NewAccount
    answer: OpenedAccount
  }
  /** The network below an account with the sell-out of a period and the expired licenses of each account. Needs the permission Accounts:r. */
  'POST /accounts/map': {
    body: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Start of the period; without it from the first record. */
      currentFrom?: DateOrInstant | null
      /** End of the period; without it until now. */
      currentTo?: DateOrInstant | null
    }
    answer: NetworkMap
  }
  /** Direct children of an account, or all its descendants; never the account itself. Needs the permission Accounts:r. Up to a second old, but never older than the caller's last change. */
  'POST /accounts/search': {
    body: AccountSearch
    answer: {
      /** The entries. */
      items: Account[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Add an address to an account, for deliveries. Needs the permission Accounts:u. */
  'POST /accounts/{accountId}/address': {
    params: {
      /** The account. */
      accountId: string
    }
    body: NewAddress
    answer: Created
  }
  /** Make an API key of an account; the answer has it this once. Needs the permission Users:c. Not for API keys. */
  'POST /apiKeys': {
    body: ApiKeyDraft
    answer: NewApiKey
  }
  /** API keys of an account, with children also of its descendants; never the keys themselves. Needs the permission Users:c. Not for API keys. Up to a second old, but never older than the caller's last change. */
  'POST /apiKeys/search': {
    body: ApiKeySearch
    answer: {
      /** The entries. */
      items: ApiKey[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Add an approval rule to the caller's own account; needs Accounts `u` too. Needs the permission Orders:u. */
  'POST /approvalRules': {
    body: ApprovalRuleDraft
    answer: Created
  }
  /** Verify a part of the chain and name the next part. Needs the permission Audit:ra. */
  'POST /audit/chain/verify': {
    body: ChainStep
    answer: {
      /** What is wrong. */
      faults: ChainFault[]
      /** How many were verified. */
      verified: number
      /** How far the log is sealed. */
      sealed: number
      /** Where to go on; at the end the same, or null. */
      next: ChainStep | null
    }
  }
  /** Changes of state of records in reach; with `ra` of the whole tenant. Needs the permission Audit:r. Up to a second old, but never older than the caller's last change. */
  'POST /audit/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'entity' | 'entityId' | 'action' | 'actorName' | 'creationDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'entity' | 'entityId' | 'entityName' | 'product' | 'action' | 'actorName' | 'actorId' | 'requestId'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('id' | 'creationDate' | 'actor' | 'action' | 'entity' | 'entityId' | 'entityName' | 'currency' | 'before' | 'after' | 'requestId')[]
    }
    answer: {
      /** The entries. */
      items: AuditEvent[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Ask for another e-mail address: a link is mailed to it, and nothing changes before it is used (RQ403, `info.reason` is `only_directory`: the directory alone signs in, and does not at this one). For everybody who is signed in, but not for API keys. */
  'POST /auth/email': {
    body: EmailChange
    answer: undefined
  }
  /** Prove the new address with the token of its link; the former address is told and can be taken back for a week. Needs no credential. */
  'POST /auth/email/confirm': {
    body: {
      /** Access token, or the token of the link in the mail. */
      token: string
    }
    answer: {
      email: string
    }
  }
  /** Take the former address back with the token of its link; ends every session and mails a link for a new password. Needs no credential. */
  'POST /auth/email/undo': {
    body: {
      /** Access token, or the token of the link in the mail. */
      token: string
    }
    answer: {
      email: string
    }
  }
  /** End the session that the bearer token or the refresh cookie belongs to. Needs no credential. */
  'POST /auth/logout': {
    answer: undefined
  }
  /** Begin to enable a second factor; an e-mail code is sent. For everybody who is signed in, but not for API keys. */
  'POST /auth/mfa/send-code': {
    body: {
      /** Link for a QR code (`otpauth://…`), or what the step before answered. */
      providerSetup?: string | null
      /** Name that people read. */
      name?: string | null
      /** Kind of second factor, as in `GET /auth/mfa/providers`. */
      providerType: 1 | 3
    }
    answer: {
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken: string
    }
  }
  /** Prove that the second factor being enabled works. For everybody who is signed in, but not for API keys. */
  'POST /auth/mfa/verify-code': {
    body: {
      /** Code of the second factor. */
      authCode: string
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken: string
    }
    answer: undefined
  }
  /** Sign in with what the directory returned; `info.reason` of A405 says why not. Needs no credential. */
  'POST /auth/oidc/finish': {
    body: {
      /** What the sign-in was begun with. */
      state: string
      /** Code that people read, or that clients decide by. */
      code?: string | null
      /** The issuer, as the directory returned it. */
      iss?: string | null
      /** What the directory says when it lets nobody in. */
      error?: string | null
      /** Names the device or program that signs in: one session for each. */
      deviceUniqueId?: string | null
      /** The program that signs in, as it names itself. */
      appPlatform?: string | null
      /** The token of an invitation, which proves who the person is. */
      invitation?: string | null
      /** Language, such as `en` or `it`. */
      languageCode?: string | null
      /** IANA name of the time zone. */
      timeZone?: string | null
    }
    answer: AuthData
  }
  /** Prove once, by password and second factor, that the person of the directory is the user with their address. Needs no credential. */
  'POST /auth/oidc/link': {
    body: {
      /** Names the device or program that signs in: one session for each. */
      deviceUniqueId?: string | null
      /** The program that signs in, as it names itself. */
      appPlatform?: string | null
      /** `info.linkToken` of the refusal of `/auth/oidc/finish`. */
      linkToken: string
      /** The password. */
      password: string
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken?: string | null
      /** Code of the second factor. */
      mfaCode?: string | null
    }
    answer: AuthData
  }
  /** End the own session as `/auth/logout` does; answers where the browser ends that of the directory, if the connection asks for it. For everybody who is signed in, but not for API keys. */
  'POST /auth/oidc/logout': {
    answer: {
      /** Address with `https`. */
      url: string | null
    }
  }
  /** The connection of the domain of an address: the same answer whether there is such a user or not. Needs no credential. */
  'POST /auth/oidc/route': {
    body: {
      email: Email
    }
    answer: {
      /** The connection to the directory; null: none has this domain. */
      connection: OfferedConnection | null
      /** Whether people with such an address sign in only by this connection, once the domain is proved. */
      only: boolean
    }
  }
  /** The claims of a test, and what a sign-in would make of them; nothing is changed. For everybody who is signed in, but not for API keys. */
  'POST /auth/oidc/test': {
    body: {
      /** What the sign-in was begun with. */
      state: string
      /** Code that people read, or that clients decide by. */
      code?: string | null
      /** The issuer, as the directory returned it. */
      iss?: string | null
      /** What the directory says when it lets nobody in. */
      error?: string | null
    }
    answer: {
      /** The connection to a directory. */
      connectionId: Id
      /** What the directory said of the person. */
      claims: {
        /** Name that people read. */
        name: string
        value: string
      }[]
      /** What became of it. */
      outcome: 'known' | 'adopted' | 'invited' | 'created' | null
      /** Why no answer came. */
      problem: 'unknown' | 'expired' | 'denied' | 'unreachable' | 'answer' | 'unverified' | 'domain' | 'hosted_domain' | 'no_account' | 'no_role' | 'not_invited' | 'suspended' | 'removed' | 'prove' | 'only_directory' | 'other_person' | 'not_fresh' | null
      email: string | null
      /** E-mail address by which the user signs in. */
      userName: string | null
      /** Name of the account. */
      accountName: string | null
      /** The roles; permissions are the union over them. */
      roles: string[] | null
      /** The directory left the groups out because they are too many. */
      tooManyGroups: boolean
    }
  }
  /** Begin to sign in with a passkey; with `mfaToken` as the second factor of a sign-in. Needs no credential. */
  'POST /auth/passkeys/authenticate/options': {
    body: {
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken?: string | null
      /** Names the device or program that signs in: one session for each. */
      deviceUniqueId?: string | null
    }
    answer: PasskeyRequest
  }
  /** Sign in with the signature of a passkey; without `mfaToken` it is both factors. Needs no credential. */
  'POST /auth/passkeys/authenticate/verify': {
    body: {
      /** The answer of the authenticator. */
      response: PasskeyAssertion
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken?: string | null
      /** Names the device or program that signs in: one session for each. */
      deviceUniqueId?: string | null
      /** The program that signs in, as it names itself. */
      appPlatform?: string | null
    }
    answer: AuthData
  }
  /** Begin to add a passkey, with the password, a code, a passkey or a sign-in at the directory again. For everybody who is signed in, but not for API keys. */
  'POST /auth/passkeys/register/options': {
    body: PasskeyProof
    answer: PasskeyCreation
  }
  /** Add the passkey that the browser has made; ends every other session. For everybody who is signed in, but not for API keys. */
  'POST /auth/passkeys/register/verify': {
    body: {
      /** Name that people read. */
      name: string
      /** The answer of the authenticator. */
      response: PasskeyRegistration
    }
    answer: Created
  }
  /** Set a new password with the token of a reset link; ends every session. Needs no credential. */
  'POST /auth/password/reset': {
    body: ResetPassword
    answer: undefined
  }
  /** Ask for a link to set a new password: the same answer whether the address is known or not. Needs no credential. */
  'POST /auth/password/reset/request': {
    body: ResetRequest
    answer: undefined
  }
  /** Begin to sign in at the own directory again, which has to ask who it is; the session stays. For everybody who is signed in, but not for API keys. */
  'POST /auth/proofs/directory': {
    answer: {
      /** Address with `https`. */
      url: string
    }
  }
  /** The token of a sign-in that was made again, good once and for five minutes; `info.reason` of A405 says why not. For everybody who is signed in, but not for API keys. */
  'POST /auth/proofs/directory/verify': {
    body: {
      /** What the sign-in was begun with. */
      state: string
      /** Code that people read, or that clients decide by. */
      code?: string | null
      /** The issuer, as the directory returned it. */
      iss?: string | null
      /** What the directory says when it lets nobody in. */
      error?: string | null
    }
    answer: {
      /** The token of a sign-in at the directory that was made again. */
      directory: string
    }
  }
  /** Sign in. Needs no credential. */
  'POST /auth/token': {
    body: TokenRequest
    answer: AuthData
  }
  /** Exchange a refresh token for a new pair. Needs no credential. */
  'POST /auth/token-refresh': {
    body: RefreshRequest
    answer: AuthData
  }
  /** Second factors that a sign-in can be completed with. Needs no credential. */
  'POST /auth/token/mfa/challenge': {
    body: {
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken: string
    }
    answer: ChallengeProvider[]
  }
  /** Choose a second factor for a sign-in; an e-mail code is sent. Needs no credential. */
  'POST /auth/token/mfa/send-code': {
    body: {
      /** Kind of second factor, as in `GET /auth/mfa/providers`. */
      providerType: 1 | 3 | 4
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken: string
    }
    answer: undefined
  }
  /** Up to 1,000 creates or changes by one call, one after the other, each as if it were sent alone: with its own transaction, permission, answer or problem, and idempotency. For everybody who is signed in, and for API keys. The body may have 10 MB. */
  'POST /batch': {
    body: Batch
    answer: {
      /** The entries. */
      items: BatchResult[]
      /** How many are done. */
      done: number
      /** How many were refused. */
      refused: number
    }
  }
  /** Define a certificate. Needs the permission Certifications:c. */
  'POST /certificates': {
    body: CertificateDraft
    answer: Created
  }
  /** Issue a certificate to an account. Needs the permission Certifications:c. */
  'POST /certificates/accounts': {
    body: AccountCertificateDraft
    answer: Created
  }
  /** An issued certificate as a signed Open Badges 3.0 credential (VC-JWT). Refuses RQ409 for a revoked one. Needs the permission Certifications:r. */
  'POST /certificates/credential': {
    body: CertificateCredentialRequest
    answer: CertificateCredential
  }
  /** An issued certificate as a PDF of one page, in base64. Refuses RQ409 for a revoked one. Needs the permission Certifications:r. */
  'POST /certificates/pdf': {
    body: CertificatePdfRequest
    answer: CertificatePdf
  }
  /** The certificates that the tenant issues, discontinued ones too; drafts for those who may edit them. Needs the permission Certifications:r. Up to a second old, but never older than the caller's last change. */
  'POST /certificates/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'certificateId' | 'name' | 'category' | 'kind' | 'durationMonths' | 'modifiedDate' | 'status'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'anything' | 'certificateId' | 'after' | 'name' | 'category' | 'kind' | 'status'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'modifiedDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('certificateId' | 'name' | 'description' | 'category' | 'badgeColor' | 'durationMonths' | 'kind' | 'status' | 'issued' | 'modifiedDate' | 'blocked')[]
    }
    answer: {
      /** The entries. */
      items: Certificate[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Issue a certificate to a user or a guest. Needs the permission Certifications:c. */
  'POST /certificates/users': {
    body: UserCertificateDraft
    answer: Created
  }
  /** Certificates of users and guests of an account, and of those below it on request. Needs the permission Certifications:r. Up to a second old, but never older than the caller's last change. */
  'POST /certificates/users/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'userCertificateId' | 'userLastName' | 'certificateName' | 'accountName' | 'statusName' | 'creationDate' | 'modifiedDate' | 'expirationDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'userCertificateId' | 'after' | 'userLastName' | 'certificateName' | 'accountName' | 'statusName' | 'validationCode' | 'userId' | 'anything' | 'needsMe'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate' | 'modifiedDate' | 'expirationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('userCertificateId' | 'userId' | 'userFirstName' | 'userLastName' | 'isGuestCertificate' | 'certificateId' | 'certificateName' | 'accountId' | 'accountName' | 'accountCode' | 'statusName' | 'validationCode' | 'notes' | 'creationDate' | 'modifiedDate' | 'expirationDate' | 'renewalDate' | 'blocked')[]
    }
    answer: UserCertificatePage
  }
  /** Register a deal for an account in reach; it is protected for the days that the tenant has set. Needs the permission Deals:c. */
  'POST /deals': {
    body: DealDraft
    answer: Created
  }
  /** Deals registered in a period beside the previous one, and the forecast of open deals. Needs the permission Deals:r. Up to a second old, but never older than the caller's last change. */
  'POST /deals/dashboard': {
    body: DashboardQuery
    answer: DealStatistics
  }
  /** Amounts of open deals by month of their estimated close, for the months from now on. Needs the permission Deals:r. */
  'POST /deals/forecast': {
    body: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. Default: `true`. */
      includeChildren?: boolean
      /** Default: `12`. */
      months?: number
    }
    answer: {
      /** The entries. */
      items: ForecastRow[]
    }
  }
  /** Deals of an account, and of those below it on request. Needs the permission Deals:r. Up to a second old, but never older than the caller's last change. */
  'POST /deals/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'id' | 'code' | 'status' | 'protectionStatus' | 'eBidValue' | 'value' | 'eBidStatus' | 'creationDate' | 'modifiedDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'anything' | 'id' | 'after' | 'code' | 'externalId' | 'prospect' | 'vatId' | 'vendor' | 'status' | 'protectionStatus' | 'eBidStatus' | 'productId' | 'currencyCode' | 'forecastMonth' | 'needsMe'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate' | 'modifiedDate' | 'estimatedCloseDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('dealId' | 'code' | 'externalIds' | 'description' | 'vendor' | 'prospect' | 'startDate' | 'estimatedCloseDate' | 'creationDate' | 'modifiedDate' | 'expirationDate' | 'isExpired' | 'chanceOfClosure' | 'status' | 'protectionStatus' | 'eBidValue' | 'eBidApprovedValue' | 'eBidStatus' | 'itemsTotal' | 'currencyId' | 'currencyCode' | 'creator' | 'decidedBy' | 'waiting' | 'blocked')[]
    }
    answer: {
      /** The entries. */
      items: Deal[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Grant the days of a protection once more from the present end, as the vendor asked, or refuse them. Needs the permission Deals:u. */
  'POST /deals/{id}/extend': {
    params: {
      /** The record. */
      id: string
    }
    body: ExtensionDecision
    answer: Deal
  }
  /** Ask for an extension of the protection. Needs the permission Deals:r. */
  'POST /deals/{id}/requestExtension': {
    params: {
      /** The record. */
      id: string
    }
    body: ExtensionRequest
    answer: Deal
  }
  /** Agree to the special price that is asked for; signing again replaces the own signature. Needs the permission Deals:u. Not for API keys. */
  'POST /deals/{id}/signatures': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Free text. */
      note?: string | null
    }
    answer: ApprovalStanding
  }
  /** Approve or refuse the price that the vendor asked for. Needs the permission Deals:u. */
  'POST /deals/{id}/updateEbidStatus': {
    params: {
      /** The record. */
      id: string
    }
    body: EBidDecision
    answer: Deal
  }
  /** Ask for another price of all items. Needs the permission Deals:r. */
  'POST /deals/{id}/updateEbidValue': {
    params: {
      /** The record. */
      id: string
    }
    body: EBidRequest
    answer: Deal
  }
  /** Decide on the protection of a deal. Needs the permission Deals:u. */
  'POST /deals/{id}/updateProtectionStatus': {
    params: {
      /** The record. */
      id: string
    }
    body: ProtectionDecision
    answer: Deal
  }
  /** Ask somebody to stand in for a time: their signature then counts for the caller's roles. For everybody who is signed in, but not for API keys. */
  'POST /delegations': {
    body: DelegationDraft
    answer: Created
  }
  /** Activate a seat for a device; the first activation starts the license. Needs no credential. */
  'POST /devices/activate': {
    body: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
      /** Identifies a device permanently: the same device gets the same seat. */
      deviceUuid: string
      /** How far the user of a trial has come, counted by the software; kept for trial products only. */
      currentTrialStep?: number | null
      /** The name under which people know the device. */
      deviceName?: string | null
      /** What the device says about itself. */
      deviceDescription?: string | null
      /** Language of the device. */
      deviceLang?: string | null
      /** Name of the software on the device. */
      installedProduct?: string | null
      /** Version of the software on the device. */
      installedVersion?: string | null
      /** Operating system of the device. */
      osName?: string | null
      /** Version of the operating system. */
      osVersion?: string | null
    }
    answer: Lease
  }
  /** Renew the lease of a seat that the device has. Needs no credential. */
  'POST /devices/heartbeat': {
    body: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
      /** Identifies a device permanently: the same device gets the same seat. */
      deviceUuid: string
      /** How far the user of a trial has come, counted by the software; kept for trial products only. */
      currentTrialStep?: number | null
    }
    answer: Lease
  }
  /** Release the seat, or another one of the key, within what its product allows. Needs no credential. */
  'POST /devices/release': {
    body: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
      /** Identifies a device permanently: the same device gets the same seat. */
      deviceUuid: string
      /** How far the user of a trial has come, counted by the software; kept for trial products only. */
      currentTrialStep?: number | null
      /** The seat: the place of a device on a license. */
      licenseSeatId?: Id | null
    }
    answer: undefined
  }
  /** The seats of the key, for a device that has one or looks for one, the one that was silent longest first; 200 at most, and its own. Needs no credential. */
  'POST /devices/seats': {
    body: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
      /** Identifies a device permanently: the same device gets the same seat. */
      deviceUuid: string
    }
    answer: SeatOfKey[]
  }
  /** All rows of a list as a CSV or xlsx file; requires the permission to read the list. 202 and a job when others are exporting. For everybody who is signed in, and for API keys. */
  'POST /exports': {
    body: NewExport
    answer: Blob | Created
  }
  /** The brand assets of the root account, which every reader of files may see. Needs the permission Files:r. Up to a second old, but never older than the caller's last change. */
  'POST /files/brandAssets/search': {
    body: FileSearch
    answer: {
      /** The entries. */
      items: File[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** The files of category `document` of an account, and of those below it on request. Needs the permission Files:r. Up to a second old, but never older than the caller's last change. */
  'POST /files/documents/search': {
    body: FileSearch
    answer: {
      /** The entries. */
      items: File[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Files of an account, of all categories, and of those below it on request. Needs the permission Files:r. Up to a second old, but never older than the caller's last change. */
  'POST /files/search': {
    body: FileSearch
    answer: {
      /** The entries. */
      items: File[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Last step of an upload: the bytes become a file. May be repeated. Needs the permission Files:c. */
  'POST /files/upload/commit': {
    body: UploadCommit
    answer: File
  }
  /** First step of an upload: announce a file and get the URL for its bytes. Needs the permission Files:c. */
  'POST /files/upload/request': {
    body: UploadRequest
    answer: Upload
  }
  /** Records of any kind that the caller may read, by words that each occur in them, in any order. For everybody who is signed in, and for API keys. */
  'POST /find': {
    body: {
      /** The text to look for, or to show. */
      text: string
    }
    answer: {
      /** The entries. */
      items: FindHit[]
    }
  }
  /** Records by their ids, in the order asked for; what the caller may not read, or is no more, is left out. For everybody who is signed in, and for API keys. */
  'POST /find/records': {
    body: {
      /** The records, by kind and id. */
      records: FoundRecord[]
    }
    answer: {
      /** The entries. */
      items: FindHit[]
    }
  }
  /** Import a file, or do a dry run; it runs as a job. For everybody who is signed in, and for API keys. The body may have 21 MB. */
  'POST /imports': {
    body: NewImport
    answer: Created
  }
  /** Begin to send a file in pieces, or go on with one that broke off; the last two of a user are kept for a day. For everybody who is signed in, and for API keys. */
  'POST /imports/uploads': {
    body: NewImportUpload
    answer: ImportUpload
  }
  /** Stop an own import that waits or runs; nothing of it is kept. One that is over is refused (RQ409). For everybody who is signed in, and for API keys. */
  'POST /imports/{id}/cancel': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Take back what an import of the last day made and changed, as far as nothing was built on it. For everybody who is signed in, and for API keys. */
  'POST /imports/{id}/undo': {
    params: {
      /** The record. */
      id: string
    }
    body: UndoWishes
    answer: UndoneImport
  }
  /** Create a tenant, and invite its first super admin by mail. For operators of the installation; to everybody else it does not exist (RQ404). */
  'POST /installation/tenants': {
    body: TenantDraft
    answer: CreatedTenant
  }
  /** The tenants of the installation, for its operators; nothing of their business. For operators of the installation; to everybody else it does not exist (RQ404). Up to a second old, but never older than the caller's last change. */
  'POST /installation/tenants/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'tenantCode' | 'tenantName' | 'creationDate' | 'isSandbox' | 'status'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'anything' | 'tenantId' | 'tenantCode' | 'tenantName' | 'isSandbox' | 'status'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('tenantId' | 'tenantCode' | 'tenantName' | 'hosts' | 'address' | 'creationDate' | 'isSandbox' | 'status')[]
    }
    answer: {
      /** The entries. */
      items: InstalledTenant[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Send a super admin who has not accepted it another invitation; the former one ends. For operators of the installation; to everybody else it does not exist (RQ404). */
  'POST /installation/tenants/{code}/administrators/{id}/invitation': {
    params: {
      /** Code that people read, or that clients decide by. */
      code: string
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Ask for the renewal of the key: once, until it is renewed or put away. Refuses RQ409 with `info.reason`. Needs no credential. */
  'POST /key/{code}/renewal': {
    params: {
      /** Code that people read, or that clients decide by. */
      code: string
    }
    body: RenewalAsk
    answer: KeyPage
  }
  /** Free a seat of the key within its product's policy. A seat that is free already stays so. Needs no credential. */
  'POST /key/{code}/seats/{seatId}/release': {
    params: {
      /** Code that people read, or that clients decide by. */
      code: string
      /** The seat, by its name on the page. */
      seatId: string
    }
    answer: KeyPage
  }
  /** Create license keys from the owner's stock. Needs the permission Licenses:c. */
  'POST /licenses': {
    body: LicenseDraft
    answer: {
      id: Id
      /** The new keys. */
      serialKeys: string[]
    }
  }
  /** License keys created in a period and their states at its end, beside the previous period. Needs the permission Licenses:r. Up to a second old, but never older than the caller's last change. */
  'POST /licenses/dashboard': {
    body: DashboardQuery
    answer: LicenseStatistics
  }
  /** Export licenses to an on-premise environment as a signed `.lic` file, all or none. Needs the permission Licenses:u. */
  'POST /licenses/export': {
    body: LicenseExport
    answer: Blob
  }
  /** The report as an xlsx file; 202 and a job for more than 20,000 rows, or when others are exporting. Needs the permission Reports:r. */
  'POST /licenses/report/export': {
    body: NewLicenseReport
    answer: Blob | Created
  }
  /** Report of the licenses of an account and, unless excluded, of those below it. Needs the permission Reports:r. Up to a second old, but never older than the caller's last change. */
  'POST /licenses/report/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'accountName' | 'serialKey' | 'productName' | 'sku' | 'activationDate' | 'creationDate' | 'expirationDate' | 'maintenanceExpirationDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'anything' | 'licenseId' | 'accountName' | 'serialKey' | 'productName' | 'sku' | 'type'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'activationDate' | 'creationDate' | 'expirationDate' | 'maintenanceExpirationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('licenseId' | 'accountId' | 'accountName' | 'serialKey' | 'productName' | 'sku' | 'type' | 'seatsTotal' | 'seatsOccupied' | 'activationDate' | 'creationDate' | 'maintenanceExpirationDate' | 'expirationDate' | 'licenseIsPerpetual' | 'maintenanceIsPerpetual' | 'note')[]
    }
    answer: {
      /** The entries. */
      items: LicenseReportRow[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Licenses of an account, and of those below it on request. Needs the permission Licenses:r. Up to a second old, but never older than the caller's last change. */
  'POST /licenses/search': {
    body: LicenseSearch
    answer: {
      /** The entries. */
      items: License[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Make the key's own page; a page that is there is answered again. Needs the permission Licenses:u. */
  'POST /licenses/{serialKey}/page': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    answer: KeyLink
  }
  /** The link of the key's own page as a sheet with a QR code, in base64. Needs the permission Licenses:u. */
  'POST /licenses/{serialKey}/page/pdf': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    body: {
      /** Language, such as `en` or `it`. */
      languageCode?: 'en' | 'it'
    }
    answer: CertificatePdf
  }
  /** Save a view of a list for the caller; at most 20 of each list (RQ409). For everybody who is signed in, but not for API keys. */
  'POST /lists/views': {
    body: ListViewDraft
    answer: ListView
  }
  /** Add an on-premise environment to an account. Needs the permission Environments:c. */
  'POST /onPremiseEnvironments': {
    body: EnvironmentDraft
    answer: Created
  }
  /** On-premise environments of an account, and of those below it on request. Needs the permission Environments:r. Up to a second old, but never older than the caller's last change. */
  'POST /onPremiseEnvironments/search': {
    body: EnvironmentSearch
    answer: {
      /** The entries. */
      items: Environment[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Request a purchase, or sell to a buyer below. Needs the permission Orders:c. */
  'POST /orders': {
    body: OrderDraft
    answer: {
      id: Id
      /** Number of the order that people read, such as `SO-2026-000123`. */
      orderCode: string
    }
  }
  /** What approving these orders one after the other would move, and which of them are short; nothing changes. Needs the permission Orders:u. */
  'POST /orders/approvals/preview': {
    body: {
      /** The orders, each once. */
      orderIds: Id[]
    }
    answer: {
      /** Orders that it concerns. */
      orders: Approval[]
      /** The products that it is about. */
      products: ApprovedProduct[]
    }
  }
  /** Sell-in and sell-out of a period beside the previous one. Needs the permission Orders:r. Up to a second old, but never older than the caller's last change. */
  'POST /orders/dashboard': {
    body: DashboardQuery
    answer: OrderStatistics
  }
  /** Mark many orders as invoiced or paid, or as not; each that may not be marked is named with the reason. Needs the permission Orders:u. */
  'POST /orders/marks': {
    body: OrderMarks
    answer: {
      /** Orders that it concerns. */
      orders: Marked[]
    }
  }
  /** Purchases: orders by buyer. Needs the permission Orders:r. Up to a second old, but never older than the caller's last change. */
  'POST /orders/search': {
    body: OrderSearch
    answer: OrderPage
  }
  /** Sales: orders by vendor, always with those of the accounts below. Needs the permission Orders:r. Up to a second old, but never older than the caller's last change. */
  'POST /orders/sell-out/search': {
    body: OrderSearch
    answer: OrderPage
  }
  /** Stock of an account, and of those below it on request. Needs the permission Stocks:r. Up to a second old, but never older than the caller's last change. */
  'POST /orders/stock/search': {
    body: StockSearch
    answer: {
      /** The entries. */
      items: StockRow[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Attach files of the own account to an order; a file that is attached already stays. Needs the permission Orders:r. */
  'POST /orders/{id}/attachments': {
    params: {
      /** The record. */
      id: string
    }
    body: NewAttachments
    answer: Order
  }
  /** Agree to a pending order as it is now; signing again replaces the own signature. Needs the permission Orders:u. Not for API keys. */
  'POST /orders/{id}/signatures': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Free text. */
      note?: string | null
    }
    answer: ApprovalStanding
  }
  /** Plan new prices of a list for a day. Needs the permission PriceLists:u. */
  'POST /pricePlans': {
    body: PricePlanDraft
    answer: Created
  }
  /** Create a price list. Needs the permission PriceLists:c. */
  'POST /pricelists': {
    body: PriceListDraft
    answer: Created
  }
  /** Associate a price list with an account below. Needs the permission PriceLists:c. */
  'POST /pricelists/accounts/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    body: AssociationDraft
    answer: Association
  }
  /** Preview of changing the association of an account below; without a price list, of removing it. Needs the permission PriceLists:c. */
  'POST /pricelists/accounts/{accountId}/effect': {
    params: {
      /** The account. */
      accountId: string
    }
    body: {
      /** The price list that the price comes from. */
      priceListId: Id | null
      /** The price list also serves accounts below that have none of their own. Default: `false`. */
      canPropagate?: boolean
    }
    answer: PriceEffect
  }
  /** Products bought or sold by an account in a period, to filter a dashboard by. Needs the permission Products:r. Up to a second old, but never older than the caller's last change. */
  'POST /pricelists/products/dashboard/lookup': {
    body: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** Start of the period; without it from the first record. */
      currentFrom?: DateOrInstant | null
      /** End of the period; without it until now. */
      currentTo?: DateOrInstant | null
    }
    answer: ProductName[]
  }
  /** Products the reader sees, with the reader's price. Needs the permission Products:r. Up to a second old, but never older than the caller's last change. */
  'POST /pricelists/products/search': {
    body: ProductSearch
    answer: {
      /** The entries. */
      items: Product[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Price lists of an account, with those that serve it. Needs the permission PriceLists:r. Up to a second old, but never older than the caller's last change. */
  'POST /pricelists/search': {
    body: PriceListSearch
    answer: {
      /** The entries. */
      items: PriceList[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Add a product. Needs the permission PriceLists:u. */
  'POST /pricelists/{id}/products': {
    params: {
      /** The record. */
      id: string
    }
    body: PriceListItemDraft
    answer: PriceList
  }
  /** Create a product; it is Pending until its editor makes it Active. Needs the permission Products:c. */
  'POST /products': {
    body: ProductDraft
    answer: Created
  }
  /** Whether deleting a product would remove it or mark it Deleted; nothing is changed. Needs the permission Products:d. */
  'POST /products/{id}/removal': {
    params: {
      /** The record. */
      id: string
    }
    answer: {
      /** What became of it. */
      outcome: 'removed' | 'marked'
    }
  }
  /** Create a product type. Needs the permission ProductTypes:c. */
  'POST /productsType': {
    body: ProductTypeDraft
    answer: Created
  }
  /** Create a feature. Needs the permission ProductTypes:c. */
  'POST /productsType/features': {
    body: NewFeature
    answer: Created
  }
  /** Features. Needs the permission ProductTypes:r. Up to a second old, but never older than the caller's last change. */
  'POST /productsType/features/search': {
    body: FeatureSearch
    answer: {
      /** The entries. */
      items: Feature[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Product types with their features and values. Needs the permission ProductTypes:r. Up to a second old, but never older than the caller's last change. */
  'POST /productsType/search': {
    body: ProductTypeSearch
    answer: {
      /** The entries. */
      items: ProductType[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Extend keys from their owners' stock, and order what is short; a result for each key. Needs the permission Licenses:c. */
  'POST /renewals': {
    body: RenewalDraft
    answer: RenewalAnswer
  }
  /** Keys of a window by account, with their value at the price of each account. Needs the permission Licenses:r. */
  'POST /renewals/figures': {
    body: {
      /** Which keys: those that end within so many days, or that have ended. */
      window: '30' | '60' | '90' | 'expired'
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. Default: `true`. */
      includeChildren?: boolean
      /** Items of a page. Default: `10`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
    }
    answer: RenewalFigures
  }
  /** What renewing these keys would extend and order; nothing changes. Needs the permission Licenses:c. */
  'POST /renewals/preview': {
    body: RenewalDraft
    answer: RenewalAnswer
  }
  /** How many of the terms that ended in each of the last months were renewed. Needs the permission Licenses:r. */
  'POST /renewals/rate': {
    body: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. Default: `true`. */
      includeChildren?: boolean
      /** Default: `12`. */
      months?: number
    }
    answer: {
      /** The entries. */
      items: RenewalMonth[]
    }
  }
  /** Keys that have an end, with what renewing them takes, of an account and of those below it on request. Needs the permission Licenses:r. Up to a second old, but never older than the caller's last change. */
  'POST /renewals/search': {
    body: RenewalSearch
    answer: {
      /** The entries. */
      items: RenewableKey[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Subscriptions. For everybody who is signed in, and for API keys. */
  'POST /subscriptions/search': {
    body: {
      /** Items of a page. Default: `3000`. */
      limit?: number
    }
    answer: {
      /** The entries. */
      items: Subscription[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Connect a directory by OpenID Connect; a tenant has 20 connections at most. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/connections': {
    body: ConnectionDraft
    answer: Connection
  }
  /** Look up the TXT records of the domains that are not proved; those that are there make them count. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/connections/{connectionId}/domains/check': {
    params: {
      /** The connection to a directory. */
      connectionId: string
    }
    answer: Connection
  }
  /** Begin a sign-in at the directory that only shows its claims and what would come of them. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/connections/{connectionId}/test': {
    params: {
      /** The connection to a directory. */
      connectionId: string
    }
    answer: {
      /** Address with `https`. */
      url: string
    }
  }
  /** Look up the TXT records of host names and sender that are not proved; those that are there put them into use. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/domains/check': {
    answer: TenantSettings
  }
  /** Take the logo from an uploaded PNG or JPEG file of at most 256 KiB and 2,000 by 2,000 pixels. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/logo': {
    body: {
      accountFileId: Id
    }
    answer: TenantSettings
  }
  /** Create a role; a tenant has at most 100. For everybody who is signed in, but not for API keys. */
  'POST /tenants/current/roles': {
    body: RoleDraft
    answer: {
      id: NumberId
    }
  }
  /** Create a pending user and send the invitation, or ask somebody who signs in for another account (US409, `info.reason` is `same_account`: they act for this one already). Needs the permission Users:c. */
  'POST /users': {
    body: CreateUser
    answer: InvitedUser
  }
  /** Accept to act for an account that was offered. For everybody who is signed in, but not for API keys. */
  'POST /users/me/accounts/{id}/accept': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Send the invitation again; the earlier one becomes invalid. Needs the permission Users:c. */
  'POST /users/pending/{id}/resend': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Users of an account, with children also of its descendants. Needs the permission Users:r. Up to a second old, but never older than the caller's last change. */
  'POST /users/search': {
    body: UserSearch
    answer: {
      /** The entries. */
      items: ListedUser[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Begin to look at the portal as this user, read only; calls then carry the header X-View-As. Needs the permission Users:u. Not for API keys. */
  'POST /users/{id}/view': {
    params: {
      /** The record. */
      id: string
    }
    body: ViewRequest
    answer: View
  }
  /** Have events of an account sent to an address from now on; the answer has the secret this once. Needs the permission Users:c. Not for API keys. */
  'POST /webhooks': {
    body: WebhookDraft
    answer: NewWebhook
  }
  /** Send a delivery again, with the record as it is now. Needs the permission Users:c. Not for API keys. */
  'POST /webhooks/deliveries/{id}/replay': {
    params: {
      /** The record. */
      id: string
    }
    answer: undefined
  }
  /** Webhooks of an account, with children also of its descendants; never their secrets. Needs the permission Users:c. Not for API keys. Up to a second old, but never older than the caller's last change. */
  'POST /webhooks/search': {
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'url' | 'description' | 'accountName' | 'status' | 'creationDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'anything' | 'webhookId' | 'url' | 'description' | 'accountName' | 'status'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('webhookId' | 'accountId' | 'accountName' | 'url' | 'types' | 'description' | 'status' | 'failingSince' | 'oldSecretUntil' | 'waiting' | 'lastDeliveryDate' | 'creationDate' | 'createdBy' | 'setBy' | 'blocked')[]
    }
    answer: {
      /** The entries. */
      items: Webhook[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** The log of a webhook: what was sent, what came back, and what waits. Needs the permission Users:c. Not for API keys. Up to a second old, but never older than the caller's last change. */
  'POST /webhooks/{id}/deliveries/search': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Items of a page. Default: `20`. */
      limit?: number
      /** Number of the page, from 1. Default: `1`. */
      page?: number
      /** The first entry counts most; equal items are ordered by id. Default: none. */
      sortBy?: {
        /** Name of a field that can be used here. */
        field: 'creationDate'
        /** Ascending or descending. Default: `asc`. */
        direction?: 'asc' | 'desc'
      }[]
      /** Values of one entry are combined with OR, entries with AND. Default: none. */
      filterBy?: {
        /** Name of a field that can be used here. */
        field: 'deliveryId' | 'type' | 'entityId' | 'status'
        /** Any of these. */
        values: (string | number | boolean)[]
      }[]
      /** Both ends are included; a missing end is unlimited. Default: none. */
      filterBetweenDate?: {
        /** Name of a field that can be used here. */
        field: 'creationDate'
        /** Start of the range. */
        fromDate?: DateOrInstant | null
        /** End of the range, to its last millisecond. */
        toDate?: DateOrInstant | null
      }[]
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId?: Id | null
      /** Include records of accounts below. */
      includeChildren?: boolean
      /** The fields of each item in the answer, in addition to its id; absent: all fields. */
      fields?: ('deliveryId' | 'webhookId' | 'messageId' | 'type' | 'entity' | 'entityId' | 'status' | 'tries' | 'creationDate' | 'lastTryDate' | 'nextTryDate' | 'answerStatus' | 'problem' | 'milliseconds' | 'requestHeaders' | 'request' | 'answer')[]
    }
    answer: {
      /** The entries. */
      items: WebhookDelivery[]
      /** All matches, also those of other pages. */
      count: number
    }
  }
  /** Send all events again since a moment, oldest first, each under the `webhook-id` that it had. Needs the permission Users:c. Not for API keys. */
  'POST /webhooks/{id}/replay': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Start, or the value before. */
      from: Instant
    }
    answer: undefined
  }
  /** Make a new secret; each one before signs as well until a day after it was changed. The answer has it this once. Needs the permission Users:c. Not for API keys. */
  'POST /webhooks/{id}/secret': {
    params: {
      /** The record. */
      id: string
    }
    answer: NewWebhook
  }
  /** Send an event of the type `webhook.test`; the answer names its delivery. Needs the permission Users:c. Not for API keys. */
  'POST /webhooks/{id}/test': {
    params: {
      /** The record. */
      id: string
    }
    answer: Created
  }
  /** Change the address of an account. Needs the permission Accounts:u. */
  'PUT /accounts/{accountId}/address/{addressId}': {
    params: {
      /** The account. */
      accountId: string
      /** The address. */
      addressId: string
    }
    body: UpdateAddress
    answer: Account
  }
  /** Change the name of an account, who is notified for it, its credit limit and terms, and its external ids. Needs the permission Accounts:u. */
  'PUT /accounts/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: UpdateAccount
    answer: Account
  }
  /** Move an account with its branch below another parent: for super admins of the vendor. Needs the permission Accounts:u. */
  'PUT /accounts/{id}/parent': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** The account that is acted for or searched; default, where optional: the caller's own. */
      parentAccountId: Id
    }
    answer: Account
  }
  /** Set within how many hours the caller's own account decides on orders and special prices, or that it promises nothing. Needs the permission Orders:u. */
  'PUT /approvalPromise': {
    body: ApprovalPromise
    answer: ApprovalPromise
  }
  /** Change an approval rule; what waits is asked anew by it. Needs the permission Orders:u. */
  'PUT /approvalRules/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: ApprovalRuleChange
    answer: ApprovalRule
  }
  /** Enable the second factor that was verified. For everybody who is signed in, but not for API keys. */
  'PUT /auth/mfa': {
    body: {
      /** Joins the steps of a second factor: from A403 or from the step before. */
      mfaToken: string
    }
    answer: undefined
  }
  /** Give one of the own passkeys another name. For everybody who is signed in, but not for API keys. */
  'PUT /auth/passkeys/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: PasskeyName
    answer: Passkey
  }
  /** Change the own password; ends every other session. For everybody who is signed in, but not for API keys. */
  'PUT /auth/password': {
    body: ChangePassword
    answer: undefined
  }
  /** Prolong it by its duration: from its first start, or from now after its end. Needs the permission Certifications:u. */
  'PUT /certificates/accounts/{id}/renew': {
    params: {
      /** The record. */
      id: string
    }
    answer: AccountCertificate
  }
  /** Change the notes of an issued certificate. Needs the permission Certifications:u. */
  'PUT /certificates/notes': {
    body: CertificateNotes
    answer: undefined
  }
  /** Prolong it by its duration: from its first start, or from now after its end. Needs the permission Certifications:u. */
  'PUT /certificates/users/{id}/renew': {
    params: {
      /** The record. */
      id: string
    }
    answer: UserCertificate
  }
  /** Change a certificate; those that were issued keep their dates. Needs the permission Certifications:u. */
  'PUT /certificates/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: CertificateUpdate
    answer: Certificate
  }
  /** Change them; super admins of the root account only. Needs the permission Deals:u. */
  'PUT /deals/settings': {
    body: DealSettings
    answer: DealTerms
  }
  /** Change description, estimated close, chance, status and external ids. Needs the permission Deals:r. */
  'PUT /deals/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: DealUpdate
    answer: Deal
  }
  /** Correct the products of a deal until its protection is decided, at its present prices; an eBid has to be asked for again. Needs the permission Deals:r. */
  'PUT /deals/{id}/items': {
    params: {
      /** The record. */
      id: string
    }
    body: DealItems
    answer: Deal
  }
  /** Correct the company of a deal until its protection is decided; it is compared with other deals anew. Needs the permission Deals:r. */
  'PUT /deals/{id}/prospect': {
    params: {
      /** The record. */
      id: string
    }
    body: ProspectUpdate
    answer: Deal
  }
  /** Second step of an upload: its bytes, to the signed URL of the first step. Needs no credential. */
  'PUT /files/content': {
    query: {
      /** The signed token of the address. */
      token: string
    }
    body: Bytes
    answer: undefined
  }
  /** Change name and note of a file. Needs the permission Files:u. */
  'PUT /files/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: FileUpdate
    answer: File
  }
  /** Skip first steps, put all of them away, or call them back; for the caller alone. For everybody who is signed in, but not for API keys. */
  'PUT /first-steps': {
    body: FirstStepsDraft
    answer: FirstSteps
  }
  /** Keep a recipe for the caller, in place of one with its name and kind; at most 50 (RQ409). For everybody who is signed in, but not for API keys. */
  'PUT /imports/recipes': {
    body: {
      /** Name that people read. */
      name: string
      kind: 'settings' | 'roles' | 'accounts' | 'addresses' | 'users' | 'features' | 'product-types' | 'products' | 'price-lists' | 'price-list-accounts' | 'price-plans' | 'stock' | 'thresholds' | 'orders' | 'licenses' | 'seats' | 'environments' | 'certificates' | 'certifications' | 'deals'
      /** All columns of the file that it was made with. */
      headings: string[]
      /** Columns by their names. */
      columns: {
        [name: string]: {
          /** Start, or the value before. */
          from?: string[]
          value?: string
          /** All matches, also those of other pages. */
          count?: true
          /** What the words of the file mean. */
          words?: {
            [name: string]: string
          }
          /** Empty cells take the value of the row above. */
          fill?: true
          /** How values are written. */
          format?: '.' | ',' | 'day' | 'month'
          /** How many pieces of money one is, where the heading names a unit such as k€. */
          unit?: 1 | 1000
        }
      }
      /** Columns that come several times in a row: each set with a filled cell is a line of the record. */
      lines?: {
        [name: string]: string
      }[]
      /** How the bytes of the file are letters. */
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'windows-1254' | 'macintosh' | 'ibm850' | 'ibm437' | 'windows-1251' | 'windows-1253'
      /** Sheet of the workbook. */
      sheet?: string
      /** Rows of totals, and notes at the end, are records. */
      keepAll?: true
    }
    answer: KeptRecipe
  }
  /** Send a piece of a file; the same piece may be sent again. For everybody who is signed in, and for API keys. The body may have 4 MB. */
  'PUT /imports/uploads/{id}/pieces/{number}': {
    params: {
      /** The record. */
      id: string
      /** The piece, from 1. */
      number: number
    }
    body: Bytes
    answer: undefined
  }
  /** Change the note and the external ids. Needs the permission Licenses:u. */
  'PUT /licenses/{serialKey}/note': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    body: LicenseNote
    answer: License
  }
  /** Free the named seats, or all but the suspended ones. Needs the permission LicensesRMA:u. */
  'PUT /licenses/{serialKey}/seats/clear': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
    }
    body: {
      /** The seat: the place of a device on a license. Default: none. */
      LicenseSeatId?: Id[]
    }
    answer: ClearedSeats
  }
  /** Suspend or resume a seat. Needs the permission LicensesRMA:u. */
  'PUT /licenses/{serialKey}/seats/{licenseSeatId}/status': {
    params: {
      /** The license key, which is also the credential of devices. */
      serialKey: string
      /** The seat. */
      licenseSeatId: string
    }
    body: {
      /** Where it stands in its life. */
      status: SeatStatus
    }
    answer: License
  }
  /** Choose the columns of a list for the caller, in place of the earlier choice. For everybody who is signed in, but not for API keys. */
  'PUT /lists/columns': {
    body: {
      /** The list, by the name of its call. */
      list: 'accounts.search' | 'users.search' | 'apiKeys.search' | 'webhooks.search' | 'catalogue.search' | 'productTypes.search' | 'productTypes.searchFeatures' | 'priceLists.search' | 'stock.search' | 'files.search' | 'files.documents' | 'files.brandAssets' | 'orders.sellIn' | 'orders.sellOut' | 'certificates.search' | 'userCertificates.search' | 'deals.search' | 'environments.search' | 'licenses.search' | 'renewals.search' | 'reports.search' | 'audit.search'
      /** Whether each column is shown. */
      shown: {
        [name: string]: boolean
      }
    }
    answer: undefined
  }
  /** Change a view of the caller; what is left out stays. For everybody who is signed in, but not for API keys. */
  'PUT /lists/views/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: ListViewUpdate
    answer: ListView
  }
  /** Choose how some kinds of news reach the caller; the other kinds keep their way. For everybody who is signed in, but not for API keys. */
  'PUT /news/choices': {
    body: {
      /** What can be chosen. */
      choices: {
        kind: 'order_requested' | 'order_approved' | 'order_canceled' | 'order_revoked' | 'order_short' | 'order_delayed' | 'deal_registered' | 'deal_asked' | 'deal_decided' | 'deal_expiring' | 'deal_delayed' | 'license_due' | 'renewal_asked' | 'certificate_due'
        /** How the reader is told. */
        way: 'bell' | 'mail' | 'digest' | 'none'
      }[]
    }
    answer: {
      /** What can be chosen. */
      choices: NewsChoice[]
    }
  }
  /** Mark some news items of the caller as read, or all. For everybody who is signed in, but not for API keys. */
  'PUT /news/read': {
    body: {
      /** Ids, each once. */
      ids: Id[]
    } | {
      /** All of them. */
      all: true
    }
    answer: undefined
  }
  /** Change the names of an environment. Needs the permission Environments:u. */
  'PUT /onPremiseEnvironments/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: EnvironmentUpdate
    answer: Environment
  }
  /** Set or remove the warning threshold of a product in the stock of an account. Needs the permission Stocks:u. */
  'PUT /orders/stock/{accountId}/threshold': {
    params: {
      /** The account. */
      accountId: string
    }
    body: ThresholdChange
    answer: StockRow
  }
  /** Approve, cancel or revoke, the whole or a part; approving may agree other prices. Needs the permission Orders:u. */
  'PUT /orders/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: StatusChange
    answer: Order
  }
  /** Change name and note of an attached file. Needs the permission Orders:r. */
  'PUT /orders/{id}/attachments/{accountFileId}': {
    params: {
      /** The record. */
      id: string
      /** The file. */
      accountFileId: string
    }
    body: FileUpdate
    answer: Attachment
  }
  /** Invoiced, paid, invoice, reference code, external ids and note. Needs the permission Orders:u. */
  'PUT /orders/{id}/update': {
    params: {
      /** The record. */
      id: string
    }
    body: OrderUpdate
    answer: Order
  }
  /** Change the day, the note and the prices of a planned change, until it is applied. Needs the permission PriceLists:u. */
  'PUT /pricePlans/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: PricePlanChange
    answer: PricePlan
  }
  /** Change the association of an account below. Needs the permission PriceLists:c. */
  'PUT /pricelists/accounts/{accountId}': {
    params: {
      /** The account. */
      accountId: string
    }
    body: AssociationDraft
    answer: Association
  }
  /** Rename a price list; its currency can change only while it is empty. Needs the permission PriceLists:u. */
  'PUT /pricelists/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Name that people read. */
      name: string
      /** Number of the currency, as in `GET /lookup/currencies`. */
      currencyId?: NumberId
    }
    answer: PriceList
  }
  /** Set the prices of many products at once, or preview the effect. Needs the permission PriceLists:u. */
  'PUT /pricelists/{id}/items': {
    params: {
      /** The record. */
      id: string
    }
    body: PriceRows
    answer: PriceRowsResult
  }
  /** Change the price of a product. Needs the permission PriceLists:u. */
  'PUT /pricelists/{id}/products': {
    params: {
      /** The record. */
      id: string
    }
    body: PriceListItemDraft
    answer: PriceList
  }
  /** Change a product. Needs the permission Products:u. */
  'PUT /products/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: ProductDraft
    answer: Product
  }
  /** Rename or describe a feature; its type stays. Needs the permission ProductTypes:u. */
  'PUT /productsType/features/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: FeatureDraft
    answer: Feature
  }
  /** Change a product type and the features it has. Needs the permission ProductTypes:u. */
  'PUT /productsType/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: ProductTypeDraft
    answer: ProductType
  }
  /** Get the report of each month by mail, or no more. For everybody who is signed in, but not for API keys. */
  'PUT /reports/month/mail': {
    body: {
      /** Whether the report of each month comes by mail. */
      isMailed: boolean
    }
    answer: MonthMail
  }
  /** Moves the business time of a sandbox forward, and does what is due by then; back only by a reset of the sandbox. For everybody who is signed in, but not for API keys. */
  'PUT /sandbox/clock': {
    body: {
      date: Instant
    }
    answer: SandboxClock
  }
  /** Change name, colours, host names, menu, links, sender and defaults of the tenant; what is absent stays. For everybody who is signed in, but not for API keys. */
  'PUT /tenants/current': {
    body: TenantChange
    answer: TenantSettings
  }
  /** Change a connection; without a client secret the one before stays (RQ409, `info.reason` is `break_glass`: nobody could sign in without the directory). For everybody who is signed in, but not for API keys. */
  'PUT /tenants/current/connections/{connectionId}': {
    params: {
      /** The connection to a directory. */
      connectionId: string
    }
    body: ConnectionChange
    answer: Connection
  }
  /** Rename an account group; its level is fixed. For everybody who is signed in, but not for API keys. */
  'PUT /tenants/current/groups/{groupId}': {
    params: {
      /** Number of the account group. */
      groupId: number
    }
    body: GroupDraft
    answer: AccountGroup
  }
  /** Rename a role and change its flags, which takes effect with the next call of whoever holds it (RQ409, `info.role`: it is no longer `before`). For everybody who is signed in, but not for API keys. */
  'PUT /tenants/current/roles/{roleId}': {
    params: {
      /** Number of the role. */
      roleId: number
    }
    body: RoleUpdate
    answer: TenantRole
  }
  /** Change how people sign in; what is absent stays. For everybody who is signed in, but not for API keys. */
  'PUT /tenants/current/signIn': {
    body: SignInChange
    answer: SignInSettings
  }
  /** Act for another one of the own accounts, in this session, from the next request on. For everybody who is signed in, but not for API keys. */
  'PUT /users/me/account': {
    body: {
      accountId: Id
    }
    answer: undefined
  }
  /** Change the own profile, or that of a user in reach (Users u). For everybody who is signed in, and for API keys. */
  'PUT /users/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: UpdateUser
    answer: User
  }
  /** Give a user other roles. Needs the permission Users:u. */
  'PUT /users/{id}/roles': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** The roles; permissions are the union over them. */
      roles: NumberId[]
    }
    answer: User
  }
  /** Suspend or reactivate a user. Needs the permission Users:u. */
  'PUT /users/{id}/status': {
    params: {
      /** The record. */
      id: string
    }
    body: {
      /** Where it stands in its life. */
      status: 'user_active' | 'user_suspended'
    }
    answer: User
  }
  /** Change, pause or resume a webhook; from then on it tells what the caller may read. Needs the permission Users:c. Not for API keys. */
  'PUT /webhooks/{id}': {
    params: {
      /** The record. */
      id: string
    }
    body: WebhookUpdate
    answer: Webhook
  }
}

/** POSTs that only read: they may be sent again. */
export const reads: ReadonlySet<string> = new Set([
  'POST /accounts/map',
  'POST /accounts/search',
  'POST /apiKeys/search',
  'POST /audit/chain/verify',
  'POST /audit/search',
  'POST /auth/oidc/route',
  'POST /auth/passkeys/authenticate/options',
  'POST /auth/token/mfa/challenge',
  'POST /certificates/credential',
  'POST /certificates/pdf',
  'POST /certificates/search',
  'POST /certificates/users/search',
  'POST /deals/dashboard',
  'POST /deals/forecast',
  'POST /deals/search',
  'POST /exports',
  'POST /files/brandAssets/search',
  'POST /files/documents/search',
  'POST /files/search',
  'POST /find',
  'POST /find/records',
  'POST /installation/tenants/search',
  'POST /licenses/dashboard',
  'POST /licenses/report/export',
  'POST /licenses/report/search',
  'POST /licenses/search',
  'POST /licenses/{serialKey}/page/pdf',
  'POST /onPremiseEnvironments/search',
  'POST /orders/approvals/preview',
  'POST /orders/dashboard',
  'POST /orders/search',
  'POST /orders/sell-out/search',
  'POST /orders/stock/search',
  'POST /pricelists/products/dashboard/lookup',
  'POST /pricelists/products/search',
  'POST /pricelists/search',
  'POST /productsType/features/search',
  'POST /productsType/search',
  'POST /renewals/figures',
  'POST /renewals/preview',
  'POST /renewals/rate',
  'POST /renewals/search',
  'POST /subscriptions/search',
  'POST /users/search',
  'POST /webhooks/search',
  'POST /webhooks/{id}/deliveries/search',
])

/** Calls that take `Idempotency-Key`: sent again with the same one they have one effect. */
export const creates: ReadonlySet<string> = new Set([
  'POST /accounts',
  'POST /accounts/{accountId}/address',
  'POST /apiKeys',
  'POST /approvalRules',
  'POST /auth/passkeys/register/verify',
  'POST /batch',
  'POST /certificates',
  'POST /certificates/accounts',
  'POST /certificates/users',
  'POST /deals',
  'POST /delegations',
  'POST /imports',
  'POST /installation/tenants',
  'POST /licenses',
  'POST /lists/views',
  'POST /onPremiseEnvironments',
  'POST /orders',
  'POST /pricePlans',
  'POST /pricelists',
  'POST /products',
  'POST /productsType',
  'POST /productsType/features',
  'POST /renewals',
  'POST /tenants/current/connections',
  'POST /tenants/current/roles',
  'POST /users',
  'POST /webhooks',
  'POST /webhooks/{id}/secret',
  'POST /webhooks/{id}/test',
  'PUT /orders/{id}',
])

/** Calls that answer a file. */
export const files: ReadonlySet<string> = new Set([
  'GET /exports/{id}/download',
  'GET /files/content',
  'GET /licenses/report/export/{id}/download',
  'GET /orders/{id}/pdf',
  'GET /pricelists/{id}/pdf',
  'GET /reports/month/pdf',
  'GET /tenants/{tenantCode}/logo',
  'POST /exports',
  'POST /licenses/export',
  'POST /licenses/report/export',
])
