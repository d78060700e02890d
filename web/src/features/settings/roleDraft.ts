import { flags as allFlags, type Flag, type Module, modules } from '@trellis/contract/permissions'
import { RoleDraft } from '@trellis/contract/settings'
import * as z from 'zod/mini'
import type { Held } from '../../app/permissions/held.ts'

/** The form. The flags are held by module, so that each box is found by its module and flag. */
export const RoleForm = z.object({
  name: RoleDraft.shape.name,
  held: z.record(z.enum(modules), z.array(z.enum(allFlags))),
})

export interface Change {
  module: Module
  flags: Flag[]
}

/** What whoever holds the role may do from then on, and no longer. `cu` allows nothing, so it is left out (rules G5). */
export function effectOf(before: Held, after: Held): { gained: Change[]; lost: Change[] } {
  const without = (some: Held, others: Held): Change[] =>
    modules.flatMap((module) => {
      const missing = allFlags.filter(
        (flag) => flag !== 'cu' && some[module].includes(flag) && !others[module].includes(flag),
      )
      return missing.length === 0 ? [] : [{ module, flags: missing }]
    })
  return { gained: without(after, before), lost: without(before, after) }
}
