import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { after, listOf } from './search.ts'
import { languageCodes } from './users.ts'
import { ById, Created, Id, Instant, keyText, NamedUser, text } from './values.ts'

export const certificateKinds = ['User', 'Account'] as const
export type CertificateKind = (typeof certificateKinds)[number]

/** Pending is a draft, Confirmed can be issued, Canceled is no longer issued (rules Q1). */
export const certificateStatuses = ['Pending', 'Confirmed', 'Canceled'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

/** Months that a certificate is valid. */
export const maximumMonths = 255

const Color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))

const definition = {
  /** Unique within its kind, without regard to case. */
  name: keyText(),
  description: z._default(z.nullable(text(2000)), null),
  category: z._default(z.nullable(text()), null),
  badgeColor: z._default(z.nullable(Color), null),
  durationMonths: z.int().check(z.minimum(1), z.maximum(maximumMonths)),
  /** It stays as it was once the certificate has been issued. */
  kind: z.enum(certificateKinds),
}

/** What can be issued: a definition of the tenant. */
export const Certificate = z.object({
  certificateId: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.nullable(z.string()),
  badgeColor: z.nullable(z.string()),
  durationMonths: z.int(),
  kind: z.enum(certificateKinds),
  status: z.enum(certificateStatuses),
  /** How many were ever issued, revoked ones too, in the whole tenant. */
  issued: z.int(),
  modifiedDate: Instant,
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) }),
})
export type Certificate = z.output<typeof Certificate>

export const CertificateDraft = z.strictObject({
  ...definition,
  status: z._default(z.enum(certificateStatuses), 'Pending'),
})
export type CertificateDraft = z.output<typeof CertificateDraft>

export const CertificateUpdate = z.strictObject({ ...definition, status: z.enum(certificateStatuses) })
export type CertificateUpdate = z.output<typeof CertificateUpdate>

export const certificateList = listOf({
  item: Certificate,
  ids: ['certificateId'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the name, the category and the description. */
    anything: { filter: 'text' },
    certificateId: { sort: true, filter: 'exact' },
    after,
    name: { sort: true, filter: 'text' },
    category: { sort: true, filter: 'text' },
    kind: { sort: true, filter: 'choice' },
    durationMonths: { sort: true },
    modifiedDate: { sort: true, between: true },
    status: { sort: true, filter: 'choice' },
  },
})
export type CertificateSearch = z.output<typeof certificateList.search>

/** A certificate that can be issued now. */
export const CertificateOption = z.object({
  certificateId: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  durationMonths: z.int(),
})

/** Names one certificate, of either kind. */
export const CertificateNotes = z.strictObject({
  userCertificateId: z.optional(Id),
  accountCertificateId: z.optional(Id),
  notes: z.nullable(text()),
})

/** Names one certificate, of either kind. */
export const CertificatePdfRequest = z.strictObject({
  id: Id,
  kind: z.enum(certificateKinds),
  /** By default the language of the caller. */
  languageCode: z.optional(z.enum(languageCodes)),
})

export const CertificatePdf = z.object({ fileName: z.string(), base64: z.string() })

export const CertificateCredentialRequest = z.strictObject({ id: Id, kind: z.enum(certificateKinds) })

/** An Open Badges 3.0 credential as a JSON Web Token. */
export const CertificateCredential = z.object({ fileName: z.string(), credential: z.string() })

export const Validation = z.object({
  certificateName: z.string(),
  ownerFullName: z.string(),
  creationDate: Instant,
  expirationDate: Instant,
})

export const certificates = {
  search: searchOf(certificateList, {
    path: '/certificates/search',
    summary: 'The certificates that the tenant issues, discontinued ones too; drafts for those who may edit them',
    permission: 'Certifications:r',
    exportedAs: 'certificates.search',
  }),
  create: endpoint({
    method: 'POST',
    path: '/certificates',
    summary: 'Define a certificate',
    permission: 'Certifications:c',
    body: CertificateDraft,
    answer: Created,
    status: 201,
  }),
  available: endpoint({
    method: 'GET',
    path: '/certificates/available',
    summary: 'The certificates that can be issued, without those that the account itself validly holds, by name',
    permission: 'Certifications:r',
    query: z.strictObject({ kind: z.enum(certificateKinds), accountId: z.optional(Id) }),
    answer: z.array(CertificateOption),
    refusals: ['RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/certificates/:id',
    summary: 'One certificate that the tenant issues',
    permission: 'Certifications:r',
    params: ById,
    answer: Certificate,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/certificates/:id',
    summary: 'Change a certificate; those that were issued keep their dates',
    permission: 'Certifications:u',
    params: ById,
    body: CertificateUpdate,
    answer: Certificate,
    refusals: ['RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/certificates/:id',
    summary: 'Delete a certificate that was never issued (else RQ409)',
    permission: 'Certifications:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  holders: endpoint({
    method: 'GET',
    path: '/certificates/:certificateId/users/available',
    summary: 'The users of an account who do not validly hold the certificate, without the caller, by name',
    permission: 'Certifications:r',
    params: z.strictObject({ certificateId: Id }),
    query: z.strictObject({ accountId: z.optional(Id) }),
    answer: z.array(NamedUser),
    refusals: ['RQ404'],
  }),
  verify: endpoint({
    method: 'GET',
    path: '/certificates/verify/:validationCode',
    summary: 'What a validation code proves. Revoked certificates are answered like unknown codes',
    permission: 'public',
    params: z.strictObject({ validationCode: z.string().check(z.maxLength(255)) }),
    answer: Validation,
    refusals: ['CC503', 'RQ429'],
  }),
  pdf: endpoint({
    method: 'POST',
    effect: 'read',
    path: '/certificates/pdf',
    summary: 'An issued certificate as a PDF of one page, in base64. Refuses RQ409 for a revoked one',
    permission: 'Certifications:r',
    body: CertificatePdfRequest,
    answer: CertificatePdf,
    refusals: ['RQ404', 'RQ409'],
  }),
  credential: endpoint({
    method: 'POST',
    effect: 'read',
    path: '/certificates/credential',
    summary: 'An issued certificate as a signed Open Badges 3.0 credential (VC-JWT). Refuses RQ409 for a revoked one',
    permission: 'Certifications:r',
    body: CertificateCredentialRequest,
    answer: CertificateCredential,
    refusals: ['RQ404', 'RQ409'],
  }),
  updateNotes: endpoint({
    method: 'PUT',
    path: '/certificates/notes',
    summary: 'Change the notes of an issued certificate',
    permission: 'Certifications:u',
    spelled: true,
    body: CertificateNotes,
    refusals: ['RQ404'],
  }),
}
