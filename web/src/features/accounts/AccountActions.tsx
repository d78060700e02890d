import { useNavigate } from '@tanstack/react-router'
import type { Account } from '@trellis/contract/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { type Action, ActionMenu } from '../../ui/ActionMenu.tsx'
import { laterDialog } from '../../ui/later.tsx'

const MoveDialog = laterDialog(
  () => import('./MoveDialog.tsx'),
  ({ opened }) => opened,
)
const RemoveDialog = laterDialog(
  () => import('./RemoveDialog.tsx'),
  ({ opened }) => opened,
)

/** Actions that change the tree: moving a branch and deleting an account. */
export function AccountActions({ account }: { account: Account }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const me = useMe()
  const mayRemove = useCan('Accounts', 'd')
  const [open, setOpen] = useState<'move' | 'remove' | null>(null)
  const isOwn = account.accountId === me.account.accountId
  const move: Action = { label: t('move.action'), onClick: () => setOpen('move') }
  const remove: Action = {
    label: t('remove.action'),
    onClick: () => setOpen('remove'),
    destructive: true,
    blocked: isOwn ? t('blocked.ownAccount') : mayRemove ? null : t('blocked.remove'),
  }
  // Only the vendor's super admins move branches (rules N10).
  const mayMove = me.isSuperAdmin && me.account.isRoot && !isOwn
  return (
    <>
      <ActionMenu
        label={t('more', { account: account.accountName })}
        variant="default"
        actions={mayMove ? [move, remove] : [remove]}
      />
      {!isOwn && (
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
