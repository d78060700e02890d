import { type FeedEvent, type FeedKind, isRemoval } from '@trellis/contract/events'
import { exampleRecords } from './example-records.ts'

/** An event of this type as it is told. */
export function exampleOf(type: string, entity: FeedKind): FeedEvent {
  const { entityId, data } = exampleRecords[entity]
  return {
    id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
    sequence: 48_213,
    type,
    creationDate: '2026-11-22T09:30:00.000Z',
    entity,
    entityId,
    actor: { id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072', name: 'Anna Bianchi' },
    data: isRemoval(type) ? null : data,
  }
}
