import { maximumImportErrors, maximumImportRows, reasonSentence } from '@trellis/contract/imports'
import type { Database } from '../../platform/database/database.ts'
import { openSession } from '../../platform/database/session.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { type Heartbeat, openHeartbeat } from '../../platform/heartbeat.ts'
import type { Source } from '../../platform/import/source.ts'
import { type Actor, actingAs } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { inBulk, type Mailer } from '../mail/index.ts'
import { actorOfUser, invite } from '../people/index.ts'
import { importFiles } from './engine/files.ts'
import { type FileOutcome, importFile } from './engine/import-file.ts'
import { tryTurn } from './engine/turn.ts'
import { factsOf, openFile } from './file-pieces.ts'
import * as queries from './queries.ts'
import { whyNotImportAs } from './rules.ts'

/** After this many tries the import has failed. */
const maximumTries = 3

/** Number of rows read and written. */
interface Far {
  rows: number
  done: number
}

interface Means {
  db: Database
  mailer: Mailer
}

/**
 * Runs one import as the user who requested it, with the user's current permissions. The data and the outcome are
 * committed in one transaction, so the import takes effect once, however often the job runs.
 */
export async function runImport({ db, mailer }: Means, tenantId: string, importId: string): Promise<void> {
  const system = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.write(system, work)
  const claimed = await inTenant((tx) => queries.claimImport(tx, importId))
  if (claimed === undefined) return
  const { attempt } = claimed
  const actor = await actorOfUser(db.read(system), tenantId, claimed)
  if (actor === null || whyNotImportAs(claimed.kind, actor) !== null)
    return void (await inTenant((tx) => queries.failImport(tx, importId, attempt)))

  // Aborted when the import was canceled, or another try has taken over.
  const stopping = new AbortController()
  const beat = openHeartbeat<Far>({ rows: 0, done: 0 }, async ({ rows, done }) => {
    if ((await inTenant((tx) => queries.tellProgress(tx, importId, attempt, rows, done))) === 0) stopping.abort()
  })
  try {
    await carryOut({ db, mailer, tenantId, importId, claimed, actor, beat, stopped: stopping.signal })
  } catch (error) {
    if (stopping.signal.aborted || error instanceof TakenOver) return
    if (attempt >= maximumTries) await inTenant((tx) => queries.failImport(tx, importId, attempt))
    else await inTenant((tx) => queries.waitAgain(tx, importId, attempt))
    throw error
  } finally {
    await beat.stop()
  }
}

interface Carrying extends Means {
  tenantId: string
  importId: string
  claimed: queries.Claimed
  actor: Actor
  beat: Heartbeat<Far>
  stopped: AbortSignal
}

async function carryOut({ db, mailer, tenantId, importId, claimed, actor, beat, stopped }: Carrying): Promise<void> {
  const { dryRun, attempt, kind, fileName } = claimed
  // Its changes are recorded under its id, by which they are told and taken back (decision 169).
  const as = { ...actingAs(actor), reach: actor.accountId, requestId: importId }
  const session = await openSession(db, tenantId, { mode: dryRun ? 'rehearse' : 'together', as })
  const cancel = () => void session.cancel().catch(() => undefined)
  stopped.addEventListener('abort', cancel)
  const bulk = inBulk(mailer)
  const errors: queries.Result['errors'] = []
  let errorCount = 0
  try {
    if (!(await tryTurn(session))) return void (await session.aside((tx) => queries.postpone(tx, importId, attempt)))
    const outcome = await importFile(
      session,
      importFiles[kind],
      await sourceOf(claimed, () => db.read({ tenantId, ...as, clock: null, requestId: null })),
      {
        dryRun,
        changesOf: importId,
        keepGood: claimed.keepGood,
        importer: { actor, baseAccountId: claimed.baseAccountId },
        ...(!claimed.isUpload && { maximumRows: maximumImportRows }),
        ...(claimed.invite && { invite: (tx, user) => invite(tx, user, actor.fullName, bulk) }),
        onProblem: ({ line, column, value, reason, details }) => {
          errorCount += 1
          const message = reasonSentence(reason, details)
          if (errors.length < maximumImportErrors) errors.push({ line, column, value, reason, details, message })
        },
        progress: {
          read: ({ rows }) => {
            stopped.throwIfAborted()
            beat.tell({ rows })
          },
          checking: () => stopped.throwIfAborted(),
          wrote: (done) => {
            stopped.throwIfAborted()
            beat.tell({ done })
          },
          end: () => undefined,
        },
      },
    )
    await beat.stop()
    const result = resultOf(outcome, errors, errorCount)
    const finish = async (tx: Tx) => {
      if (!(await queries.finishImport(tx, importId, attempt, outcome.rows, result, outcome.changes)))
        throw new TakenOver()
    }
    if (dryRun) await db.write({ tenantId, ...as, clock: null }, finish)
    else {
      await session.transaction(async (tx) => {
        await finish(tx)
        const { counts } = result
        await record(tx, 'import.done', 'import', importId, {
          after: { kind, fileName, outcome: outcome.outcome, counts },
        })
      })
      await session.keep()
    }
  } finally {
    stopped.removeEventListener('abort', cancel)
    await session.close()
  }
}

/** The import was canceled meanwhile, or another try has taken over: this one keeps nothing. */
class TakenOver extends Error {}

/** An upload is read as its recipe says, a file in the body by the columns of the portal. */
async function sourceOf(
  { fileId, isUpload, reading: { recipe, headerLine, encoding } }: queries.Claimed,
  read: () => Reader,
): Promise<Source> {
  const { size, format } = await factsOf(read(), fileId)
  return {
    size,
    format: isUpload ? format : 'csv',
    open: () => openFile(read, fileId),
    ...(encoding !== undefined && { encoding }),
    ...(headerLine !== undefined && { header: headerLine }),
    ...(recipe !== undefined && { recipe, keepAll: recipe.keepAll === true }),
  }
}

function resultOf(outcome: FileOutcome, errors: queries.Result['errors'], errorCount: number): queries.Result {
  const { changed, unchanged, bad, invited, removed } = outcome
  return {
    outcome: outcome.outcome === 'imported' ? 'imported' : 'refused',
    counts: { new: outcome.new, changed, unchanged, bad, invited, removed },
    sums: outcome.sums,
    errors,
    errorCount,
    warnings: outcome.warnings,
  }
}
