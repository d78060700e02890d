import {
  flags as allFlags,
  type Flag,
  type Module,
  modules,
  type Permission,
  type Permissions,
} from '@trellis/contract/permissions'

/** The flags of each module as a form holds them. */
export type Held = Record<Module, Flag[]>

const ofEach = (flagsOf: (module: Module) => Flag[]): Held =>
  Object.fromEntries(modules.map((module) => [module, flagsOf(module)])) as Held

const isFlag = (text: string): text is Flag => (allFlags as readonly string[]).includes(text)

export function heldOf(permissions: Permissions): Held {
  const texts = new Map(permissions.map(({ module, flags }) => [module, flags]))
  return ofEach((module) => (texts.get(module) ?? '').split('-').filter(isFlag))
}

/** As the call takes them: no module without a flag. */
export const permissionsOf = (held: Held): Permission[] =>
  modules.flatMap((module) => {
    const kept = allFlags.filter((flag) => held[module].includes(flag))
    return kept.length === 0 ? [] : [{ module, flags: kept.join('-') }]
  })

const reads: readonly Flag[] = ['r', 'ra']
const writes: readonly Flag[] = ['c', 'u', 'd']

/**
 * The flags of a module after one of them was ticked or cleared. Writing needs reading: ticking a flag that writes also
 * ticks `r`, and clearing the last flag that reads clears those that write.
 */
export function ticked(flags: readonly Flag[], flag: Flag, isHeld: boolean): Flag[] {
  const after = new Set(flags)
  if (isHeld) after.add(flag)
  else after.delete(flag)
  const isRead = reads.some((each) => after.has(each))
  if (isHeld && writes.includes(flag) && !isRead) after.add('r')
  if (!isHeld && !isRead) for (const each of writes) after.delete(each)
  return allFlags.filter((each) => after.has(each))
}
