import type { Endpoint } from '@trellis/contract/endpoint'
import { type Flag, hasPermission, type Module } from '@trellis/contract/permissions'
import { Refusal } from '../refusal.ts'
import type { Actor } from '../tenancy.ts'
import type { Route } from './routes.ts'

export const notForKeys = () => new Refusal('RQ403', { reason: 'key' }, 'Only people may do this, not API keys')

/**
 * Refuses RQ404 to whoever is no operator what is for operators of the installation, as if there were no such call (rules P67; threats
 * Z16), RQ403 without the permission of the call, to API keys what only people may (rules P32; threats Z12), to keys of provisioning
 * every call but theirs (rules P50), and to who lacks a required
 * second factor all but what leads to one (rules P33).
 */
export function checkMayCall(
  { permission, onlyPeople, withoutFactor }: Pick<Endpoint, 'permission' | 'onlyPeople' | 'withoutFactor'>,
  actor: Actor,
): void {
  if (permission === 'operator' && !actor.isOperator) throw new Refusal('RQ404')
  if (onlyPeople && actor.key) throw notForKeys()
  if (actor.key?.purpose === 'scim')
    throw new Refusal('RQ403', { reason: 'key' }, 'This key is for provisioning by SCIM only')
  if (actor.lacksFactor && !withoutFactor)
    throw new Refusal('RQ403', { reason: 'second_factor' }, 'A second factor has to be set up first')
  if (permission === 'session' || permission === 'operator') return
  const [module, flag] = permission.split(':') as [Module, Flag]
  if (!hasPermission(actor.permissions, module, flag)) throw new Refusal('RQ403', { permission })
}

/**
 * Reading with `ra` on the module reaches the whole tenant; everything else the caller's own subtree (rules G2, G3).
 */
export function reachOf(route: Pick<Route, 'endpoint'>, actor: Actor): string {
  const { permission, effect } = route.endpoint
  const module = permission.split(':')[0] as Module
  const flags = actor.permissions.find((held) => held.module === module)?.flags.split('-')
  return effect === 'read' && flags?.includes('ra') ? actor.rootAccountId : actor.accountId
}
