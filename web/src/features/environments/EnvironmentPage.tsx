import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Environment, environments } from '@trellis/contract/environments'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { EnvironmentDialog } from './EnvironmentDialog.tsx'
import { useRemoveEnvironment, useWhyNotEnvironment } from './useEnvironmentActions.ts'

const Route = getRouteApi('/_frame/environments/$id')

export const environmentQuery = (id: string) => queryOf(environments.read, { params: { id } })

export function EnvironmentPage() {
  const { t } = useTranslation('environments')
  const { id } = Route.useParams()
  const { data: environment, error, refetch } = useQuery(environmentQuery(id))
  const back = {
    href: environment ? `/accounts/${environment.accountId}/environments` : '/accounts',
    label: t('title'),
  }
  if (environment === undefined && error !== null)
    return (
      <Page title={t('environment')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('onPremEnvFetchError')} retry={() => void refetch()} back={back} />
        </Panel>
      </Page>
    )
  const of = (term: string, value: (environment: Environment) => ReactNode) => ({
    term,
    value: environment && value(environment),
  })
  return (
    <Page
      title={environment?.customerName ?? t('environment')}
      loading={environment === undefined}
      back={back}
      actions={environment && <Actions environment={environment} />}
    >
      <Panel title={t('environment')}>
        <DefinitionList
          loading={environment === undefined}
          items={[
            of(t('customerName'), ({ customerName }) => customerName),
            of(t('customerEnvironmentId'), ({ customerEnvironmentId }) => (
              <EntityLink mono>{customerEnvironmentId}</EntityLink>
            )),
            of(t('account'), ({ accountId, accountName }) => (
              <EntityLink href={`/accounts/${accountId}`}>{accountName}</EntityLink>
            )),
            of(t('licenses'), ({ licenses }) => <Quantity value={licenses} />),
            of(t('creationDate'), ({ creationDate, createdBy }) => (
              <>
                <DateTime value={creationDate} />
                {createdBy !== null && ` · ${createdBy}`}
              </>
            )),
          ]}
        />
      </Panel>
    </Page>
  )
}

function Actions({ environment }: { environment: Environment }) {
  const { t } = useTranslation('environments')
  const [editing, setEditing] = useState(false)
  const whyNot = useWhyNotEnvironment()
  const remove = useRemoveEnvironment({ leave: true })
  return (
    <>
      <ActionButton variant="default" blocked={whyNot('update', environment)} onClick={() => setEditing(true)}>
        {t('edit')}
      </ActionButton>
      <ActionMenu
        label={t('actionsFor', { name: environment.customerName })}
        variant="default"
        actions={[
          {
            label: t('remove'),
            onClick: () => void remove(environment),
            blocked: whyNot('delete', environment),
            destructive: true,
          },
        ]}
      />
      <EnvironmentDialog
        environment={editing ? environment : null}
        accountId={environment.accountId}
        onClose={() => setEditing(false)}
      />
    </>
  )
}
