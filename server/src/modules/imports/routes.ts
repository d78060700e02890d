import { importChangesOfPage } from '@trellis/contract/import-preview'
import { imports, maximumImportLength, type NewImport } from '@trellis/contract/imports'
import { recipes } from '@trellis/contract/recipes'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal, Unavailable } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { undoImport } from './engine/undo.ts'
import { checkWhole, keepSmallFile, openUpload, removeUpload, takePiece } from './file-pieces.ts'
import {
  cancelImport,
  countUnfinished,
  enqueueImport,
  insertImport,
  keptChanges,
  listImports,
  lockImport,
  markUndone,
  presentImport,
  takeImportTurn,
} from './queries.ts'
import { keepRecipe, listRecipes, removeRecipe } from './recipes.ts'
import { maySeeRuns, whyNotImportAs } from './rules.ts'

/** Maximum number of imports per user that are waiting or running. */
const atOnce = 3

/** Milliseconds for a statement of an undo, which is longer than others. */
const undoTimeout = 60_000

export const importsRoutes = routes('imports', imports, {
  async create({ tx, actor, body }) {
    const permission = whyNotImportAs(body.kind, actor)
    if (permission) throw new Refusal('RQ403', { permission })
    const accountId = await reachedId(tx, actor, body.parentAccountId)
    if ((await countUnfinished(tx, actor.userId)) >= atOnce)
      throw new Refusal('RQ429', null, undefined, { 'retry-after': '10' })
    const importId = newId()
    const { kind, fileName, dryRun, keepGood, invite, recipe, headerLine, encoding } = body
    const file = { fileName, fileId: await fileOf(tx, actor, body), reading: { recipe, headerLine, encoding } }
    await insertImport(tx, { importId, kind, baseAccountId: accountId, dryRun, keepGood, invite, ...file })
    await enqueueImport(tx, importId)
    return { id: importId }
  },

  async upload({ tx, actor, body: { kind, ...file } }) {
    const permission = whyNotImportAs(kind, actor)
    if (permission) throw new Refusal('RQ403', { permission })
    return openUpload(tx, actor, file)
  },

  async piece({ tx, actor, params, request }) {
    await takePiece(tx, actor, params, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
  },

  async removeUpload({ tx, actor, params }) {
    await removeUpload(tx, actor, params.id)
  },

  async cancel({ tx, actor, params }) {
    const { wasOpen } = found(await cancelImport(tx, actor, params.id))
    if (!wasOpen) throw new Refusal('RQ409', null, 'This import is over')
  },

  async list({ tx, actor }) {
    return found(await listImports(tx, actor, maySeeRuns(actor)))
  },

  async read({ tx, actor, params }) {
    return found(await presentImport(tx, actor, params.id))
  },

  async changes({ tx, actor, params, query: { page, field = null } }) {
    const part = { from: (page - 1) * importChangesOfPage, size: importChangesOfPage }
    const { kind, changes } = found(await keptChanges(tx, actor, params.id, part, field))
    const permission = whyNotImportAs(kind, actor)
    if (permission) throw new Refusal('RQ403', { permission })
    return changes
  },

  async undo({ tx, actor, params, body }) {
    const { kind, fileName, isUndoable } = found(await lockImport(tx, actor, maySeeRuns(actor), params.id))
    const permission = whyNotImportAs(kind, actor)
    if (permission) throw new Refusal('RQ403', { permission })
    if (!isUndoable) throw new Refusal('RQ409', null, 'The import cannot be undone, or not any more')
    if (!(await takeImportTurn(tx))) throw new Unavailable('busy', 'Another import runs')
    await tx.run(sql`select set_config('statement_timeout', ${String(undoTimeout)}, true)`)
    const undone = await undoImport(tx, params.id, { by: actor, whatCanBe: body.whatCanBe })
    if (!undone.isUndone) return undone
    await markUndone(tx, params.id)
    const { removed, restored } = undone
    await record(tx, 'import.undone', 'import', params.id, { after: { kind, fileName, removed, restored } })
    return undone
  },
})

/** The file of a new import: the CSV that it brings, or the upload that it names. */
async function fileOf(
  tx: Tx,
  actor: Actor,
  { csv, uploadId, recipe, headerLine, encoding, ...body }: NewImport,
): Promise<string> {
  if ((csv === undefined) === (uploadId === undefined))
    throw invalid(['csv'], 'one_of', 'Either csv or uploadId is required, and not both')
  if (recipe !== undefined && recipe.kind !== body.kind)
    throw invalid(['recipe', 'kind'], 'other_kind', `This recipe is for ${recipe.kind}`)
  if (uploadId !== undefined) {
    await checkWhole(tx, actor, uploadId)
    return uploadId
  }
  if ([recipe, headerLine, encoding].some((said) => said !== undefined))
    throw invalid(['uploadId'], 'required', 'How a file is read is said of an upload')
  const content = Buffer.from(csv ?? '')
  if (content.length > maximumImportLength) throw new Refusal('RQ413')
  return keepSmallFile(tx, body.fileName, content)
}

export const recipesRoutes = routes('recipes', recipes, {
  async list({ tx, actor }) {
    return found(await listRecipes(tx, actor))
  },

  async keep({ tx, actor, body }) {
    const permission = whyNotImportAs(body.kind, actor)
    if (permission) throw new Refusal('RQ403', { permission })
    return keepRecipe(tx, actor, body)
  },

  async remove({ tx, actor, params }) {
    if ((await removeRecipe(tx, actor, params.id)) === 0) throw new Refusal('RQ404')
  },
})
