import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from '@trellis/contract/permissions'
import type { ListedUser } from '@trellis/contract/users'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { later } from '../../../ui/later.tsx'
import type { RecordAction } from '../../../ui/RecordBar.tsx'
import { useWhyNot } from './blocked.ts'
import { fullName, useUserChanges } from './useUserChanges.ts'

const EditUserForm = later(() => import('./EditUserForm.tsx'))
const RolesForm = later(() => import('./RolesForm.tsx'))
const ViewForm = later(() => import('./ViewForm.tsx'))
const HistoryOfRecord = later(async () => ({
  default: (await import('../../../app/audit/HistoryBlock.tsx')).HistoryOfRecord,
}))

/** The open dialog. */
export interface OpenedUser {
  title: 'edit.title' | 'changeRoles.title' | 'viewAs.title' | 'changes.title'
  Form: ComponentType<{ user: ListedUser; onClose: () => void }>
  user: ListedUser
}

/** An action of a row of the list, and of the bar of a user's page. */
export type UserAction = Omit<RecordAction, 'onClick'> & { onClick: () => void }

/** The dialog of an action, with the user as the list or the page has it now. */
export function UserDialog({
  open,
  user,
  onClose,
}: {
  open: OpenedUser | null
  user: ListedUser | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={open !== null} onClose={onClose} title={open ? t(open.title, { name: fullName(open.user) }) : ''}>
      {open && <open.Form key={open.user.userId} user={user ?? open.user} onClose={onClose} />}
    </Dialog>
  )
}

/** What was done to a user, and by whom. */
const UserHistory = ({ user }: { user: ListedUser }) => <HistoryOfRecord entity="user" entityId={user.userId} />

/** The actions that apply to the user's status; those not allowed show the reason. */
export function useUserActions(open: (dialog: OpenedUser) => void): (user: ListedUser) => UserAction[] {
  const { t } = useTranslation(['users', 'common'])
  const whyNot = useWhyNot()
  const changes = useUserChanges()
  const { permissions, userId, account } = useMe()
  const navigate = useNavigate()
  // Readers who cannot change any user get no actions at all, instead of a reason on every row.
  const mayNothing = !(['c', 'u', 'd'] as const).some((flag) => hasPermission(permissions, 'Users', flag))
  return (user) => {
    const isPending = user.status === 'user_pending'
    const standing = isPending ? 'resend' : user.status === 'user_active' ? 'suspend' : 'reactivate'
    const actions: UserAction[] = [
      {
        id: 'edit',
        place: 'beside',
        label: t('actions.edit'),
        blocked: whyNot('update', user),
        // The profile's form applies one's own language and time zone at once, so use it for the reader's own row.
        onClick: () =>
          user.userId === userId
            ? void navigate({ to: '/profile/edit' })
            : open({ title: 'edit.title', Form: EditUserForm, user }),
      },
      {
        id: 'roles',
        place: 'beside',
        label: t('actions.roles'),
        blocked: whyNot('changeRoles', user),
        onClick: () => open({ title: 'changeRoles.title', Form: RolesForm, user }),
      },
      {
        id: standing,
        place: isPending ? 'primary' : 'minor',
        label: t(`actions.${standing}`),
        blocked: whyNot(isPending ? 'resend' : 'changeStatus', user),
        onClick: () => void changes[standing](user),
      },
      // Only users of the vendor see the portals of others, and everybody sees their own as it is.
      ...(account.isRoot && !isPending && user.userId !== userId
        ? [
            {
              id: 'view',
              place: 'minor' as const,
              label: t('actions.view'),
              blocked: whyNot('view', user),
              onClick: () => open({ title: 'viewAs.title', Form: ViewForm, user }),
            },
          ]
        : []),
      ...(hasPermission(permissions, 'Audit', 'r')
        ? [
            {
              id: 'history',
              place: 'menu' as const,
              label: t('common:changes.title'),
              onClick: () => open({ title: 'changes.title' as const, Form: UserHistory, user }),
            },
          ]
        : []),
      {
        id: 'remove',
        place: 'menu',
        label: t(isPending ? 'actions.removePending' : 'actions.remove'),
        blocked: whyNot('remove', user),
        destructive: true,
        onClick: () => void changes.remove(user),
      },
    ]
    return mayNothing ? actions.filter(({ blocked }) => blocked === null) : actions
  }
}
