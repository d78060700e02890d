import { Checkbox } from '@mantine/core'
import { type ListedUser, users } from '@trellis/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogActions } from '../../../ui/Dialog.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { type RoleChoice, useRoles } from './roles.ts'
import { fullName } from './useUserChanges.ts'

/** The content of a dialog: the roles of a user. */
export default function RolesForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  const { roles, loading, error, retry } = useRoles()
  const [chosen, setChosen] = useState(() => user.roles.map((role) => role.roleId))
  const [failure, setFailure] = useState<unknown>(null)
  const save = useWrite(users.changeRoles, {
    invalidates: ['/users'],
    success: 'users:updated',
    failure: 'users:updateError',
  })
  if (error !== null) return <ErrorBlock error={error} title={t('changeRoles.failed')} retry={retry} />
  if (loading) return <Lines count={6} />
  const give = (role: RoleChoice, given: boolean) =>
    setChosen(given ? [...chosen, role.roleId] : chosen.filter((id) => id !== role.roleId))
  const isEmpty = chosen.length === 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty) return
        setFailure(null)
        save.mutate(
          { params: { id: user.userId }, body: { roles: chosen } },
          { onSuccess: onClose, onError: setFailure },
        )
      }}
    >
      <Stack>
        <Text kind="quiet">{t('changeRoles.text', { name: fullName(user) })}</Text>
        {failure !== null && <ErrorBlock error={failure} shape="line" />}
        <Stack as="fieldset" gap="md" aria-label={t('changeRoles.legend')}>
          {roles.map((role) => (
            <Checkbox
              key={role.roleId}
              label={role.label}
              description={<Ability role={role} />}
              checked={chosen.includes(role.roleId)}
              disabled={role.above !== null}
              onChange={({ currentTarget }) => give(role, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Stack>
      <Text as="p" kind="error" role="alert">
        {isEmpty && t('changeRoles.none')}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={isEmpty}>
          {t('changeRoles.save')}
        </Button>
      </DialogActions>
    </form>
  )
}

const described = ['SuperAdmin', 'VendorManager', 'AccountAdmin', 'Basic'] as const

/** A description of the role if it is a standard one, and the reason why the reader cannot give it. */
function Ability({ role }: { role: RoleChoice }) {
  const { t } = useTranslation('users')
  const known = described.find((name) => name === role.name)
  const words = [known && t(`abilities.${known}`), role.above && t(`changeRoles.${role.above}`)].filter(Boolean)
  return words.length === 0 ? null : words.join(' ')
}
