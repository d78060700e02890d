import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { loadTexts } from '../../app/i18n.ts'
import { useCan, useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { later } from '../../ui/later.tsx'
import { Fact, Facts } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { GroupBadge } from './GroupBadge.tsx'
import { accountQuery, hasCredit } from './queries.ts'

const CreditPanel = later(async () => {
  const [panel] = await Promise.all([import('./CreditPanel.tsx'), loadTexts('accountCredit')])
  return panel
})

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
  const own = useMe().account
  const mayUpdate = useCan('Accounts', 'u')
  const { data, error, refetch } = useQuery(accountQuery(own.accountId))
  return (
    <Page title={title} documentTitle={own.accountName} below={tabs} inOrder>
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
          <Company account={data} />
        )}
      </Panel>
      {data && hasCredit(data) && <CreditPanel account={data} />}
      {users}
    </Page>
  )
}

function Company({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('accounts')
  const lines = useAddressLines()
  const address = account?.address[0]
  return (
    <Facts loading={account === undefined}>
      <Fact label={t('accountName')}>{account?.accountName}</Fact>
      <Fact label={t('accountCode')}>{account?.accountCode}</Fact>
      <Fact label={t('group')}>{account && <GroupBadge groupName={account.groupName} />}</Fact>
      <Fact label={t('legalName')}>{address?.legalName}</Fact>
      <Fact label={t('vatId')}>{address?.vatId}</Fact>
      <Fact label={t('notificationEmail')}>{account?.notificationReceiverEmail}</Fact>
      <Fact label={t('creationDate')}>{account && <DateTime value={account.creationDate} dateOnly />}</Fact>
      <Fact label={t('address')} lines={3}>
        {address && lines(address).join('\n')}
      </Fact>
    </Facts>
  )
}
