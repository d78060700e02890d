import type { LicenseExport, LicenseExportError } from '@trellis/contract/license-changes'
import {
  type LicenseClaims,
  type LicenseFile,
  licenseDocumentType,
  licenseFileFormat,
} from '@trellis/contract/license-documents'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { findEnvironment } from '../environments/index.ts'
import {
  type Documented,
  type ExportedLicense,
  listDocuments,
  listIssued,
  lockLicensesToExport,
  markExported,
  replaceDocuments,
  saveDocuments,
  startExported,
} from './export-queries.ts'
import { type Terms, termsOf, whyNotExport } from './rules.ts'
import { spellingsOf } from './spellings.ts'

/**
 * Exports licenses to an on-premise environment of their owner, all or none, as one `.lic` file named after the first
 * key (rules K15, K16). Exporting an unchanged license again gives the same document; a changed one gets a new document
 * with a greater number. Refuses RQ404, RQ422 for an environment of another account, and LC522 with every reason.
 */
export async function exportLicenses(tx: Tx, actor: Actor, signer: Signer, asked: LicenseExport): Promise<Download> {
  const accountId = await reachedId(tx, actor, asked.parentAccountId)
  const environment = found(await findEnvironment(tx, asked.onPremisesEnvironmentId))
  if (environment.accountId !== accountId)
    throw invalid(['onPremisesEnvironmentId'], 'other_account', 'The environment belongs to another account')

  const licenses = await lockAsked(tx, asked)
  const errors = licenses.flatMap((license): LicenseExportError[] => {
    const reason = whyNotExport({ ...license, isOwners: license.ownerId === accountId }, asked.onPremisesEnvironmentId)
    return reason === null ? [] : [{ serialKey: license.serialKey, reason }]
  })
  if (errors.length > 0) throw new Refusal('LC522', { errors })

  const { now, serialKey } = found(licenses[0])
  await startAll(tx, licenses, now)
  const exported = licenses.filter(({ environmentId }) => environmentId === null).map(({ licenseId }) => licenseId)
  await markExported(tx, exported, asked.onPremisesEnvironmentId)
  const documents = await issueAll(tx, signer, licenses)

  const file: LicenseFile = { format: licenseFileFormat, documents }
  const content = Buffer.from(JSON.stringify(file, null, 2))
  return Download.of(`${serialKey}.lic`, 'application/octet-stream', content)
}

/** The licenses in the order in which they were named, each once. One key that is missing refuses the whole call. */
async function lockAsked(tx: Tx, { serials }: LicenseExport): Promise<ExportedLicense[]> {
  const spelled = serials.map(({ serialKey }) => spellingsOf(serialKey))
  const byKey = new Map((await lockLicensesToExport(tx, spelled.flat())).map((license) => [license.serialKey, license]))
  return [...new Set(spelled.map((keys) => found(keys.map((key) => byKey.get(key)).find(Boolean))))]
}

/** Exporting starts a license that no device activated (rules K16), and the base key that it upgrades (rules K6). */
async function startAll(tx: Tx, licenses: ExportedLicense[], now: Date): Promise<void> {
  const starts = new Map<string, Terms>()
  for (const { licenseId, activatedAt, activationRule, grants, isUpgrade, base } of licenses) {
    if (base !== null) starts.set(base.licenseId, termsOf(now, base.activationRule, base.grants, false))
    if (activatedAt === null) starts.set(licenseId, termsOf(now, activationRule, grants, isUpgrade))
  }
  if (starts.size === 0) return
  const started = await startExported(
    tx,
    now,
    [...starts].map(([licenseId, terms]) => ({ licenseId, terms })),
  )
  await recordAll(
    tx,
    'license.activated',
    started.map(({ licenseId }) => ({ licenseId, after: found(starts.get(licenseId)) })),
  )
}

/** The documents of the licenses in their order; signs those that are missing or stale. */
async function issueAll(tx: Tx, signer: Signer, licenses: ExportedLicense[]): Promise<string[]> {
  const ids = licenses.map(({ licenseId }) => licenseId)
  const known = new Map((await listDocuments(tx, ids)).map((one) => [one.licenseId, one]))
  const missing = [...known.values()].filter(({ document }) => document === null)
  const issued = await Promise.all(
    missing.map(async ({ licenseId, claims: facts, nextNumber, issuedAt }) => {
      const claims: LicenseClaims = { ...facts, issuedAt, number: nextNumber }
      return { licenseId, claims, document: await signer.sign(claims, licenseDocumentType) }
    }),
  )
  if (issued.length > 0) {
    await saveDocuments(tx, issued)
    await recordAll(
      tx,
      'license.exported',
      issued.map(({ licenseId, claims }) => ({
        licenseId,
        after: { ...claims, extensions: claims.extensions.map(({ sku }) => sku) },
      })),
    )
  }
  const signed = new Map(issued.map(({ licenseId, document }) => [licenseId, document]))
  return ids.map((id) => signed.get(id) ?? ((known.get(id) as Documented).document as string))
}

const recordAll = (
  tx: Tx,
  action: 'license.activated' | 'license.exported',
  changes: { licenseId: string; after: object }[],
) =>
  recordRows(
    tx,
    action,
    'license',
    sql`
      select c.license_id, null::jsonb, c.after
      from jsonb_to_recordset(${JSON.stringify(
        changes.map(({ licenseId, after }) => ({ license_id: licenseId, after })),
      )}::jsonb) as c (license_id uuid, after jsonb)`,
  )

const documentsAtOnce = 500

/**
 * Signs the documents of a tenant that comes from another installation with the key of this one: only its keys are published here.
 * They say what they said, under the same numbers.
 */
export async function resignDocuments(tx: Tx, signer: Signer): Promise<void> {
  for (let after: string | null = null; ; ) {
    const issued = await listIssued(tx, after, documentsAtOnce)
    const documents = await Promise.all(
      issued.map(async ({ licenseId, claims }) => ({
        licenseId,
        document: await signer.sign(claims, licenseDocumentType),
      })),
    )
    if (documents.length > 0) await replaceDocuments(tx, documents)
    after = documents.at(-1)?.licenseId ?? null
    if (after === null) return
  }
}
