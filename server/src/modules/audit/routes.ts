import { audit, auditEventsOfPage } from '@trellis/contract/audit'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { AnchorFile } from './anchor-file.ts'
import { findEvent, listEvents, listHistory, readsTenant } from './list-events.ts'
import { namesIn } from './names.ts'
import { presentChain, verifyStep } from './verify.ts'

export interface AuditMeans {
  anchors: AnchorFile
  /** The account that a payload names; RQ404 when it is out of reach. */
  reachedAccount: (tx: Reader, actor: Actor, accountId: string) => Promise<{ accountId: string }>
}

export const auditRoutes = ({ anchors, reachedAccount }: AuditMeans) =>
  routes('audit', audit, {
    async search({ tx, actor, body }) {
      const { parentAccountId, includeChildren } = body
      const isWhole = parentAccountId ? parentAccountId === actor.rootAccountId : includeChildren !== false
      if (readsTenant(actor) && isWhole && includeChildren !== false)
        return found(await listEvents(tx, actor, body, null))
      const accountId = parentAccountId ? (await reachedAccount(tx, actor, parentAccountId)).accountId : actor.accountId
      return found(await listEvents(tx, actor, body, accountId))
    },

    async read({ tx, actor, params }) {
      const event = found(await findEvent(tx, actor, params.id))
      return { ...event, names: await namesIn(tx, [event]) }
    },

    async history({ tx, actor, params, query }) {
      const events = await listHistory(tx, actor, params, query.before)
      const items = events.slice(0, auditEventsOfPage)
      return { items, names: await namesIn(tx, items), hasMore: events.length > auditEventsOfPage }
    },

    chain({ tx }) {
      return presentChain(tx, anchors)
    },

    verify({ tx, body }) {
      return verifyStep(tx, body, anchors)
    },
  })
