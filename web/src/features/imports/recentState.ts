import type { ListedImport } from '@trellis/contract/imports'

/** What became of an import, as one word. */
export type RecentState =
  | 'waiting'
  | 'running'
  | 'checked'
  | 'faulty'
  | 'imported'
  | 'undone'
  | 'refused'
  | 'failed'
  | 'canceled'
  | 'interrupted'

/** A dry run saves nothing and refuses nothing: with errors it is `faulty`. */
export function recentState({
  status,
  outcome,
  dryRun,
  undo,
}: Pick<ListedImport, 'status' | 'outcome' | 'dryRun' | 'undo'>): RecentState {
  if (status === 'queued') return 'waiting'
  if (status !== 'done') return status
  if (undo.undoneDate !== null) return 'undone'
  if (dryRun) return outcome === 'refused' ? 'faulty' : 'checked'
  return outcome === 'refused' ? 'refused' : 'imported'
}
