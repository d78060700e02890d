import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { after, listOf } from './search.ts'
import { ById, Id, Instant, requiredText, text } from './values.ts'

export const fileCategories = ['document', 'orderAttachment', 'brandAsset'] as const
export type FileCategory = (typeof fileCategories)[number]

export const File = z.object({
  accountFileId: Id,
  fileCategory: z.enum(fileCategories),
  ownerAccountId: Id,
  ownerAccountName: z.string(),
  fileName: z.string(),
  /** Follows from the extension of the name, whatever the content is (decision 035). */
  fileType: z.string(),
  fileSizeInBytes: z.int(),
  /** SHA-256 of the content, in hexadecimal. */
  fileHash: z.string(),
  fileNote: z.nullable(z.string()),
  uploadedByAccountId: Id,
  uploadedByAccountName: z.string(),
  uploadedByUserFullName: z.string(),
  uploadDate: Instant,
  modifiedDate: Instant,
  /** The code of the reason why the reader may not do it now; null when allowed. */
  blocked: z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) }),
})
export type File = z.output<typeof File>

export const fileList = listOf({
  item: File,
  ids: ['accountFileId'],
  sort: '-uploadDate',
  fields: {
    /** Words, in any order (rules H1): of the file's name, type and note. */
    anything: { filter: 'text' },
    accountFileId: { sort: true, filter: 'exact' },
    after,
    fileName: { sort: true, filter: 'text' },
    fileType: { sort: true, filter: 'text' },
    fileSizeInBytes: { sort: true, filter: 'exact' },
    uploadDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    fileCategory: { sort: true, filter: 'choice' },
  },
})
export const FileSearch = fileList.search
export type FileSearch = z.output<typeof FileSearch>

/** A name is displayed and suggested for downloads; it names no place in the store (threats F1). */
const FileName = requiredText().check(
  z.refine((name: string) => !/[\r\n\t]/.test(name), { error: 'control_characters' }),
)
const fileNote = z.optional(z.nullable(text()))

export const UploadRequest = z.strictObject({
  fileCategory: z._default(z.enum(fileCategories), 'document'),
  fileName: FileName,
  fileSizeInBytes: z.int().check(z.minimum(0)),
  fileNote,
  /** The account that will own the file; by default the caller's. */
  parentAccountId: z.optional(z.nullable(Id)),
})
export type UploadRequest = z.output<typeof UploadRequest>

/** Where the bytes are sent to with PUT: once, within 15 minutes, without the authorization header. */
export const Upload = z.object({
  uploadUrl: z.string(),
  headers: z.record(z.string(), z.string()),
  accountFileId: Id,
  uploadSessionId: Id,
})
export type Upload = z.output<typeof Upload>

export const UploadCommit = z.strictObject({
  accountFileId: Id,
  uploadSessionId: Id,
  parentAccountId: z.optional(z.nullable(Id)),
})
export type UploadCommit = z.output<typeof UploadCommit>

/** Without `fileNote` the note stays. */
export const FileUpdate = z.strictObject({ fileName: FileName, fileNote })
export type FileUpdate = z.output<typeof FileUpdate>

/** A link that works for 5 minutes, without the authorization header. */
export const FileDownload = z.object({ downloadUrl: z.string(), fileName: z.string(), fileType: z.string() })
export type FileDownload = z.output<typeof FileDownload>

/** All in bytes. */
export const FileUsage = z.object({
  /** The files of the accounts in the reader's reach, and the uploads under way for them. */
  usedBytes: z.int(),
  quotaBytes: z.int(),
  /** The largest file. */
  maximumBytes: z.int(),
})
export type FileUsage = z.output<typeof FileUsage>

/** The signature of a URL of content. It is in the query, which is not logged. */
const Signed = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(1000)) })

export const files = {
  search: searchOf(fileList, {
    path: '/files/search',
    summary: 'Files of an account, of all categories, and of those below it on request',
    permission: 'Files:r',
    exportedAs: 'files.search',
    refusals: ['RQ404'],
  }),
  documents: searchOf(fileList, {
    path: '/files/documents/search',
    summary: 'The files of category `document` of an account, and of those below it on request',
    permission: 'Files:r',
    exportedAs: 'files.documents',
    refusals: ['RQ404'],
  }),
  brandAssets: searchOf(fileList, {
    path: '/files/brandAssets/search',
    summary: 'The brand assets of the root account, which every reader of files may see',
    permission: 'Files:r',
    exportedAs: 'files.brandAssets',
    refusals: ['RQ404'],
  }),
  usage: endpoint({
    method: 'GET',
    path: '/files/usage',
    summary: 'What the files in reach use of the quota of the tenant, and the largest file that is accepted',
    permission: 'Files:r',
    answer: FileUsage,
  }),
  requestUpload: endpoint({
    method: 'POST',
    path: '/files/upload/request',
    summary: 'First step of an upload: announce a file and get the URL for its bytes',
    permission: 'Files:c',
    body: UploadRequest,
    answer: Upload,
    refusals: ['RQ404', 'FL410', 'FL413'],
  }),
  commitUpload: endpoint({
    method: 'POST',
    path: '/files/upload/commit',
    summary: 'Last step of an upload: the bytes become a file. May be repeated',
    permission: 'Files:c',
    body: UploadCommit,
    answer: File,
    refusals: ['RQ404', 'FL409'],
  }),
  receive: endpoint({
    method: 'PUT',
    path: '/files/content',
    summary: 'Second step of an upload: its bytes, to the signed URL of the first step',
    permission: 'public',
    tenant: false,
    binary: true,
    query: Signed,
    refusals: ['RQ403', 'FL409'],
  }),
  send: endpoint({
    method: 'GET',
    path: '/files/content',
    summary: 'The bytes of a file, from a signed URL',
    permission: 'public',
    tenant: false,
    query: Signed,
    file: true,
    refusals: ['RQ403', 'RQ404', 'FL409'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/files/:id',
    summary: 'Change name and note of a file',
    permission: 'Files:u',
    params: ById,
    body: FileUpdate,
    answer: File,
    refusals: ['RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/files/:id',
    summary: 'Delete a file that is not in use (else RQ409)',
    permission: 'Files:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/files/:id/download',
    summary: 'A link to the bytes of a file that works for 5 minutes',
    permission: 'Files:r',
    params: ById,
    answer: FileDownload,
    refusals: ['RQ404'],
  }),
}
