import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { after, listOf, pageOf } from './search.ts'
import { ById, Created, Id, Instant, text } from './values.ts'

/** An issued certificate: Revoked ones stay on record (rules Q6). */
export const issuedStatuses = ['Confirmed', 'Revoked'] as const

/** The fields of both kinds of issued certificates. */
const issued = {
  certificateId: Id,
  certificateName: z.string(),
  accountId: Id,
  accountName: z.string(),
  accountCode: z.string(),
  statusName: z.enum(issuedStatuses),
  validationCode: z.string(),
  notes: z.nullable(z.string()),
  creationDate: Instant,
  modifiedDate: Instant,
  expirationDate: Instant,
  /** The end that a renewal now would give. */
  renewalDate: Instant,
  blocked: z.object({
    notes: z.nullable(z.string()),
    pdf: z.nullable(z.string()),
    renew: z.nullable(z.string()),
    delete: z.nullable(z.string()),
  }),
}

export const UserCertificate = z.object({
  userCertificateId: Id,
  /** Null for a guest. */
  userId: z.nullable(Id),
  userFirstName: z.string(),
  userLastName: z.string(),
  isGuestCertificate: z.boolean(),
  ...issued,
})
export type UserCertificate = z.output<typeof UserCertificate>

export const AccountCertificate = z.object({ accountCertificateId: Id, ...issued })
export type AccountCertificate = z.output<typeof AccountCertificate>

export const userCertificateList = listOf({
  item: UserCertificate,
  ids: ['userCertificateId', 'accountId'],
  sort: '-creationDate',
  fields: {
    userCertificateId: { sort: true, filter: 'exact' },
    after,
    userLastName: { sort: true, filter: 'text' },
    certificateName: { sort: true, filter: 'text' },
    accountName: { sort: true, filter: 'text' },
    statusName: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    expirationDate: { sort: true, between: true },
    validationCode: { filter: 'text' },
    userId: { filter: 'exact' },
    /** Words, in any order (rules H1): of the holder, the certificate, the account and the validation code. */
    anything: { filter: 'text' },
    /** It is for the reader's own account to renew now (rules Y2). */
    needsMe: { filter: 'flag' },
  },
})
export type UserCertificateSearch = z.output<typeof userCertificateList.search>

export const UserCertificatePage = z.extend(pageOf(UserCertificate), {
  /** Why the reader may not certify the account or its people now. */
  blocked: z.object({ create: z.nullable(z.string()) }),
})

const notes = z.optional(z.nullable(text()))

/** For a user of the portal (`userId`), or for a guest of an account by first and last name. */
export const UserCertificateDraft = z.strictObject({
  certificateId: Id,
  userId: z.optional(z.nullable(Id)),
  userFirstName: z.optional(z.nullable(text())),
  userLastName: z.optional(z.nullable(text())),
  isGuestCertificate: z._default(z.boolean(), false),
  notes,
  /** The account of the holder; by default that of the user, and the caller's for a guest. */
  parentAccountId: z.optional(z.nullable(Id)),
})
export type UserCertificateDraft = z.output<typeof UserCertificateDraft>

export const AccountCertificateDraft = z.strictObject({ accountId: Id, certificateId: Id, notes })
export type AccountCertificateDraft = z.output<typeof AccountCertificateDraft>

const OfAccount = z.strictObject({ accountId: z.optional(Id) })

export const userCertificates = {
  search: searchOf(userCertificateList, {
    path: '/certificates/users/search',
    summary: 'Certificates of users and guests of an account, and of those below it on request',
    permission: 'Certifications:r',
    exportedAs: 'userCertificates.search',
    answer: UserCertificatePage,
    refusals: ['RQ404'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/certificates/users',
    summary: 'Certificates of users and guests of one account, the newest 3,000',
    permission: 'Certifications:r',
    query: OfAccount,
    answer: z.array(UserCertificate),
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/certificates/users',
    summary: 'Issue a certificate to a user or a guest',
    permission: 'Certifications:c',
    spelled: true,
    body: UserCertificateDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ404', 'CC509'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/certificates/users/:id',
    summary: 'One certificate of a user or guest',
    permission: 'Certifications:r',
    params: ById,
    answer: UserCertificate,
    refusals: ['RQ404'],
  }),
  renew: endpoint({
    method: 'PUT',
    path: '/certificates/users/:id/renew',
    summary: 'Prolong it by its duration: from its first start, or from now after its end',
    permission: 'Certifications:u',
    params: ById,
    answer: UserCertificate,
    refusals: ['RQ404', 'RQ409', 'CC509'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/certificates/users/:id',
    summary: 'Revoke it',
    permission: 'Certifications:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
}

export const accountCertificates = {
  list: endpoint({
    method: 'GET',
    path: '/certificates/accounts',
    summary: 'Certificates of one account itself, the newest 3,000',
    permission: 'Certifications:r',
    query: OfAccount,
    answer: z.array(AccountCertificate),
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/certificates/accounts',
    summary: 'Issue a certificate to an account',
    permission: 'Certifications:c',
    spelled: true,
    body: AccountCertificateDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ404', 'CC509'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/certificates/accounts/:id',
    summary: 'One certificate of an account',
    permission: 'Certifications:r',
    params: ById,
    answer: AccountCertificate,
    refusals: ['RQ404'],
  }),
  renew: endpoint({
    method: 'PUT',
    path: '/certificates/accounts/:id/renew',
    summary: 'Prolong it by its duration: from its first start, or from now after its end',
    permission: 'Certifications:u',
    params: ById,
    answer: AccountCertificate,
    refusals: ['RQ404', 'RQ409', 'CC509'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/certificates/accounts/:id',
    summary: 'Revoke it',
    permission: 'Certifications:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
}
