import { type ListedUser, users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../../app/bulk/RunDialog.tsx'
import { type BulkAct, useBulk } from '../../../app/bulk/useBulk.tsx'
import { call } from '../../../app/calls.ts'
import { useCan } from '../../../app/me.ts'
import { later } from '../../../ui/later.tsx'
import { useWhyNot } from './blocked.ts'
import { fullName } from './useUserChanges.ts'

const acts = {
  suspend: {
    of: 'user_active',
    action: 'changeStatus',
    send: (id: string) => call(users.changeStatus, { params: { id }, body: { status: 'user_suspended' } }),
  },
  reactivate: {
    of: 'user_suspended',
    action: 'changeStatus',
    send: (id: string) => call(users.changeStatus, { params: { id }, body: { status: 'user_active' } }),
  },
  resend: { of: 'user_pending', action: 'resend', send: (id: string) => call(users.resend, { params: { id } }) },
} as const
const names = ['suspend', 'reactivate', 'resend'] as const

const GiveRoleDialog = later(() => import('./GiveRoleDialog.tsx'))

/** Limited, because the roles of each user are read again before they are changed. */
const maximumGiven = 100

/** Selection of users, to give them a role, suspend, reactivate or invite them again. */
export function useUserBulk(rows: readonly ListedUser[]) {
  const { t } = useTranslation('users')
  const whyNot = useWhyNot()
  const mayUpdate = useCan('Users', 'u')
  const role: BulkAct<ListedUser> = {
    id: 'role',
    label: t('bulk.role'),
    maximum: maximumGiven,
    whyNot: (chosen) =>
      chosen.every((user) => whyNot('changeRoles', user) !== null) ? whyNot('changeRoles', chosen[0]) : null,
    open: (chosen, close) => <GiveRoleDialog users={chosen} onMissing={() => close()} onClose={close} />,
  }
  return useBulk<ListedUser>({
    rows,
    rowKey: ({ userId }) => userId,
    rowLabel: fullName,
    acts: (mayUpdate ? [role] : []).concat(
      names.map((name): BulkAct<ListedUser> => {
        const { of, action, send } = acts[name]
        const why = (user: ListedUser) => (user.status === of ? whyNot(action, user) : t(`bulk.not.${name}`))
        return {
          id: name,
          label: t(`bulk.${name}`),
          isOffered: (chosen) => chosen.some(({ status }) => status === of),
          whyNot: (chosen) => (chosen.every((user) => why(user) !== null) ? why(chosen[0]) : null),
          open: (chosen, close) => (
            <RunDialog<ListedUser>
              rows={chosen}
              rowKey={({ userId }) => userId}
              nameOf={fullName}
              whyNot={why}
              send={({ userId }) => send(userId)}
              title={t(`bulk.title.${name}`, { count: chosen.length })}
              text={t(`bulk.text.${name}`)}
              confirm={(count) => t(`bulk.confirm.${name}`, { count })}
              destructive={name === 'suspend'}
              invalidates={['/users']}
              onClose={close}
            />
          ),
        }
      }),
    ),
  })
}
