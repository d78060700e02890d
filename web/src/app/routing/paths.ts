/** Paths of screens: `/_frame/accounts/$id/_tabs/users/` is the id of a route, `/accounts/$id/users` its path. */

export type Params = Readonly<Record<string, string>>

/** The parts of a route's path: layouts (`_frame`) have none, and `$id_` stands for `$id` outside of its layout. */
export const partsOf = (id: string): string[] =>
  id.split('/').flatMap((part) => (part === '' || part.startsWith('_') ? [] : [part.replace(/_$/, '')]))

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The parameters of a path, if it is one of these; null if it is another. */
export function paramsIn(parts: readonly string[], path: readonly string[]): Params | null {
  if (parts.length !== path.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const given = path[at] as string
    if (part.startsWith('$')) params[part.slice(1)] = decoded(given)
    else if (part !== given) return null
  }
  return params
}

/** Names before parameters, the first part first: `/orders/create` is no order. */
export const bySpecificity = (one: readonly string[], other: readonly string[]): number =>
  rankOf(one).localeCompare(rankOf(other))
const rankOf = (parts: readonly string[]) => parts.map((part) => (part.startsWith('$') ? '1' : '0')).join('')

/** `/accounts/$id` with its parameters in place. */
export const pathWith = (path: string, params: Params = {}): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Without the slashes at its end. */
export const trimmed = (path: string): string => path.replace(/\/+$/, '') || '/'

/** Objects and lists; an error, say, is only itself. */
const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)

/** Whether two values have the same content, as far as addresses and what is chosen from them can differ. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isSame((one as Params)[name], (other as Params)[name]))
  )
}
