import type { Account } from '@trellis/contract/accounts'
import { canHaveChildren } from '@trellis/contract/placement'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan } from '../../app/me.ts'

/** Why no account can be added below this one; null when it can. */
export function useWhyNoAccount({ level, groupName }: Account): string | null {
  const { t } = useTranslation('accounts')
  const nameOf = useGroupName()
  const mayCreate = useCan('Accounts', 'c')
  if (!canHaveChildren(level)) return t('blocked.level', { group: nameOf(groupName) })
  return mayCreate ? null : t('blocked.create')
}
