/** What others saved while a form was open, field by field. Pure functions. */

export interface FieldChange {
  /** `address.city` */
  path: string
  before: string
  now: string
  /** The reader has typed something else there, which stays. */
  isTyped: boolean
}

/** The texts of a form by their paths. */
function textsOf(values: object, prefix = ''): [path: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? textsOf(value as object, `${prefix}${name}.`)
      : [[prefix + name, value === null || value === undefined ? '' : String(value)]],
  )
}

/**
 * @param before the values that the form was filled with
 * @param fresh the values that the record has now
 * @param typed the values in the fields
 */
export function changesMeanwhile(before: object, fresh: object, typed: object): FieldChange[] {
  const old = new Map(textsOf(before))
  const inFields = new Map(textsOf(typed))
  return textsOf(fresh).flatMap(([path, now]) => {
    const was = old.get(path) ?? ''
    const field = inFields.get(path) ?? ''
    return now === was || now === field ? [] : [{ path, before: was, now, isTyped: field !== was }]
  })
}

/** Changes of one field after another are one: from what it was first to what it is now. */
export function together(earlier: readonly FieldChange[], later: readonly FieldChange[]): FieldChange[] {
  const first = new Map(earlier.map((change) => [change.path, change]))
  const paths = new Set(later.map(({ path }) => path))
  return [
    ...earlier.filter(({ path }) => !paths.has(path)),
    ...later.map((change) => ({ ...change, before: first.get(change.path)?.before ?? change.before })),
  ].filter(({ before, now }) => before !== now)
}
