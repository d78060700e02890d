import { replaceEqualDeep } from '@tanstack/react-query'

/**
 * Which version of a record was read: the `ETag` of the answer, by the object that the screen shows. What is saved from there is sent with
 * `If-Match`, so that the server refuses it when somebody else was first.
 */
const versions = new WeakMap<object, string>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The version of a record as it was read; undefined for what has none, such as a row of a list. */
export const versionOf = (record: unknown): string | undefined => (isObject(record) ? versions.get(record) : undefined)

/** Notes the version of an answer, and gives the answer back. */
export function withVersion<T>(record: T, version: string | null | undefined): T {
  if (isObject(record) && version) versions.set(record, version)
  return record
}

/** For the query cache: what is equal in a newer answer stays the same object, which then has the newer version. */
export const sharing = (old: unknown, fresh: unknown): unknown =>
  withVersion(replaceEqualDeep(old, fresh), versionOf(fresh))
