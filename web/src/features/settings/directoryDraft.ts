import {
  type Connection,
  ConnectionDraft,
  type ConnectionDraft as Draft,
  maximumDomains,
} from '@trellis/contract/directories'
import { Host } from '@trellis/contract/settings'
import * as z from 'zod/mini'

const shape = ConnectionDraft.shape
const words = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '')
const values = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')

export const domainsIn = (text: string): string[] => [...new Set(words(text.toLowerCase()))]

/** The form. Domains are a text; each role has the values that give it; an emptied optional field is absent. */
const fields = {
  name: shape.name,
  issuer: shape.issuer,
  clientId: shape.clientId,
  isEnabled: z.boolean(),
  isShown: z.boolean(),
  createsUsers: z.boolean(),
  vouchesForAddresses: z.boolean(),
  endsSession: z.boolean(),
  domains: z.string().check(
    z.refine((text) => domainsIn(text).every((name) => Host.safeParse(name).success), { error: 'host', abort: true }),
    z.refine((text) => domainsIn(text).length <= maximumDomains),
  ),
  only: z.array(z.string()),
  rolesClaim: z.optional(z.string().check(z.maxLength(200))),
  values: z.record(z.string(), z.optional(z.string().check(z.maxLength(2000)))),
  defaultRoleIds: z.array(z.coerce.number()),
  accountClaim: z.optional(z.string().check(z.maxLength(200))),
  accountSystem: z.optional(z.string().check(z.maxLength(50))),
  defaultAccountId: z.optional(z.nullable(z.string())),
}
export const NewDirectoryForm = z.object({ ...fields, clientSecret: shape.clientSecret })
export const DirectoryForm = z.object({ ...fields, clientSecret: z.optional(shape.clientSecret) })
export type DirectoryInput = z.input<typeof DirectoryForm>
type Filled = z.output<typeof DirectoryForm>

/** A form field of each role, by its id: a number would make a list of the object. */
export const fieldOf = (roleId: number) => `values.role${roleId}` as const

export function draftOf(connection: Connection | null): DirectoryInput {
  const { domains = [], roleMappings = [] } = connection ?? {}
  const given = new Map<string, string>()
  for (const { value, roleId } of roleMappings) {
    const key = `role${roleId}`
    given.set(key, given.has(key) ? `${given.get(key)}, ${value}` : value)
  }
  return {
    name: connection?.name ?? '',
    issuer: connection?.issuer ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    isEnabled: connection?.isEnabled ?? false,
    isShown: connection?.isShown ?? true,
    createsUsers: connection?.createsUsers ?? false,
    vouchesForAddresses: connection?.vouchesForAddresses ?? false,
    endsSession: connection?.endsSession ?? false,
    domains: domains.map(({ name }) => name).join('\n'),
    only: domains.filter(({ only }) => only).map(({ name }) => name),
    rolesClaim: connection?.rolesClaim ?? '',
    values: Object.fromEntries(given),
    defaultRoleIds: connection?.defaultRoleIds ?? [],
    accountClaim: connection?.accountClaim ?? '',
    accountSystem: connection?.accountSystem ?? '',
    defaultAccountId: connection?.defaultAccountId ?? null,
  }
}

const orNull = (text: string | null | undefined) => text?.trim() || null

/** The body of the call. Without a new client secret the one before stays. */
export function bodyOf({ domains, only, values: given, clientSecret, ...rest }: Filled): Omit<Draft, 'clientSecret'> & {
  clientSecret?: string
} {
  return {
    ...rest,
    rolesClaim: orNull(rest.rolesClaim),
    accountClaim: orNull(rest.accountClaim),
    accountSystem: orNull(rest.accountSystem),
    defaultAccountId: orNull(rest.defaultAccountId),
    domains: domainsIn(domains).map((name) => ({ name, only: only.includes(name) })),
    roleMappings: Object.entries(given).flatMap(([key, text]) =>
      [...new Set(values(text ?? ''))].map((value) => ({ value, roleId: Number(key.slice('role'.length)) })),
    ),
    ...(clientSecret && { clientSecret }),
  }
}
