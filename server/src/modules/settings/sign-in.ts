import {
  signInSettings as contract,
  type SecondFactorRule,
  type SignInSettings,
} from '@trellis/contract/sign-in-settings'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { countPeopleWithoutFactor, type Sessions } from '../people/index.ts'
import { findSignIn, listKnownRoles, lockSettings, type StoredSignIn, writeSignIn } from '../tenants/index.ts'
import { mustAdminister } from './rules.ts'

/** How the people of a tenant sign in, set by the super admins of the root account (rules G14, P33). */
export const signInSettingsRoutes = ({ sessions }: { sessions: Sessions }) =>
  routes('signInSettings', contract, {
    async read({ tx, actor }) {
      mustAdminister(actor)
      return present(tx)
    },

    async change({ tx, actor, body }) {
      mustAdminister(actor)
      await lockSettings(tx)
      if (body.secondFactors) await changeRule(tx, inOrder(body.secondFactors), sessions)
      return present(tx)
    },
  })

async function present(tx: Reader): Promise<SignInSettings> {
  const { today: _today, ...rule } = found(await findSignIn(tx))
  return { secondFactors: { ...rule, ...(await countPeopleWithoutFactor(tx)) } }
}

/** Without what the kind of rule does not ask for, so that equal rules are equal texts. */
const inOrder = ({ requiredFor, roleIds, from, graceDays }: SecondFactorRule): SecondFactorRule => ({
  requiredFor,
  roleIds: requiredFor === 'roles' ? roleIds.toSorted((one, other) => one - other) : [],
  from: requiredFor === 'nobody' ? null : from,
  graceDays,
})

/** Takes effect with the next call of everybody. Refuses RQ422 for an unknown role, none at all, and a day that is past. */
async function changeRule(tx: Tx, after: SecondFactorRule, sessions: Sessions): Promise<void> {
  const stored = found(await findSignIn(tx))
  const before = inOrder(stored)
  const issues = await issuesOf(tx, after, stored)
  if (issues.length > 0) throw new Refusal('RQ422', { issues })
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await writeSignIn(tx, after)
  await record(tx, 'sign_in.changed', 'sign_in', 'sign_in', { before, after })
  await sessions.refreshTenant(tx)
}

async function issuesOf(tx: Reader, { requiredFor, roleIds, from }: SecondFactorRule, stored: StoredSignIn) {
  const issues: { path: string; code: string; message: string }[] = []
  const add = (field: string, code: string, message: string) =>
    issues.push({ path: `secondFactors.${field}`, code, message })
  if (requiredFor === 'roles' && roleIds.length === 0) add('roleIds', 'required', 'Required field')
  const known = await listKnownRoles(tx, roleIds)
  const unknown = roleIds.findIndex((roleId) => !known.includes(roleId))
  if (unknown >= 0) add(`roleIds.${unknown}`, 'unknown', 'The tenant has no such role')
  if (requiredFor !== 'nobody' && from === null) add('from', 'required', 'Required field')
  if (from !== null && from < stored.today && from !== stored.from) add('from', 'past', 'This day is past')
  return issues
}

/** A role that is deleted is no longer named by the rule. */
export async function forgetRoleInRule(tx: Tx, roleId: number, sessions: Sessions): Promise<void> {
  const before = inOrder(found(await findSignIn(tx)))
  if (!before.roleIds.includes(roleId)) return
  const roleIds = before.roleIds.filter((held) => held !== roleId)
  const left: SecondFactorRule = { ...before, roleIds, requiredFor: roleIds.length === 0 ? 'nobody' : 'roles' }
  await changeRule(tx, inOrder(left), sessions)
}
