import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { EnvironmentDraft, environments } from '@trellis/contract/environments'
import { useTranslation } from 'react-i18next'
import { AccountField } from '../../app/AccountField.tsx'
import { useMe } from '../../app/me.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NameFields, saving } from './EnvironmentDialog.tsx'

const Route = getRouteApi('/_frame/environments/create')

/** The page /environments/create; `?account=` chooses the account beforehand. */
export function CreateEnvironmentPage() {
  const { t } = useTranslation('environments')
  const me = useMe()
  const { account } = Route.useSearch()
  const navigate = useNavigate()
  const form = useZodForm(EnvironmentDraft, {
    accountId: account ?? me.account.accountId,
    customerName: '',
    customerEnvironmentId: '',
  })
  const create = useWrite(environments.create, saving)
  return (
    <Page title={t('add')} width="narrow">
      <Panel>
        <Form
          form={form}
          label={t('add')}
          onSubmit={async (body) => {
            const { id } = await create.mutateAsync({ body })
            form.reset(form.getValues())
            await navigate({ to: '/environments/$id', params: { id } })
          }}
        >
          <AccountField control={form.control} name="accountId" label={t('account')} required />
          <NameFields control={form.control} />
          <FormActions submit={t('save')} />
        </Form>
      </Panel>
    </Page>
  )
}
