import { importChangesOfPage } from '@trellis/contract/import-preview'
import { imports, maximumImportLength } from '@trellis/contract/imports'
import { recipes } from '@trellis/contract/recipes'
import { sql } from '../../platform/database/sql.ts'
import { routes } from '../../platform/http/routes.ts'
import { newId } from '../../platform/ids.ts'
import { found, Refusal, Unavailable } from '../../platform/refusal.ts'
import { reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { undoImport } from './engine/undo.ts'
import {
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
    const content = Buffer.from(body.csv)
    if (content.length > maximumImportLength) throw new Refusal('RQ413')
    if ((await countUnfinished(tx, actor.userId)) >= atOnce)
      throw new Refusal('RQ429', null, undefined, { 'retry-after': '10' })
    const importId = newId()
    const { kind, fileName, dryRun, keepGood, invite } = body
    await insertImport(tx, { importId, kind, fileName, baseAccountId: accountId, dryRun, keepGood, invite, content })
    await enqueueImport(tx, importId)
    return { id: importId }
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
