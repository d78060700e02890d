import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Account } from '@trellis/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { CertificateBadges } from '../../app/CertificateBadges.tsx'
import { ImportButton } from '../../app/ImportButton.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { AccountActions } from './AccountActions.tsx'
import styles from './accounts.module.css'
import { GroupBadge } from './GroupBadge.tsx'
import { NewAccountLink } from './NewAccountLink.tsx'
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
    <Page
      title={account?.accountName ?? ''}
      documentTitle={tab && account && `${t(`tabs.${tab}`)} · ${account.accountName}`}
      loading={account === undefined}
      {...(!isOwn && {
        breadcrumb: account?.parents.map((parent) => ({ label: parent.name, href: `/accounts/${parent.id}` })),
      })}
      badges={account && <Badges account={account} />}
      badgeLine
      description={<Facts account={account} />}
      actions={account && <Actions account={account} isNetwork={tab === undefined} />}
      below={<Tabs id={id} name={account?.accountName ?? ''} />}
    >
      {children}
    </Page>
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

/** Legal name, address and VAT id in one dimmed line. */
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
      <span>
        {t('accountCode')} {account.accountCode}
      </span>
    </Row>
  )
}

/** @param isNetwork the list or map of the accounts below is shown, to which accounts are added */
function Actions({ account, isNetwork }: { account: Account; isNetwork: boolean }) {
  const { t } = useTranslation('accounts')
  const mayUpdate = useCan('Accounts', 'u')
  return (
    <>
      {isNetwork && <ImportButton kind="accounts" account={account.accountId} />}
      <LinkButton
        href={`/accounts/${account.accountId}/edit`}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        blocked={mayUpdate ? null : t('blocked.update')}
      >
        {t('edit')}
      </LinkButton>
      {isNetwork && <NewAccountLink account={account} />}
      <AccountActions account={account} />
    </>
  )
}

function Tabs({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('accounts')
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') })
  const home = `/accounts/${id}`
  return (
    <TabLinks
      label={t('tabs.label', { account: name })}
      current={path === '/accounts' ? home : path}
      tabs={tabs.map((tab) => ({ href: tab === 'network' ? home : `${home}/${tab}`, label: t(`tabs.${tab}`) }))}
    />
  )
}
