import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { InTheWay, network } from '@trellis/contract/network'
import { users } from '@trellis/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { WayList } from './WayList.tsx'

interface RemoveDialogProps {
  account: Account
  opened: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Asks before an account is deleted, if it can be; otherwise lists what prevents it. */
export default function RemoveDialog({ account, opened, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('accounts')
  const [way, setWay] = useState<InTheWay | null>(null)
  const mayReadUsers = useCan('Users', 'r')
  const people = useQuery({
    ...queryOf(users.search, { body: { parentAccountId: account.accountId, limit: 1 } }),
    enabled: opened && mayReadUsers,
  })
  const removal = useQuery({
    ...queryOf(network.removal, { params: { id: account.accountId } }),
    enabled: opened,
    staleTime: 0,
  })
  const client = useQueryClient()
  const remove = useWrite(network.remove, {
    // Invalidate after leaving the screen: a refetch of the deleted account would fail with "not found".
    invalidates: [],
    success: 'accounts:removed',
    failure: 'accounts:removeError',
    quiet: ['AC409'],
  })
  const name = { account: account.accountName }
  const close = () => {
    setWay(null)
    onClose()
  }
  const go = async () => {
    try {
      await remove.mutateAsync({ params: { id: account.accountId } })
      await onRemoved()
      await markStale(client, ['/accounts', '/users', '/orders', '/pricelists'])
    } catch (error) {
      const info = isProblem(error, 'AC409') ? InTheWay.safeParse(error.info) : undefined
      if (!info?.success) throw error
      setWay(info.data)
    }
  }
  if (removal.isFetching && removal.data === undefined) {
    return (
      <Dialog opened={opened} onClose={close} title={t('remove.action')} actions={null}>
        <Stack gap="md" aria-busy>
          <Line width="80%" />
          <Line width="50%" />
        </Stack>
      </Dialog>
    )
  }
  const prevents = way ?? (removal.data?.blocked.remove === 'AC409' ? removal.data : null)
  if (prevents !== null || removal.data?.blocked.remove === 'RQ403') {
    return (
      <Dialog
        opened={opened}
        onClose={close}
        title={t('remove.wayTitle', name)}
        actions={
          <Button onClick={close} data-autofocus>
            {t('remove.close')}
          </Button>
        }
      >
        <Stack gap="md">
          <Text kind="quiet">{t(prevents === null ? 'remove.superAdmin' : 'remove.wayText')}</Text>
          {prevents !== null && <WayList way={prevents} onFollow={close} />}
        </Stack>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      onCancel={close}
      onConfirm={go}
      title={t('remove.title', name)}
      text={
        <>
          {people.data !== undefined && people.data.count > 0 && (
            <Text as="p" kind="strong" style={{ marginBottom: '0.5rem', color: 'var(--ui-text)' }}>
              {t('remove.users', { count: people.data.count })}
            </Text>
          )}
          {t('remove.text', name)}
        </>
      }
      confirm={t('remove.confirm')}
      cancel={t('remove.keep')}
      destructive
    />
  )
}
