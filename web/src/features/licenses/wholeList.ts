import type { List } from '../../ui/list.ts'

/** A short list that came whole with its entity, as the table draws it; undefined while the entity is on its way. */
export function wholeList<Row>(rows: readonly Row[] | undefined): List<Row> {
  return {
    state: { page: 1, limit: Math.max(1, rows?.length ?? 3), sort: null, filters: {} },
    change: () => undefined,
    rows: rows ?? [],
    count: rows?.length ?? 0,
    answer: undefined,
    status: rows === undefined ? 'loading' : 'ready',
    refreshing: false,
    error: null,
    retry: () => undefined,
  }
}
