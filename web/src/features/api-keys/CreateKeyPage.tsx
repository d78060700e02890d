import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { hasPermission } from '@trellis/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../app/Loaded.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { heldOf, permissionsOf } from '../../app/permissions/held.ts'
import { PermissionsMatrix } from '../../app/permissions/PermissionsMatrix.tsx'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { addressesIn, daysOf, endOf, KeyForm } from './keyForm.ts'
import { MadeKey } from './MadeKey.tsx'

/** The page /accounts/{id}/keys/create. */
export function CreateKeyPage({ accountId }: { accountId: string }) {
  const { t } = useTranslation('apiKeys')
  const mayMake = useCan('Users', 'c')
  const query = useQuery({ ...queryOf(accounts.read, { params: { id: accountId } }), enabled: mayMake })
  const [made, setMade] = useState<Made | null>(null)
  const back = { href: `/accounts/${accountId}/keys`, label: t('title') }
  return (
    <Page title={t('make')} back={back} width="narrow">
      {!mayMake ? (
        <Panel>
          <NoPermission>{t('mayNot')}</NoPermission>
        </Panel>
      ) : made !== null ? (
        <MadeKey apiKey={made.key} isScim={made.isScim} back={back.href} />
      ) : (
        <Loaded query={query} title={t('accountError')} lines={12}>
          {({ accountName }) => <CreateForm accountId={accountId} accountName={accountName} onMade={setMade} />}
        </Loaded>
      )}
    </Page>
  )
}

interface CreateFormProps {
  accountId: string
  accountName: string
  onMade: (made: Made) => void
}

interface Made {
  key: string
  isScim: boolean
}

function CreateForm({ accountId, accountName, onMade }: CreateFormProps) {
  const { t } = useTranslation(['apiKeys', 'profile'])
  const navigate = useNavigate()
  const own = useMe().permissions
  const [days] = useState(() => daysOf(new Date().toISOString().slice(0, 10)))
  const form = useZodForm(KeyForm, {
    name: '',
    expirationDate: days.usual,
    addresses: '',
    isScim: false,
    held: heldOf([]),
  })
  const isScim = form.watch('isScim')
  const input = inputsOf(form)
  const { held: missing } = form.formState.errors
  const create = useWrite(apiKeys.create, {
    invalidates: ['/apiKeys'],
    quiet: 'all',
    onSuccess: ({ key }) => onMade({ key, isScim: form.getValues('isScim') }),
  })
  return (
    <Form
      form={form}
      label={t('apiKeys:make')}
      onSubmit={({ name, expirationDate, addresses, isScim, held }) =>
        create.mutateAsync({
          body: {
            name,
            parentAccountId: accountId,
            purpose: isScim ? 'scim' : 'calls',
            permissions: isScim ? [] : permissionsOf(held),
            expirationDate: endOf(expirationDate),
            addresses: addressesIn(addresses),
          },
        })
      }
    >
      <Stack gap="xl">
        <Panel>
          <Stack>
            <Text as="p" kind="quiet">
              {t('apiKeys:makeText', { account: accountName })}
            </Text>
            <TextField
              {...input('name')}
              label={t('apiKeys:name')}
              description={t('apiKeys:nameText')}
              maximum={60}
              required
              autoFocus
            />
            <SwitchField {...input('isScim')} label={t('apiKeys:isScim')} description={t('apiKeys:isScimText')} />
            <DateField
              {...input('expirationDate')}
              label={t('apiKeys:lastDay')}
              description={t('apiKeys:lastDayText')}
              minimum={days.first}
              maximum={days.last}
              required
            />
            <TextAreaField
              {...input('addresses')}
              label={t('apiKeys:addresses')}
              description={t('apiKeys:addressesText')}
              maximum={1000}
            />
          </Stack>
        </Panel>
        {!isScim && (
          <Panel title={t('profile:permissions.title')} description={t('apiKeys:permissionsText')}>
            {missing && (
              <Text as="p" kind="error" role="alert">
                {t('apiKeys:noPermissions')}
              </Text>
            )}
            <PermissionsMatrix
              held={form.watch('held')}
              offers={(module, flag) => flag !== 'cu' && hasPermission(own, module, flag)}
              onChange={(held) =>
                form.setValue('held', held, {
                  shouldDirty: true,
                  shouldTouch: true,
                  shouldValidate: missing !== undefined,
                })
              }
            />
          </Panel>
        )}
        <FormActions
          submit={t('apiKeys:make')}
          onCancel={() => navigate({ to: '/accounts/$id/keys', params: { id: accountId } })}
        />
      </Stack>
    </Form>
  )
}
