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

/** `cu` is stored and shown but grants nothing (rules G5). */
export const flags = ['c', 'cu', 'r', 'ra', 'u', 'd'] as const
export type Flag = (typeof flags)[number]

/**
 * What a caller needs: a flag of a module, any valid session, to be an operator of the installation (rules P67), or nothing. Both `r` and
 * `ra` allow reading.
 */
export type PermissionToCall = `${Module}:${'c' | 'r' | 'u' | 'd'}` | 'Audit:ra' | 'session' | 'operator' | 'public'

/** Flags that are given to a role or a key. Writing needs reading: `c`, `u` and `d` only with `r` or `ra`. */
export const FlagsText = z.string().check(
  z.refine((text) => text.split('-').every((flag) => (flags as readonly string[]).includes(flag)), { error: 'flags' }),
  z.refine((text) => /^cu$/.test(text) || /(^|-)ra?(-|$)/.test(text), { error: 'needs_read' }),
)

/** A permission on the wire: `{ module: "Orders", flags: "c-r-u" }`. */
export const Permission = z.object({ module: z.enum(modules), flags: z.string() })
export type Permission = z.output<typeof Permission>

export type Permissions = readonly Permission[]

/** Whether these permissions include the flag. Reading is allowed by `r` or `ra` (rules G5). */
export function hasPermission(permissions: Permissions, module: Module, flag: Flag): boolean {
  const held = permissions.find((permission) => permission.module === module)?.flags.split('-') ?? []
  return held.includes(flag) || (flag === 'r' && held.includes('ra'))
}

/** Whether `mine` include every flag of `theirs`. `cu` grants nothing, so it is ignored. */
export function covers(mine: Permissions, theirs: Permissions): boolean {
  return theirs.every(({ module, flags: held }) =>
    (held.split('-') as Flag[]).every(
      (flag) => flag === 'cu' || !flags.includes(flag) || hasPermission(mine, module, flag),
    ),
  )
}

/** Who holds c, u, d and `ra` in Certifications edits the definitions of certificates (rules Q1). */
export const mayDefineCertificates = (permissions: Permissions): boolean =>
  (['c', 'u', 'd', 'ra'] as const).every((flag) => hasPermission(permissions, 'Certifications', flag))
