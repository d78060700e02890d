import type { LiveKind } from '@trellis/contract/live'
import { type NewsKind, newsKinds } from '@trellis/contract/news'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The channel of the functions `announce_…` in server/schema. */
export const changesChannel = 'trellis_changes'

/** The payload of a notification: changed records of one action, or the recipients of news. */
export interface Notice {
  tenantId: string
  /** Of the audit log, or `news.` with its kind. */
  action: string
  /** Null for jobs and imports. */
  userId?: string
  requestId?: string
  /** At most a hundred; absent when more records changed. */
  ids?: string[]
  /** Of news: for which account each of `ids` is told. */
  accountIds?: string[]
  /** The range of audit rows, when there are no ids. */
  first?: string
  last?: string
}

/** Of which table the ids of a notice are. */
export type Source =
  | 'account'
  | 'certification'
  | 'deal'
  | 'environment'
  | 'file'
  | 'license'
  | 'order'
  | 'price_list'
  | 'product'
  | 'user'

/** What an action changes for those who read it: the kinds of record, found by the record that the audit log names. */
export function changedBy(action: string): { kind: LiveKind; source: Source }[] {
  if (action === 'order.approved' || action === 'order.revoked' || action === 'order.part_returned')
    return [
      { kind: 'order', source: 'order' },
      { kind: 'stock', source: 'order' },
    ]
  if (action === 'license.created' || action === 'license.renewed')
    return [
      { kind: 'license', source: 'license' },
      { kind: 'stock', source: 'license' },
    ]
  // Changes of an account that only readers of another module see.
  if (action.startsWith('stock.')) return [{ kind: 'stock', source: 'account' }]
  if (action === 'price_list.associated' || action === 'price_list.dissociated')
    return [{ kind: 'price_list', source: 'account' }]
  const entity = action.split('.')[0] as Source
  return [{ kind: entity, source: entity }]
}

const newsPrefix = 'news.'
export const isOfNews = ({ action }: Notice): boolean => action.startsWith(newsPrefix)

/** Whether the notice is of news that this user gets for the account in use (rules P62) and may read: recipients are chosen before anybody asks for their role. */
export function isNewsFor(actor: Actor, notice: Notice): boolean {
  const { ids = [], accountIds = [] } = notice
  const isTold = ids.some((userId, at) => userId === actor.userId && accountIds[at] === actor.accountId)
  if (!isOfNews(notice) || !isTold) return false
  const kind = newsKinds[notice.action.slice(newsPrefix.length) as NewsKind]
  // A later version may tell of kinds that this one does not know.
  return kind !== undefined && hasPermission(actor.permissions, kind.module, 'r')
}
