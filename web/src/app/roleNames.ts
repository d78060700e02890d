import type { Role } from '@trellis/contract/identity'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Roles that have a translation. A tenant may have other roles, which are shown by their own name (rules V10). */
const named = ['SuperAdmin', 'VendorManager', 'AccountAdmin', 'Basic'] as const

const isNamed = (name: string): name is (typeof named)[number] => (named as readonly string[]).includes(name)

/** Returns the translated name of a role. */
export function useRoleName(): (role: Pick<Role, 'name'>) => string {
  const { t } = useTranslation()
  return useCallback(({ name }) => (isNamed(name) ? t(`roles.${name}`) : name), [t])
}
