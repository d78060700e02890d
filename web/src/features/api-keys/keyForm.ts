import { ApiKeyDraft, maximumKeyYears, Network, standardKeyDays } from '@trellis/contract/api-keys'
import { flags, modules } from '@trellis/contract/permissions'
import * as z from 'zod/mini'
import { addDays } from '../../ui/days.ts'

/** The addresses of a text, one a line or divided by commas or spaces. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** The form. The fields have the names of the payload, so that the server's issues are shown at them. */
export const KeyForm = z.object({
  name: ApiKeyDraft.shape.name,
  /** The last day by UTC. */
  expirationDate: z.iso.date(),
  addresses: z.string().check(
    z.refine((text) => addressesIn(text).every((address) => z.safeParse(Network, address).success), {
      error: 'network',
    }),
  ),
  held: z
    .record(z.enum(modules), z.array(z.enum(flags)))
    .check(z.refine((held) => Object.values(held).some((some) => some.length > 0), { error: 'required' })),
})

/** The days that can be chosen, today by UTC being `today`, and the one that is proposed. */
export function daysOf(today: string): { first: string; usual: string; last: string } {
  const years = `${Number(today.slice(0, 4)) + maximumKeyYears}${today.slice(4)}`
  return { first: today, usual: addDays(today, standardKeyDays), last: addDays(years, -1) }
}

export const endOf = (day: string): string => `${day}T23:59:59.999Z`
