import { clientSecretKey } from '../../modules/directories/index.ts'
import { pageSecret } from '../../modules/licenses/index.ts'
import { mailSecret } from '../../modules/mail/index.ts'
import { authenticatorSecret, backupCodeSecret } from '../../modules/people/index.ts'
import { webhookSecret } from '../../modules/webhooks/index.ts'
import type { Secrets } from '../../platform/secrets.ts'

const derived = 'follows from other records'
const passing = 'is kept for a short time only'
const signIn = 'is a sign-in that is going on: people sign in again'
const ofInstallation = 'is made with a secret of the installation: the import makes it anew'

/** Tables of a tenant that are not exported, and why. Every other table is. */
export const leftOut: Record<string, string> = {
  directory_attempts: signIn,
  passkey_answers: signIn,
  refresh_tokens: signIn,
  sessions: signIn,
  user_views: signIn,
  audit_anchors: ofInstallation,
  serial_keys: ofInstallation,
  file_usage: derived,
  texts: derived,
  file_removals: passing,
  file_uploads: passing,
  idempotency_keys: passing,
  import_files: passing,
  import_pieces: passing,
  imports: passing,
  written_files: passing,
  maintenances: 'is about this installation',
  operators: 'names who operates this installation; the operator of another one names their own',
}

/** Tables that only an export with secrets has, and what people do without. */
export const secretTables: Record<string, string> = {
  backup_codes: 'users make new backup codes',
  license_pages: 'pages of keys get new links from who shows them',
  mails: 'mails that waited are not sent',
  one_time_tokens: 'whoever was invited or asked for a new password gets a new link',
  second_factors: 'users set their second factor up again',
}

interface Column {
  /** Why it may be another value after the tenant has moved. */
  why: string
  /** The key that seals it in an installation; the export has it sealed with the passphrase. */
  sealedBy?: (secrets: Secrets) => Buffer
  /** A secret text that is not sealed in an installation; the export has it sealed with the passphrase. */
  isSecret?: true
}

const sealedAnew = 'is sealed with the secret of the installation'
const hashedAnew = 'is a hash with the secret of the installation'
const isSuspendedOnArrival = 'a tenant that was in service arrives suspended'

/** Columns that differ, or may, between a tenant and its copy in another installation. Every other column is the same. */
export const differing: Record<string, Record<string, Column>> = {
  backup_codes: {
    code_sealed: { why: sealedAnew, sealedBy: backupCodeSecret },
    code_hash: { why: hashedAnew },
  },
  directory_connections: { secret_sealed: { why: sealedAnew, sealedBy: clientSecretKey } },
  license_exports: { document: { why: 'is signed with the key of the installation' } },
  license_pages: { code_sealed: { why: sealedAnew, sealedBy: pageSecret }, code_hash: { why: hashedAnew } },
  mails: { content_sealed: { why: sealedAnew, sealedBy: mailSecret } },
  second_factors: { secret_sealed: { why: sealedAnew, sealedBy: authenticatorSecret } },
  tenants: { suspended_at: { why: isSuspendedOnArrival }, suspension_reason: { why: isSuspendedOnArrival } },
  users: { password_hash: { why: 'goes only with secrets', isSecret: true } },
  webhooks: {
    secret_sealed: { why: sealedAnew, sealedBy: webhookSecret },
    old_secret_sealed: { why: sealedAnew, sealedBy: webhookSecret },
  },
}
