import { type Flag, flags, modules, type Permissions } from '@trellis/contract/permissions'

/** A user's permissions are the union over all roles (rules G5). */
export function unionOf(held: Permissions[]): Permissions {
  return modules.flatMap((module) => {
    const all = new Set(
      held.flatMap((of) => of.filter((p) => p.module === module).flatMap((p) => p.flags.split('-') as Flag[])),
    )
    return all.size === 0 ? [] : [{ module, flags: flags.filter((flag) => all.has(flag)).join('-') }]
  })
}
