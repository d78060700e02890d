import { codes } from '@trellis/contract/codes'
import type { Context, Reader, Tx } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'
import type { Means, Prepared } from './dispatch.ts'
import { checkMayCall, reachOf } from './may-call.ts'
import {
  checkUntouched,
  etagOf,
  lockSql,
  readingOf,
  type Seen,
  Stale,
  type Subject,
  subjectChanged,
  subjectRead,
  wantedVersions,
  withVersion,
} from './versions.ts'

/**
 * How the handler is called: a record is read with its version (`ETag`), and changed only if it still has the version that the
 * caller knows (`If-Match`). Without `If-Match` a change asks nothing more of the database.
 */
export function guarded(prepared: Prepared, means: Means): (tx: Tx | null) => Promise<unknown> {
  const { route, request, reply, context, params, body, handled, readRecord } = prepared
  const { endpoint } = route
  const read = context && subjectRead(endpoint, params)
  if (context && read)
    return async () => {
      const versioned = withVersion(means.db.read(context), means.versions, read)
      const result = await handled(versioned.reader as Tx)
      const seen = versioned.seen()
      if (seen) reply.header('etag', etagOf(seen.version))
      return result
    }
  const wanted = endpoint.effect === 'write' ? wantedVersions(request) : null
  if (wanted === null) return handled
  const changed = subjectChanged(endpoint, params, body)
  if (changed === null) throw new Refusal('RQ400', null, 'This call takes no If-Match: what it changes has no ETag')
  return async (tx) => {
    if (tx === null) return handled(tx)
    const seen = await seenNow(tx, await byKey(tx, changed, means))
    if (!wanted.includes(seen.version)) throw new Stale()
    tx.later(lockSql(seen.id))
    const result = await handled(tx).catch((error: unknown) => {
      throw error instanceof Refusal && isAboutState(error) ? new Doubted(error, seen) : error
    })
    const version = await checkUntouched(tx, means.versions, seen)
    if (endpoint.status === 200) reply.header('etag', etagOf(version))
    return result
  }

  async function seenNow(tx: Tx, subject: Subject): Promise<Seen> {
    const versioned = withVersion(tx, means.versions, subject)
    await readRecord(subject, versioned.reader)
    const seen = versioned.seen()
    if (seen === undefined) throw new Error(`${subject.record.path} is read without its version`)
    return seen
  }
}

/** A refusal by what the record has become since its version was compared; who asks with an old version is told of that instead. */
class Doubted extends Error {
  readonly refusal: Refusal
  readonly seen: Seen
  constructor(refusal: Refusal, seen: Seen) {
    super(refusal.message)
    this.refusal = refusal
    this.seen = seen
  }
}

/** Not who the caller is, what they may do and reach, nor whether the portal can answer now. */
const isAboutState = ({ code, lasting }: Refusal): boolean =>
  lasting === undefined && [400, 409, 410, 422].includes(codes[code].status)

/** What a change that failed is answered with: `Stale` instead of what follows from a change of somebody else. Call it after the rollback. */
export async function withoutDoubt(error: unknown, context: Context | null, { db, versions }: Means): Promise<unknown> {
  if (!(error instanceof Doubted) || context === null) return error
  return checkUntouched(db.read(context), versions, error.seen).then(
    () => error.refusal,
    (stale: unknown) => stale,
  )
}

/** The record by the key that its GET takes. */
async function byKey(tx: Reader, subject: Subject, { versions }: Means): Promise<Subject> {
  if (!subject.isId) return subject
  return { ...subject, isId: false, key: (await versions.keyOf(tx, subject.record.kind, subject.key)) ?? '' }
}

/** RQ412 with the record as it is now, where the caller reads it. */
export async function refusalOfStale(
  { route, actor, context, params, body, readRecord }: Prepared,
  means: Means,
): Promise<Refusal> {
  const changed = subjectChanged(route.endpoint, params, body)
  if (changed === null || context === null || actor === null)
    throw new Error('Only a record of a known caller is stale')
  const reading = readingOf(means.routes, changed)
  try {
    checkMayCall(reading.route.endpoint, actor)
  } catch {
    return new Refusal('RQ412', { current: null, etag: null })
  }
  const reader = means.db.read({ ...context, reach: reachOf(reading.route, actor) })
  const subject = await byKey(reader, changed, means)
  const versioned = withVersion(reader, means.versions, subject)
  const current = await readRecord(subject, versioned.reader)
  const seen = versioned.seen()
  const etag = seen === undefined ? null : etagOf(seen.version)
  return new Refusal('RQ412', { current, etag }, undefined, etag === null ? {} : { etag })
}
