/** Three-way merge for two users who edit the same record: the changes of both must be kept. */

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The values to save: those changed here since `start`, and the current server values for the rest. */
export function merged<T extends object>(start: T, mine: T, now: T): T {
  const changed = Object.entries(mine).filter(([key, value]) => !same(value, start[key as keyof T]))
  return { ...now, ...Object.fromEntries(changed) }
}

/** The fields changed here and, since `seen`, also by somebody else to a different value. */
export const clashes = <T extends object>(start: T, mine: T, now: T, seen = start): (keyof T & string)[] =>
  (Object.keys({ ...start, ...mine }) as (keyof T & string)[]).filter(
    (key) => !same(mine[key], start[key]) && !same(now[key], seen[key]) && !same(mine[key], now[key]),
  )

interface Setting {
  id: string
  value: unknown
}

/**
 * The same merge for the features of a type, each on its own: features added, removed and set here, and
 * others' changes for the rest.
 */
export function mergedFeatures<S extends Setting>(start: readonly S[], mine: readonly S[], now: readonly S[]): S[] {
  const of = (all: readonly S[], id: string) => all.find((each) => each.id === id)
  const isMine = ({ id, value }: S) => !same(value, of(start, id)?.value)
  const kept = now.flatMap((theirs) => {
    const own = of(mine, theirs.id)
    if (own) return [isMine(own) ? own : theirs]
    return of(start, theirs.id) ? [] : [theirs]
  })
  const others = mine.filter((own) => !of(now, own.id) && (isMine(own) || !of(start, own.id)))
  return [...kept, ...others]
}
