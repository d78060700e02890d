import { useQuery } from '@tanstack/react-query'
import type { Account, AccountNode } from '@trellis/contract/accounts'
import { network } from '@trellis/contract/network'
import { canHaveChildren } from '@trellis/contract/placement'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../app/AccountSelect.tsx'
import { networkQuery } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { MoveChanges } from './MoveChanges.tsx'
import { idsBelow } from './tree.ts'

interface MoveDialogProps {
  account: Account
  opened: boolean
  onClose: () => void
}

/** Moves an account with its branch, after a preview of the effects. */
export default function MoveDialog({ account, opened, onClose }: MoveDialogProps) {
  const { t } = useTranslation('accounts')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('move.title', { account: account.accountName })}>
      <MoveForm account={account} onClose={onClose} />
    </Dialog>
  )
}

function MoveForm({ account, onClose }: Omit<MoveDialogProps, 'opened'>) {
  const { t } = useTranslation(['accounts', 'ui'])
  const [parentAccountId, setParent] = useState<string | null>(null)
  const tree = useQuery(networkQuery).data
  const above = account.parents.at(-1)?.id
  const branch = useMemo(() => idsBelow(tree, account.accountId), [tree, account.accountId])
  const isOff = useCallback(
    (node: AccountNode) => !canHaveChildren(node.level) || node.id === above || branch.has(node.id),
    [branch, above],
  )
  const preview = useQuery({
    ...queryOf(network.movePreview, {
      params: { id: account.accountId },
      query: { parentAccountId: parentAccountId ?? '' },
    }),
    enabled: parentAccountId !== null,
    // The user must confirm the current state, so never show a cached preview.
    staleTime: 0,
  })
  const move = useWrite(network.move, {
    invalidates: ['/accounts', '/users', '/orders', '/licenses', '/pricelists'],
    success: 'accounts:moved',
    failure: 'accounts:moveError',
  })
  const possible = preview.data !== undefined && preview.data.blocked.move === null
  return (
    <Stack>
      <Text kind="quiet">{t('move.text', { account: account.accountName })}</Text>
      <AccountSelect
        label={t('move.parent')}
        required
        value={parentAccountId}
        onChange={setParent}
        isOff={isOff}
        disabled={move.isPending}
      />
      <div aria-live="polite">
        {parentAccountId === null ? null : preview.data !== undefined ? (
          <MoveChanges preview={preview.data} onFollow={onClose} />
        ) : preview.error !== null ? (
          <ErrorBlock error={preview.error} retry={() => void preview.refetch()} />
        ) : (
          <Lines count={5} />
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={move.isPending}>
          {t('ui:cancel')}
        </Button>
        <Button
          disabled={!possible}
          loading={move.isPending}
          onClick={() =>
            parentAccountId !== null &&
            move.mutate({ params: { id: account.accountId }, body: { parentAccountId } }, { onSuccess: onClose })
          }
        >
          {t('move.confirm')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
