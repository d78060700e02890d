import { type ActionsByEntity, type AuditedEntity, actionsByEntity } from '@trellis/contract/audit-actions'

export type Entity = AuditedEntity
/** The names of the actions on one kind of record; any other name is a type error. */
export type ActionOn<E extends Entity> = ActionsByEntity[E][number]

/** All names, for the test that compares them with what the code records. */
export const actionNames: readonly string[] = Object.values(actionsByEntity).flat()
