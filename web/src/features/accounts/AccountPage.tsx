import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Account } from '@trellis/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { CertificateBadges } from '../../app/CertificateBadges.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { Row } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { AccountBar } from './AccountBar.tsx'
import styles from './AccountPage.module.css'
import { GroupBadge } from './GroupBadge.tsx'
import { accountQuery } from './queries.ts'

const tabs = [
  'network',
  'pricelist',
  'sell-in',
  'stock',
  'sell-out',
  'licenses',
  'users',
  'certifications',
  'environments',
  'files',
  'keys',
  'webhooks',
] as const

/** The page of an account: header, place in the network, and tabs with its records. */
export function AccountPage({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useTranslation('accounts')
  const mayRead = useCan('Accounts', 'r')
  // Nobody reaches the parents of their own account.
  const isOwn = useMe().account.accountId === id
  const { data: account, error, refetch } = useQuery({ ...accountQuery(id), enabled: mayRead })
  const tab = useLocation({ select: ({ pathname }) => tabs.find((each) => pathname.endsWith(`/${each}`)) })
  if (!mayRead || (account === undefined && error !== null)) {
    return (
      <Page title={t('network')}>
        <Panel>
          {mayRead ? (
            <ScreenError
              error={error}
              title={t('fetchError')}
              retry={() => void refetch()}
              back={{ href: '/accounts', label: t('toNetwork') }}
            />
          ) : (
            <NoPermission>{t('noRead')}</NoPermission>
          )}
        </Panel>
      </Page>
    )
  }
  return (
    <RecordPage
      title={account?.accountName ?? ''}
      documentTitle={tab && account && `${t(`tabs.${tab}`)} · ${account.accountName}`}
      loading={account === undefined}
      {...(!isOwn && {
        breadcrumb: account?.parents.map((parent) => ({ label: parent.name, href: `/accounts/${parent.id}` })) ?? [],
      })}
      code={account?.accountCode}
      description={
        <>
          <Row gap="0.375rem" className={styles.badges}>
            {account && <Badges account={account} />}
          </Row>
          <Facts account={account} />
        </>
      }
      bar={account && <AccountBar account={account} isNetwork={tab === undefined} />}
      below={<Tabs id={id} name={account?.accountName ?? ''} />}
    >
      {children}
    </RecordPage>
  )
}

function Badges({ account }: { account: Account }) {
  return (
    <>
      <GroupBadge groupName={account.groupName} />
      <CertificateBadges badges={account.certificatesBadges} />
    </>
  )
}

/** Legal name, address, VAT id and the ids of other systems in one dimmed line. */
function Facts({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('accounts')
  const addressLine = useAddressLine()
  if (account === undefined)
    return (
      <Row as="span" className={styles.facts}>
        <Line width="min(25rem, 70%)" />
      </Row>
    )
  const [address] = account.address
  const line = addressLine(address)
  return (
    <Row as="span" className={styles.facts}>
      {address?.legalName && address.legalName !== account.accountName && <span>{address.legalName}</span>}
      <span>{line === '' ? t('noAddress') : line}</span>
      {address?.vatId && (
        <span>
          {t('vatId')} {address.vatId}
        </span>
      )}
      {Object.entries(account.externalIds).map(([system, id]) => (
        <span key={system} title={t('externalIds')}>
          {system} {id}
        </span>
      ))}
    </Row>
  )
}

function Tabs({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('accounts')
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') })
  const home = `/accounts/${id}`
  const mayManageKeys = useCan('Users', 'c')
  const shown = tabs.filter((tab) => (tab !== 'keys' && tab !== 'webhooks') || mayManageKeys)
  return (
    <TabLinks
      label={t('tabs.label', { account: name })}
      current={path === '/accounts' ? home : path}
      tabs={shown.map((tab) => ({ href: tab === 'network' ? home : `${home}/${tab}`, label: t(`tabs.${tab}`) }))}
    />
  )
}
