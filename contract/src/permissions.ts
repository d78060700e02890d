import * as z from 'zod/mini'

/** The permission modules (rules G5). */
export const modules = [
  'Accounts',
  'Users',
  'Products',
  'ProductTypes',
  'PriceLists',
  'Orders',
  'Stocks',
  'Licenses',
  'LicensesRMA',
  'Environments',
  'Files',
  'Certifications',
  'Deals',
  'Reports',
  'Audit',
] as const
export type Module = (typeof modules)[number]

/** `cu` is stored and shown, and grants nothing (rules G5). */
export const flags = ['c', 'cu', 'r', 'ra', 'u', 'd'] as const
export type Flag = (typeof flags)[number]

/** What a caller must hold: a module's flag, any valid session, or nothing at all. Reading is granted by `r` and by `ra`. */
export type PermissionToCall = `${Module}:${'c' | 'r' | 'u' | 'd'}` | 'session' | 'public'

/** A permission on the wire: `{ module: "Orders", flags: "c-r-u" }`. */
export const Permission = z.object({ module: z.enum(modules), flags: z.string() })
export type Permission = z.output<typeof Permission>

export type Permissions = readonly Permission[]

/** Does the bearer of these permissions hold the flag? Reading is held with `r` or `ra` (rules G5). */
export function holds(permissions: Permissions, module: Module, flag: Flag): boolean {
  const held = permissions.find((permission) => permission.module === module)?.flags.split('-') ?? []
  return held.includes(flag) || (flag === 'r' && held.includes('ra'))
}

/** Do these permissions hold everything those do? `cu` grants nothing, so it is not asked for. */
export function covers(mine: Permissions, theirs: Permissions): boolean {
  return theirs.every(({ module, flags: held }) =>
    (held.split('-') as Flag[]).every((flag) => flag === 'cu' || !flags.includes(flag) || holds(mine, module, flag)),
  )
}
