import type { BindingRule } from '@trellis/contract/approvals'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../roleNames.ts'

/** Says what a rule asks for: "a second person", "somebody with the role …". */
export function useNeedsWords(): (rule: Pick<BindingRule, 'needs' | 'roleName' | 'level'>) => string {
  const { t } = useTranslation('approvals')
  const roleName = useRoleName()
  return ({ needs, roleName: name, level }) =>
    t(`needs.${needs}`, { role: name === null ? '' : roleName({ name }), level: level ?? 0 })
}
