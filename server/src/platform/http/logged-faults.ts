import type { Endpoint } from '@trellis/contract/endpoint'
import type * as z from 'zod'
import type { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that is answered. */
    endpoint?: Endpoint
  }
}

/** Maximum number of faults in one line of the log. */
const maximumFaults = 10
/** A field that a client made up, as programs name them. */
const plain = /^[a-z_][\w-]{0,39}$/i

/**
 * For the log: which fields of a call were refused by which rule, never a value (threats W4). The names of a call are those of its schemas;
 * others are keys of a dictionary, which a user may have typed, and are a star.
 */
export function loggedFaults(refusal: Refusal, endpoint: Endpoint | undefined): string[] | undefined {
  const { issues } = (refusal.info ?? {}) as { issues?: { path: string; code: string }[] }
  if (refusal.code !== 'RQ422' || !issues?.length) return undefined
  const names = endpoint ? namesOf(endpoint) : new Set()
  return issues.slice(0, maximumFaults).map(({ path, code }) => {
    const parts = path.split('.')
    const shown = parts.map((part, at) => {
      const isUnknownField = code === 'unrecognized_keys' && at === parts.length - 1 && plain.test(part)
      return isUnknownField || /^\d{1,6}$/.test(part) || names.has(part.toLowerCase()) ? part : '*'
    })
    return `${shown.join('.')}: ${code}`
  })
}

const known = new WeakMap<Endpoint, ReadonlySet<string>>()

/** Each name of a field that the call takes, at any depth, in lower case. */
function namesOf(endpoint: Endpoint): ReadonlySet<string> {
  const before = known.get(endpoint)
  if (before) return before
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (Array.isArray(value)) for (const each of value) visit(each)
    const def = (value as Partial<z.core.$ZodType>)._zod?.def as { shape?: object; getter?: () => unknown } | undefined
    if (def === undefined) return
    for (const name of Object.keys(def.shape ?? {})) names.add(name.toLowerCase())
    for (const each of Object.values(def)) visit(each)
    for (const each of Object.values(def.shape ?? {})) visit(each)
    visit(def.getter?.())
  }
  for (const schema of [endpoint.params, endpoint.query, endpoint.body]) visit(schema)
  known.set(endpoint, names)
  return names
}
