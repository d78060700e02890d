import { IconPencil, IconPlus, IconTableImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from '@trellis/contract/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayImport } from '../../app/importRights.ts'
import { useCan, useMe } from '../../app/me.ts'
import { laterDialog } from '../../ui/later.tsx'
import { type RecordAction, RecordBar } from '../../ui/RecordBar.tsx'
import { useWhyNoAccount } from './whyNoAccount.ts'

const MoveDialog = laterDialog(
  () => import('./MoveDialog.tsx'),
  ({ opened }) => opened,
)
const RemoveDialog = laterDialog(
  () => import('./RemoveDialog.tsx'),
  ({ opened }) => opened,
)

interface AccountBarProps {
  account: Account
  /** The list or map of the accounts below is shown, to which accounts are added. */
  isNetwork: boolean
}

/** What can be done with an account; what changes the tree, moving a branch and deleting an account, is in the menu. */
export function AccountBar({ account, isNetwork }: AccountBarProps) {
  const { t } = useTranslation(['accounts', 'common'])
  const navigate = useNavigate()
  const me = useMe()
  const mayUpdate = useCan('Accounts', 'u')
  const whyNoAccount = useWhyNoAccount(account)
  const [open, setOpen] = useState<'move' | 'remove' | null>(null)
  const ending = useEnding(account, setOpen)
  const { accountId, accountName } = account
  const adding: RecordAction[] = isNetwork
    ? [
        {
          id: 'create',
          label: t('accounts:create'),
          icon: <IconPlus size={16} aria-hidden />,
          href: `/accounts/${accountId}/create`,
          blocked: whyNoAccount,
          place: 'primary',
        },
      ]
    : []
  const importing: RecordAction[] =
    isNetwork && mayImport('accounts', me)
      ? [
          {
            id: 'import',
            label: t('common:import'),
            icon: <IconTableImport size={16} aria-hidden />,
            href: `/import?kind=accounts&account=${accountId}`,
            place: 'minor',
          },
        ]
      : []
  const edit: RecordAction = {
    id: 'edit',
    label: t('accounts:edit'),
    icon: <IconPencil size={16} aria-hidden />,
    href: `/accounts/${accountId}/edit`,
    blocked: mayUpdate ? null : t('accounts:blocked.update'),
    place: 'beside',
  }
  return (
    <>
      <RecordBar
        label={t('accounts:more', { account: accountName })}
        actions={[...adding, edit, ...importing, ...ending]}
      />
      {accountId !== me.account.accountId && (
        <>
          <MoveDialog account={account} opened={open === 'move'} onClose={() => setOpen(null)} />
          <RemoveDialog
            account={account}
            opened={open === 'remove'}
            onClose={() => setOpen(null)}
            onRemoved={() => navigate({ to: '/accounts' })}
          />
        </>
      )}
    </>
  )
}

/** Only the vendor's super admins move branches (rules N10). */
function useEnding(account: Account, open: (what: 'move' | 'remove') => void): RecordAction[] {
  const { t } = useTranslation('accounts')
  const me = useMe()
  const mayRemove = useCan('Accounts', 'd')
  const isOwn = account.accountId === me.account.accountId
  const mayMove = me.isSuperAdmin && me.account.isRoot && !isOwn
  return [
    ...(mayMove ? [{ id: 'move', label: t('move.action'), onClick: () => open('move'), place: 'menu' as const }] : []),
    {
      id: 'remove',
      label: t('remove.action'),
      onClick: () => open('remove'),
      destructive: true,
      blocked: isOwn ? t('blocked.ownAccount') : mayRemove ? null : t('blocked.remove'),
      place: 'menu',
    },
  ]
}
