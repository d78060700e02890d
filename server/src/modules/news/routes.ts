import { type NewsChoice, news, newsKindNames, newsKinds } from '@trellis/contract/news'
import { hasPermission } from '@trellis/contract/permissions'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, invalid } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { countUnread, listChoices, listNews, markRead, saveChoices } from './queries.ts'

export const newsRoutes = routes('news', news, {
  async list({ tx, actor, query }) {
    return found(await listNews(tx, actor, query))
  },

  async unread({ tx, actor }) {
    return found(await countUnread(tx, actor))
  },

  async read({ tx, actor, body }) {
    await markRead(tx, actor, 'ids' in body ? body.ids : null)
  },

  async choices({ tx, actor }) {
    return { choices: await choicesOf(tx, actor) }
  },

  async choose({ tx, actor, body }) {
    if (new Set(body.choices.map(({ kind }) => kind)).size < body.choices.length)
      throw invalid(['choices'], 'twice', 'One way for each kind')
    await saveChoices(tx, actor, body.choices)
    return { choices: await choicesOf(tx, actor) }
  },
})

/** The kinds of news that the actor can get, with the way chosen for each or its default. */
async function choicesOf(tx: Reader, actor: Actor): Promise<NewsChoice[]> {
  const chosen = new Map((await listChoices(tx, actor)).map(({ kind, way }) => [kind, way]))
  return newsKindNames
    .filter((kind) => hasPermission(actor.permissions, newsKinds[kind].module, 'r'))
    .map((kind) => ({ kind, way: chosen.get(kind) ?? newsKinds[kind].standard }))
}
