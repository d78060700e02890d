import { randomBytes } from 'node:crypto'
import type { KeyLink } from '@trellis/contract/key-pages'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { found } from '../../../platform/refusal.ts'
import { type Secrets, seal, unsealOrNull } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { isNamed } from '../queries.ts'

/** The address of a page on the tenant's own host, which names the tenant (rules E3). */
export const pageLink = (address: string, code: string): string => `${address}/key/${code}`

/** 128 random bits: nobody guesses a page. */
const newCode = (): string => randomBytes(16).toString('hex')

/** The hash by which a page is found. */
export const codeHash = (by: Pick<Reader, 'keyed'>, code: string): Buffer => by.keyed('key page', code)

/** The key that encrypts the codes of pages. */
export const pageSecret = (secrets: Secrets) => secrets('key pages')

/** Whose link is asked for by whom, and the address of the portal that it leads to. */
interface AskedLink {
  actor: Actor
  secrets: Secrets
  serialKey: string
  address: string
}

interface Stored {
  licenseId: string
  /** Null: there is no page. */
  sealed: Buffer | null
  creationDate: string
}

/** SQL: `l` is the license with this key in the actor's own sub-tree. Reading with `ra` opens no page (rules K33). */
export const isOwn = (actor: Actor, serialKey: string): Sql =>
  sql`${isNamed(serialKey)} and l.owner_id in (select account_id from accounts_at_or_below(${actor.accountId}))`

const storedPage = (actor: Actor, serialKey: string) => sql`
  select l.license_id as "licenseId", g.code_sealed as sealed, iso(coalesce(g.created_at, clock())) as "creationDate"
  from licenses l
  left join license_pages g on g.tenant_id = l.tenant_id and g.license_id = l.license_id
  where ${isOwn(actor, serialKey)}`

/**
 * The link of the page of a key in reach; undefined when there is none. A code that was sealed with a lost key cannot be shown
 * again, which counts as none.
 */
export async function findLink(tx: Reader, asked: AskedLink): Promise<KeyLink | undefined> {
  const { actor, secrets, serialKey, address } = asked
  const { sealed, creationDate } = found(await tx.row<Stored>(storedPage(actor, serialKey)))
  const code = sealed && unsealOrNull(pageSecret(secrets), sealed)
  return code === null ? undefined : { url: pageLink(address, code), creationDate }
}

/** Makes the page of a key in reach, or answers the one that is there, also to whoever asked at the same moment (rules K33). */
export async function makePage(tx: Tx, asked: AskedLink): Promise<KeyLink> {
  const { actor, secrets, serialKey } = asked
  const { licenseId } = found(
    await tx.row<{ licenseId: string }>(sql`
      select l.license_id as "licenseId" from licenses l where ${isOwn(actor, serialKey)} for no key update`),
  )
  const there = await findLink(tx, asked)
  if (there) return there
  const code = newCode()
  await tx.run(sql`
    insert into license_pages (license_id, code_hash, code_sealed)
    values (${licenseId}, ${codeHash(tx, code)}, ${seal(pageSecret(secrets), code)})
    on conflict (tenant_id, license_id) do update set
      code_hash = excluded.code_hash, code_sealed = excluded.code_sealed, created_at = clock(), created_by = current_user_id()`)
  await record(tx, 'license.page_made', 'license', licenseId, { after: { hasPage: true } })
  return found(await findLink(tx, asked))
}

/** Withdraws the page of a key in reach; a key without one stays as it is. */
export async function withdrawPage(tx: Tx, actor: Actor, serialKey: string): Promise<void> {
  const { licenseId } = found(await tx.row<Stored>(storedPage(actor, serialKey)))
  const gone = await tx.run(sql`
    delete from license_pages where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
  if (gone > 0) await record(tx, 'license.page_withdrawn', 'license', licenseId, { before: { hasPage: true } })
}

/** Encrypts the codes of a tenant's pages with another key. A page whose code cannot be decrypted is found by nobody any more. */
export async function resealPages(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const pages = await tx.rows<{ licenseId: string; sealed: Buffer }>(sql`
    select license_id as "licenseId", code_sealed as sealed from license_pages
    where tenant_id = (select current_tenant())`)
  for (const { licenseId, sealed } of pages) {
    const code = unsealOrNull(pageSecret(from), sealed)
    if (code === null) continue
    await tx.run(sql`
      update license_pages set code_hash = ${codeHash(tx, code)}, code_sealed = ${seal(pageSecret(to), code)}
      where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
  }
}
