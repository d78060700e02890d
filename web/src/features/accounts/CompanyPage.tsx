import { useQuery } from '@tanstack/react-query'
import { type Account, accounts } from '@trellis/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { GroupBadge } from './GroupBadge.tsx'

interface CompanyPageProps {
  title: string
  /** Tabs to the other profile pages. */
  tabs: ReactNode
  /** The list of the company's users. */
  users: ReactNode
}

/** The page of the reader's own company: its data and its users. */
export function CompanyPage({ title, tabs, users }: CompanyPageProps) {
  const { t } = useTranslation('accounts')
  const { account: own } = useMe()
  const mayUpdate = useCan('Accounts', 'u')
  const { data, error, refetch } = useQuery(queryOf(accounts.read, { params: { id: own.accountId } }))
  return (
    <Page title={title} documentTitle={own.accountName} below={tabs}>
      <Panel
        title={data?.accountName ?? own.accountName}
        actions={
          <LinkButton
            href="/profile/account-edit"
            variant="default"
            size="compact-sm"
            blocked={mayUpdate ? null : t('blocked.update')}
          >
            {t('edit')}
          </LinkButton>
        }
      >
        {data === undefined && error !== null ? (
          <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} />
        ) : (
          <Facts account={data} />
        )}
      </Panel>
      {users}
    </Page>
  )
}

function Facts({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('accounts')
  const lines = useAddressLines()
  const address = account?.address[0]
  return (
    <DefinitionList
      loading={account === undefined}
      items={[
        { term: t('accountName'), value: account?.accountName },
        { term: t('accountCode'), value: account?.accountCode },
        { term: t('group'), value: account && <GroupBadge groupName={account.groupName} /> },
        { term: t('legalName'), value: address?.legalName },
        { term: t('vatId'), value: address?.vatId },
        { term: t('address'), value: address && lines(address).join('\n') },
        { term: t('notificationEmail'), value: account?.notificationReceiverEmail },
        { term: t('creationDate'), value: account && <DateTime value={account.creationDate} dateOnly /> },
      ]}
    />
  )
}
