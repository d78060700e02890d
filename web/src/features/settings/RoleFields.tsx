import { useTranslation } from 'react-i18next'
import type { Held } from '../../app/permissions/held.ts'
import { PermissionsMatrix } from '../../app/permissions/PermissionsMatrix.tsx'
import { usePermissionWords } from '../../app/permissions/usePermissionWords.ts'
import { inputsOf, type ZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type Change, effectOf, type RoleForm } from './roleDraft.ts'

interface RoleFieldsProps {
  form: ZodForm<(typeof RoleForm)['_zod']['input'], (typeof RoleForm)['_zod']['output']>
  autoFocus?: boolean
}

/** The name of a role, and what whoever holds it may do. */
export function RoleFields({ form, autoFocus = false }: RoleFieldsProps) {
  const { t } = useTranslation(['settings', 'profile'])
  const input = inputsOf(form)
  return (
    <>
      <Panel>
        <TextField
          {...input('name')}
          label={t('settings:roles.name')}
          description={t('settings:roles.nameHint')}
          maximum={60}
          required
          autoFocus={autoFocus}
        />
      </Panel>
      <Panel title={t('profile:permissions.title')} description={t('settings:roles.matrixHint')}>
        <PermissionsMatrix
          held={form.watch('held')}
          onChange={(held) => form.setValue('held', held, { shouldDirty: true, shouldTouch: true })}
        />
      </Panel>
    </>
  )
}

/** What a change of permissions means for the people who hold the role; nothing when it means nothing. */
export function RoleEffect({ before, after, users }: { before: Held; after: Held; users: number }) {
  const { t } = useTranslation('settings')
  const { gained, lost } = effectOf(before, after)
  if (users === 0 || gained.length + lost.length === 0) return null
  return (
    <Notice>
      <Stack as="span" gap="xs">
        <Text kind="strong">{t('roles.effect', { count: users })}</Text>
        <Changes title={t('roles.lost')} changes={lost} />
        <Changes title={t('roles.gained')} changes={gained} />
      </Stack>
    </Notice>
  )
}

function Changes({ title, changes }: { title: string; changes: readonly Change[] }) {
  const words = usePermissionWords()
  if (changes.length === 0) return null
  const said = changes.map(({ module, flags }) => words(module, flags))
  return (
    <span>
      {title} {said.join(', ')}
    </span>
  )
}
