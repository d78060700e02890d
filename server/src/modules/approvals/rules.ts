import type { ApprovalRuleDraft } from '@trellis/contract/approvals'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The permission that is missing to change the rules and the promise of the own account (rules G35); null: none. */
export function missingToChange({ permissions }: Pick<Actor, 'permissions'>): 'Orders:u' | 'Accounts:u' | null {
  if (!hasPermission(permissions, 'Orders', 'u')) return 'Orders:u'
  return hasPermission(permissions, 'Accounts', 'u') ? null : 'Accounts:u'
}

interface Fault {
  field: keyof ApprovalRuleDraft
  code: string
  message: string
}

/** What is wrong with a rule by itself, at its field; null: nothing. */
export function faultOf(rule: ApprovalRuleDraft): Fault | null {
  const has = (value: unknown) => value !== null && value !== undefined
  const { amountAbove, currencyId, belowListShare, accountId, productId, needs, roleId, level } = rule
  if (![amountAbove, belowListShare, accountId, productId].some(has))
    return { field: 'amountAbove', code: 'required', message: 'A rule has at least one condition' }
  if (has(amountAbove) && !has(currencyId))
    return { field: 'currencyId', code: 'required', message: 'An amount has a currency' }
  if (needs === 'role' && !has(roleId)) return { field: 'roleId', code: 'required', message: 'Which role is needed' }
  if (needs === 'level' && !has(level)) return { field: 'level', code: 'required', message: 'Which level is needed' }
  return null
}
