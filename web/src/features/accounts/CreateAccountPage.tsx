import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { CreateAccountForm } from './CreateAccountForm.tsx'
import { accountQuery } from './queries.ts'

/** The form for a new account. `parentId` is the default parent; the form can change it. */
export function CreateAccountPage({ parentId }: { parentId: string }) {
  const { t } = useTranslation('accounts')
  const mayCreate = useCan('Accounts', 'c')
  const { data: parent, error, refetch } = useQuery(accountQuery(parentId))
  const back = { href: `/accounts/${parentId}`, label: parent?.accountName ?? t('network') }
  return (
    <Page title={t('form.title')} back={back} width="narrow">
      {!mayCreate ? (
        <Panel>
          <NoPermission>{t('blocked.create')}</NoPermission>
        </Panel>
      ) : parent !== undefined ? (
        <CreateAccountForm parent={parent} />
      ) : (
        <Panel>
          {error === null ? (
            <Lines count={14} />
          ) : (
            <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={back} />
          )}
        </Panel>
      )}
    </Page>
  )
}
