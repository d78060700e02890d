import { useQuery } from '@tanstack/react-query'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { AccountField } from '../../app/AccountField.tsx'
import { queryOf } from '../../app/queries.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { FieldGroup, FieldRow, inputsOf, type ZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { MultiSelectField } from '../../ui/MultiSelectField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type DirectoryForm, type DirectoryInput, domainsIn, fieldOf } from './directoryDraft.ts'

export type DirectoryZodForm = ZodForm<DirectoryInput, (typeof DirectoryForm)['_zod']['output']>

interface FieldsProps {
  form: DirectoryZodForm
  /** The end of the client secret that is kept; null for a new connection. */
  secret: string | null
}

/** What a connection is, in the order in which it is set up. */
export const DirectoryFields = ({ form, secret }: FieldsProps) => (
  <>
    <IssuerFields form={form} secret={secret} />
    <DomainFields form={form} />
    <RoleFields form={form} />
    <NewcomerFields form={form} />
    <ScreenFields form={form} />
  </>
)

function IssuerFields({ form, secret }: FieldsProps) {
  const { t } = useTranslation('directories')
  const input = inputsOf(form)
  return (
    <Panel title={t('issuerTitle')} description={t('issuerText')}>
      <Stack>
        <TextField
          {...input('name')}
          label={t('name')}
          description={t('nameHint')}
          maximum={60}
          required
          autoFocus={secret === null}
        />
        <TextField
          {...input('issuer')}
          type="url"
          label={t('issuer')}
          description={t('issuerHint')}
          maximum={500}
          required
        />
        <FieldRow>
          <TextField {...input('clientId')} label={t('clientId')} maximum={300} required />
          <PasswordField
            {...input('clientSecret')}
            autoComplete="new-password"
            label={t('clientSecret')}
            required={secret === null}
            {...(secret !== null && { description: t('secretKept', { end: secret }) })}
          />
        </FieldRow>
      </Stack>
    </Panel>
  )
}

function DomainFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('directories')
  const input = inputsOf(form)
  const names = domainsIn(form.watch('domains'))
  return (
    <Panel title={t('domainsTitle')} description={t('domainsText')}>
      <Stack>
        <TextAreaField {...input('domains')} label={t('domains')} description={t('domainsHint')} maximum={5100} />
        <SwitchField {...input('vouchesForAddresses')} label={t('vouches')} description={t('vouchesHint')} />
        {names.length > 0 && (
          <MultiSelectField
            {...input('only')}
            label={t('only')}
            description={t('onlyHint')}
            options={names.map((name) => ({ value: name, label: name }))}
          />
        )}
      </Stack>
    </Panel>
  )
}

function RoleFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('directories')
  const roleName = useRoleName()
  const input = inputsOf(form)
  const roles = useQuery(queryOf(tenants.roles)).data ?? []
  const hasClaim = (form.watch('rolesClaim') ?? '').trim() !== ''
  return (
    <Panel title={t('rolesTitle')} description={t('rolesText')}>
      <Stack>
        <TextField {...input('rolesClaim')} label={t('rolesClaim')} description={t('rolesClaimHint')} maximum={200} />
        {hasClaim && (
          <FieldGroup legend={t('mappings')} description={t('mappingsHint')}>
            {roles.map((role) => (
              <TextField key={role.roleId} {...input(fieldOf(role.roleId))} label={roleName(role)} maximum={2000} />
            ))}
          </FieldGroup>
        )}
        <MultiSelectField
          {...input('defaultRoleIds')}
          label={t('defaultRoles')}
          description={t('defaultRolesHint')}
          options={roles
            .filter(({ isSuperAdmin }) => !isSuperAdmin)
            .map((role) => ({ value: role.roleId, label: roleName(role) }))}
        />
      </Stack>
    </Panel>
  )
}

function NewcomerFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('directories')
  const input = inputsOf(form)
  const comeIn = form.watch('createsUsers')
  return (
    <Panel title={t('newcomersTitle')} description={t('newcomersText')}>
      <Stack>
        <SwitchField {...input('createsUsers')} label={t('createsUsers')} description={t('createsUsersHint')} />
        {comeIn && (
          <>
            <AccountField
              {...input('defaultAccountId')}
              label={t('defaultAccount')}
              description={t('defaultAccountHint')}
            />
            <FieldRow>
              <TextField
                {...input('accountClaim')}
                label={t('accountClaim')}
                description={t('accountClaimHint')}
                maximum={200}
              />
              <TextField
                {...input('accountSystem')}
                label={t('accountSystem')}
                description={t('accountSystemHint')}
                maximum={50}
              />
            </FieldRow>
          </>
        )}
      </Stack>
    </Panel>
  )
}

function ScreenFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation('directories')
  const input = inputsOf(form)
  return (
    <Panel title={t('screenTitle')}>
      <Stack>
        <SwitchField {...input('isEnabled')} label={t('isEnabled')} description={t('isEnabledHint')} />
        <SwitchField {...input('isShown')} label={t('isShown')} description={t('isShownHint')} />
        <SwitchField {...input('endsSession')} label={t('endsSession')} description={t('endsSessionHint')} />
      </Stack>
    </Panel>
  )
}
