import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Environment, environments } from '@trellis/contract/environments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Folds } from '../../ui/Fold.tsx'
import { Fact, Facts } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { RecordBar } from '../../ui/RecordBar.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
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
  return (
    <RecordPage
      title={environment?.customerName ?? t('environment')}
      loading={environment === undefined}
      code={environment?.customerEnvironmentId}
      back={back}
      bar={environment && <Actions environment={environment} />}
    >
      <Facts form="figures" loading={environment === undefined}>
        <Fact label={t('licenses')}>{environment && <Quantity value={environment.licenses} />}</Fact>
        <Fact label={t('account')}>
          {environment && (
            <EntityLink href={`/accounts/${environment.accountId}`}>{environment.accountName}</EntityLink>
          )}
        </Fact>
        <Fact label={t('creationDate')}>
          {environment && (
            <>
              <DateTime value={environment.creationDate} />
              {environment.createdBy !== null && ` · ${environment.createdBy}`}
            </>
          )}
        </Fact>
      </Facts>
      <Folds>
        <HistoryBlock entity="environment" entityId={environment?.onPremiseEnvironmentId} />
      </Folds>
    </RecordPage>
  )
}

function Actions({ environment }: { environment: Environment }) {
  const { t } = useTranslation('environments')
  const [editing, setEditing] = useState(false)
  const whyNot = useWhyNotEnvironment()
  const remove = useRemoveEnvironment({ leave: true })
  return (
    <>
      <RecordBar
        label={t('actionsFor', { name: environment.customerName })}
        actions={[
          {
            id: 'edit',
            label: t('edit'),
            onClick: () => setEditing(true),
            blocked: whyNot('update', environment),
            place: 'beside',
          },
          {
            id: 'remove',
            label: t('remove'),
            onClick: () => void remove(environment),
            blocked: whyNot('delete', environment),
            destructive: true,
            place: 'menu',
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
