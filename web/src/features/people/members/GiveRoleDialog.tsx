import { type ListedUser, users } from '@trellis/contract/users'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { RunDialog } from '../../../app/bulk/RunDialog.tsx'
import type { Chosen } from '../../../app/bulk/useBulk.tsx'
import { call } from '../../../app/calls.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { useWhyNot } from './blocked.ts'
import { useRoles } from './roles.ts'
import { fullName } from './useUserChanges.ts'

interface GiveRoleDialogProps {
  users: Chosen<ListedUser>
  onClose: (done: readonly string[]) => void
}

const Values = z.object({ roleId: z.nullable(z.int()), instead: z.boolean() })

/** Reads the current roles of a user, because those on the screen may be outdated. */
async function rolesOf({ userId, account: { accountId: parentAccountId } }: ListedUser): Promise<number[]> {
  const filterBy = [{ field: 'userId' as const, values: [userId] }]
  const { items } = await call(users.search, { body: { parentAccountId, filterBy } })
  return (items[0]?.roles ?? []).map(({ roleId }) => roleId)
}

/** Gives many users a role, in addition to their roles or instead of them. */
export default function GiveRoleDialog({ users: chosen, onClose }: GiveRoleDialogProps) {
  const { t } = useTranslation('users')
  const whyNot = useWhyNot()
  const roleName = useRoleName()
  const { roles, loading, error, retry } = useRoles()
  const form = useZodForm(Values, { roleId: null, instead: false })
  const input = inputsOf(form)
  const { roleId, instead } = form.watch()
  const role = roles.find((each) => each.roleId === roleId)
  const before = useRef(new Map<string, number[]>())
  const give = (id: string, given: number[]) => call(users.changeRoles, { params: { id }, body: { roles: given } })
  const hasAlready = (user: ListedUser) =>
    user.roles.some((each) => each.roleId === roleId) && (!instead || user.roles.length === 1)
  const becomes = (user: ListedUser) => {
    const had = user.roles.map(roleName).join(', ')
    if (role === undefined) return had
    const kept = instead ? [] : user.roles.map(roleName)
    return t('bulk.roleBecomes', { before: had, after: [...kept, role.label].join(', ') })
  }
  return (
    <RunDialog<ListedUser>
      rows={chosen}
      rowKey={({ userId }) => userId}
      nameOf={fullName}
      whyNot={(user) => whyNot('changeRoles', user) ?? (hasAlready(user) ? t('bulk.roleHas') : null)}
      becomes={becomes}
      send={async (user) => {
        if (role === undefined) return
        const had = await rolesOf(user)
        // A retry after a lost answer may find the role already given, so the previous roles are those of the first attempt.
        if (!before.current.has(user.userId)) before.current.set(user.userId, had)
        await give(user.userId, instead ? [role.roleId] : [...new Set([...had, role.roleId])])
      }}
      takeBack={async (user) => {
        const had = before.current.get(user.userId) ?? []
        const now = await rolesOf(user)
        // Keeps roles that somebody else has added or removed since.
        const others = now.filter((each) => each !== roleId || had.includes(each))
        await give(user.userId, [...new Set(instead ? [...had, ...others] : others)])
      }}
      title={t('bulk.roleTitle', { count: chosen.length })}
      text={t('bulk.roleText')}
      confirm={(count) => t('bulk.roleConfirm', { count })}
      isReady={role !== undefined}
      invalidates={['/users']}
      onClose={onClose}
    >
      {error !== null ? (
        <ErrorBlock error={error} title={t('changeRoles.failed')} retry={retry} />
      ) : (
        <Stack>
          <SelectField
            {...input('roleId')}
            label={t('role')}
            required
            loading={loading}
            options={roles.map(({ roleId: value, label, above }) => ({
              value,
              label: above === null ? label : `${label} · ${t(`changeRoles.${above}`)}`,
              disabled: above !== null,
            }))}
          />
          <SwitchField {...input('instead')} label={t('bulk.roleInstead')} />
        </Stack>
      )}
    </RunDialog>
  )
}
