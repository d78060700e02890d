import { ApiKeyDraft, maximumKeyYears, Network, standardKeyDays } from '@trellis/contract/api-keys'
import { flags, modules } from '@trellis/contract/permissions'
import * as z from 'zod/mini'
import { addDays } from '../../ui/days.ts'

/** The addresses of a text, one a line or divided by commas or spaces. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** The form. The fields have the names of the payload, so that the server's issues are shown at them. */
const fields = z.object({
  name: ApiKeyDraft.shape.name,
  /** For provisioning by SCIM; it has no permissions of its own. */
  isScim: z.boolean(),
  /** The last day by UTC. */
  expirationDate: z.iso.date(),
  addresses: z.string().check(
    z.refine((text) => addressesIn(text).every((address) => z.safeParse(Network, address).success), {
      error: 'network',
    }),
  ),
  held: z.record(z.enum(modules), z.array(z.enum(flags))),
})

export const KeyForm = fields.check(
  z.refine(({ isScim, held }) => isScim || Object.values(held).some((some) => some.length > 0), {
    error: 'required',
    path: ['held'],
  }),
)

/** The address that the directory of a tenant is given (docs/provisioning.md). */
export const scimAddress = (origin: string, tenantCode: string): string =>
  `${origin}/api/v1/tenants/${encodeURIComponent(tenantCode)}/scim/v2`

/** The days that can be chosen, today by UTC being `today`, and the one that is proposed. */
export function daysOf(today: string): { first: string; usual: string; last: string } {
  const years = `${Number(today.slice(0, 4)) + maximumKeyYears}${today.slice(4)}`
  return { first: today, usual: addDays(today, standardKeyDays), last: addDays(years, -1) }
}

export const endOf = (day: string): string => `${day}T23:59:59.999Z`
