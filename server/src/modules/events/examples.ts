import { type FeedEvent, type FeedKind, isRemoval } from '@trellis/contract/events'

const records: Partial<Record<FeedKind, { entityId: string; data: unknown }>> = {}

/** An event of this type as it is told. */
export const exampleOf = (type: string, entity: FeedKind): FeedEvent => ({
  id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
  sequence: 48_213,
  type,
  creationDate: '2026-11-22T09:30:00.000Z',
  entity,
  entityId: records[entity]?.entityId ?? '',
  actor: { id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072', name: 'Anna Bianchi' },
  data: isRemoval(type) ? null : (records[entity]?.data ?? null),
})
