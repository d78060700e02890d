import type { Endpoint } from '@trellis/contract/endpoint'
import { type RecordPath, recordRead, recordsChanged } from '@trellis/contract/records'
import type { FastifyRequest } from 'fastify'
import { type Sql, sql } from '../database/sql.ts'
import { JsonText, type Reader } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'
import type { Route } from './routes.ts'

/** How the audit log knows the versions of records. */
export interface Versions {
  /** SQL: the version of the record with this id, as text. It changes with each event of the record. */
  of(id: Sql): Sql
  /** SQL: whether the record has exactly this version, apart from what this request did. */
  isUntouched(id: string, version: string): Sql
  /** The key by which the record with this id is read. */
  keyOf(tx: Reader, kind: RecordPath['kind'], id: string): Promise<string | undefined>
}

/** The record that a call reads or changes. */
export interface Subject {
  record: RecordPath
  /** What the path of its GET has. */
  key: string
  /** The call has the record's id instead of its key. */
  isId: boolean
}

/** The first parameter of a path, which names the record. */
const nameIn = (path: string): string => /:(\w+)/.exec(path)?.[1] ?? ''
/** A record that is there once in a tenant has its kind as its id. */
const keyIn = (record: RecordPath, { path }: Endpoint, params: unknown): string =>
  nameIn(record.path) === '' ? record.kind : String((params as Record<string, unknown>)[nameIn(path)])

export function subjectRead(endpoint: Endpoint, params: unknown): Subject | null {
  const record = recordRead(endpoint)
  return record && { record, key: keyIn(record, endpoint, params), isId: false }
}

export function subjectChanged(endpoint: Endpoint, params: unknown, body: unknown): Subject | null {
  for (const record of recordsChanged(endpoint)) {
    if (record.inBody?.path !== endpoint.path)
      return {
        record,
        key: keyIn(record, endpoint, params),
        isId: record.idIn !== undefined && record.idIn === nameIn(endpoint.path),
      }
    const named = (body as Record<string, unknown>)[record.inBody.field]
    if (typeof named === 'string') return { record, key: named, isId: false }
  }
  return null
}

/** The call that reads a record, and what it is asked with. */
export function readingOf(routes: readonly Route[], { record, key }: Subject): { route: Route; params: object } {
  const route = routes.find(
    ({ endpoint }) => recordRead(endpoint) === record && endpoint.path.startsWith(record.path.replace(/:.*/, '')),
  )
  if (route === undefined) throw new Error(`No call reads ${record.path}`)
  const name = nameIn(route.endpoint.path)
  return { route, params: name === '' ? {} : { [name]: key } }
}

/** What a reader found of a record beside its answer. */
export interface Seen {
  id: string
  version: string
}

/**
 * The reader with the version of a record asked for in the same statement as the record, so that it costs no round trip and is never newer
 * than what is answered.
 */
export function withVersion(
  reader: Reader,
  versions: Versions,
  { record, key }: Pick<Subject, 'record' | 'key'>,
): { reader: Reader; seen(): Seen | undefined } {
  let found: Seen | undefined
  let isFirst = true
  const first = () => {
    const was = isFirst
    isFirst = false
    return was
  }
  const { idIn } = record
  return {
    seen: () => found,
    reader: {
      ...reader,
      async json<A>(query: Sql) {
        if (!first()) return reader.json<A>(query)
        const id = idIn === undefined ? sql`${key}::text` : sql`(a.answer::json ->> ${idIn})`
        const row = await reader.row<{ answer: string | null; id: string; version: string }>(sql`
          with a (answer) as materialized (${query})
          select a.answer, ${id} as id, ${versions.of(id)} as version from a`)
        if (typeof row?.answer !== 'string') return undefined
        found = { id: row.id, version: row.version }
        return new JsonText<A>(row.answer)
      },
      async row<T>(query: Sql) {
        if (!first() || idIn !== undefined) return reader.row<T>(query)
        const row = await reader.row<{ recordVersion?: string }>(sql`
          with a as materialized (${query}) select a.*, ${versions.of(sql`${key}::text`)} as "recordVersion" from a`)
        if (row === undefined) return undefined
        const { recordVersion = '', ...rest } = row
        found = { id: key, version: recordVersion }
        return rest as T
      },
    },
  }
}

export const etagOf = (version: string): string => `"${version}"`

/** The versions that a request takes for the record's; null where it does not ask, or takes any. Refuses RQ400 for what is not a list of tags. */
export function wantedVersions({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] | null {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return null
  const tags = given.split(',').map((tag) => /^(?:W\/)?"([\x21\x23-\x7e]*)"$/.exec(tag.trim())?.[1])
  if (tags.some((tag) => tag === undefined))
    throw new Refusal('RQ400', null, 'If-Match has to be an ETag as GET answered it, in its quotation marks')
  // A proxy that compresses may have added a suffix to the tag.
  return (tags as string[]).map((tag) => tag.replace(/[-;](gzip|br|zstd|df)$/, ''))
}

/** Thrown inside the transaction when `If-Match` does not hold; what the record is now is read after the rollback. */
export class Stale extends Error {}

/** Changes with `If-Match` of the same record wait for one another; others are seen by `isUntouched`. */
export const lockSql = (id: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended('version:' || current_tenant()::text || ${id}::text, 0))`

/** Throws `Stale` unless, after the change, nobody else changed the record since it had this version. Returns the new version. */
export async function checkUntouched(tx: Reader, versions: Versions, { id, version }: Seen): Promise<string> {
  const row = await tx.row<{ isUntouched: boolean; version: string }>(sql`
    select ${versions.isUntouched(id, version)} as "isUntouched", ${versions.of(sql`${id}::text`)} as version`)
  if (!row?.isUntouched) throw new Stale()
  return row.version
}
