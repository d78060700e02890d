import { IconPlus } from '@tabler/icons-react'
import type { Account } from '@trellis/contract/accounts'
import { canHaveChildren } from '@trellis/contract/placement'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan } from '../../app/me.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Leads to the form of a new account below this one; says why that is not possible. */
export function NewAccountLink({ account }: { account: Account }) {
  const { t } = useTranslation('accounts')
  return (
    <LinkButton
      href={`/accounts/${account.accountId}/create`}
      blocked={useWhyNoAccount(account)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('create')}
    </LinkButton>
  )
}

function useWhyNoAccount({ level, groupName }: Account): string | null {
  const { t } = useTranslation('accounts')
  const nameOf = useGroupName()
  const mayCreate = useCan('Accounts', 'c')
  if (!canHaveChildren(level)) return t('blocked.level', { group: nameOf(groupName) })
  return mayCreate ? null : t('blocked.create')
}
