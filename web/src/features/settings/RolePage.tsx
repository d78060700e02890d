import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RoleUpdate, settings, type TenantRole } from '@trellis/contract/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile } from '../../app/changedMeanwhile.ts'
import { Loaded } from '../../app/Loaded.tsx'
import { NotFound } from '../../app/NotFound.tsx'
import { heldOf, permissionsOf } from '../../app/permissions/held.ts'
import { heldIn, PermissionsTable } from '../../app/permissions/PermissionsTable.tsx'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { type TextKey, useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RoleEffect, RoleFields } from './RoleFields.tsx'
import { RoleForm } from './roleDraft.ts'

/** Roles are named and offered on other screens, and their flags are those of the reader. */
const stale = ['/tenants/current/roles', '/lookup/roles', '/users'] as const

/** The page /settings/roles/{id}: what a role allows, and how many hold it (rules G17). */
export function RolePage({ id }: { id: number }) {
  const { t } = useTranslation('settings')
  const query = useQuery(queryOf(settings.roles))
  const role = query.data?.find(({ roleId }) => roleId === id)
  if (role !== undefined) return <Shown role={role} />
  const back = { href: '/settings/roles', label: t('tabs.roles') }
  return (
    <Page title={t('roles.name')} back={back} width="narrow">
      <Loaded query={query} title={t('roles.fetchError')} lines={12}>
        {() => <NotFound back={back} />}
      </Loaded>
    </Page>
  )
}

function Shown({ role }: { role: TenantRole }) {
  const { t } = useTranslation(['settings', 'profile'])
  const name = useRoleName()(role)
  const remove = useRemove(role)
  const whyNotRemove =
    role.blocked.remove === null
      ? null
      : role.blocked.remove === 'RQ409'
        ? t('settings:roles.isHeld', { count: role.users })
        : t(role.purpose === 'super_admin' ? 'settings:roles.fixed' : 'settings:roles.isAdministrators')
  return (
    <Page
      title={name}
      documentTitle={`${name} · ${t('settings:tabs.roles')}`}
      description={t('settings:roles.holders', { count: role.users })}
      back={{ href: '/settings/roles', label: t('settings:tabs.roles') }}
      width="narrow"
      actions={
        <>
          <LinkButton href={`/settings/roles/create?from=${role.roleId}`} variant="default">
            {t('settings:roles.copy')}
          </LinkButton>
          <ActionButton variant="default" blocked={whyNotRemove} onClick={() => void remove()}>
            {t('settings:roles.remove')}
          </ActionButton>
        </>
      }
    >
      {role.blocked.update === null ? (
        <EditForm key={role.roleId} role={role} />
      ) : (
        <>
          <Notice>{t('settings:roles.fixed')}</Notice>
          <Panel title={t('profile:permissions.title')}>
            <PermissionsTable mark={heldIn(role.permissions)} />
          </Panel>
        </>
      )}
    </Page>
  )
}

const factsOf = ({ name, permissions }: TenantRole) => ({ name, permissions })

function EditForm({ role }: { role: TenantRole }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  /** The role as it stands here, or as the last refused save found it. */
  const [seen, setSeen] = useState<NonNullable<RoleUpdate['before']>>(() => factsOf(role))
  const before = heldOf(seen.permissions)
  const form = useZodForm(RoleForm, { name: role.name, held: before })
  const update = useWrite(settings.updateRole, {
    invalidates: stale,
    success: 'settings:roles.saved' satisfies TextKey,
    quiet: 'all',
  })
  return (
    <Form
      form={form}
      label={t('roles.edit')}
      onSubmit={async ({ name, held }) => {
        const body = { name, permissions: permissionsOf(held), before: seen }
        try {
          setSeen(factsOf(await update.mutateAsync({ params: { roleId: role.roleId }, body })))
        } catch (error) {
          const found = isProblem(error, 'RQ409') && (error.info as { role?: typeof seen } | null)?.role
          if (!found) throw error
          setSeen(found)
          void markStale(client, stale)
          throw changedMeanwhile(['name'])
        }
      }}
    >
      <Stack gap="xl">
        <RoleFields form={form} />
        <RoleEffect before={before} after={form.watch('held')} users={role.users} />
        <FormActions submit={t('save')} />
      </Stack>
    </Form>
  )
}

function useRemove({ roleId, name }: TenantRole): () => Promise<void> {
  const { t } = useTranslation('settings')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const shown = useRoleName()({ name })
  const remove = useWrite(settings.removeRole, {
    invalidates: stale,
    success: 'settings:roles.removed',
  })
  return async () => {
    const sure = await confirm({
      title: t('roles.removeTitle', { name: shown }),
      text: t('roles.removeText'),
      confirm: t('roles.remove'),
      destructive: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { roleId } })
    } catch {
      return
    }
    await navigate({ to: '/settings/roles' })
  }
}

/** The page /settings/roles/create: a new role, with the permissions of the role `from`, if there is one, to start with. */
export function CreateRolePage({ from }: { from: number }) {
  const { t } = useTranslation('settings')
  const query = useQuery(queryOf(settings.roles))
  return (
    <Page title={t('roles.create')} back={{ href: '/settings/roles', label: t('tabs.roles') }} width="narrow">
      <Loaded query={query} title={t('roles.fetchError')} lines={12}>
        {(roles) => <CreateForm source={roles.find(({ roleId }) => roleId === from)} />}
      </Loaded>
    </Page>
  )
}

function CreateForm({ source }: { source: TenantRole | undefined }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const form = useZodForm(RoleForm, { name: '', held: heldOf(source?.permissions ?? []) })
  const create = useWrite(settings.createRole, {
    invalidates: stale,
    success: 'settings:roles.created',
    quiet: 'all',
    onSuccess: ({ id }) => void navigate({ to: '/settings/roles/$id', params: { id: String(id) } }),
  })
  return (
    <Form
      form={form}
      label={t('roles.create')}
      onSubmit={({ name, held }) => create.mutateAsync({ body: { name, permissions: permissionsOf(held) } })}
    >
      <Stack gap="xl">
        <RoleFields form={form} autoFocus />
        <FormActions submit={t('roles.create')} onCancel={() => navigate({ to: '/settings/roles' })} />
      </Stack>
    </Form>
  )
}
