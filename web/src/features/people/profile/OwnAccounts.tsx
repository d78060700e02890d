import { IconBuilding } from '@tabler/icons-react'
import type { OwnAccount } from '@trellis/contract/identity'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { OfferActions, useOfferWords } from '../../../app/own-accounts/Offers.tsx'
import { useActFor } from '../../../app/own-accounts/useActFor.ts'
import { useOwnAccounts } from '../../../app/own-accounts/useOwnAccounts.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Item } from './Item.tsx'
import styles from './profile.module.css'

/** The accounts for which the reader acts by this sign-in; only for who has, or is offered, more than one. */
export function OwnAccounts() {
  const { t } = useTranslation('ownAccounts')
  const { accounts } = useMe()
  const part = useRef<HTMLDivElement>(null)
  const isShown = accounts.length > 1
  // The router looks for it before the page above it has loaded.
  useEffect(() => {
    if (isShown && window.location.hash === '#accounts') part.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  if (!isShown) return null
  return (
    <div id="accounts" ref={part} className={styles.accounts}>
      <Panel title={t('title')} description={t('text')}>
        <Stack as="ul" gap="none">
          {accounts.map((account) => (
            <AccountItem key={account.accountId} account={account} />
          ))}
        </Stack>
      </Panel>
    </div>
  )
}

function AccountItem({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('ownAccounts')
  const words = useOfferWords()
  const { accountName, isHome, isInUse, status } = account
  const isOffer = status === 'user_pending'
  return (
    <Item
      icon={IconBuilding}
      name={accountName}
      row={account.accountId}
      tag={
        <>
          {isInUse && <StatusTag tone="success">{t('inUse')}</StatusTag>}
          {isOffer && <StatusTag tone="info">{t('offered')}</StatusTag>}
        </>
      }
      action={isOffer ? <OfferActions account={account} /> : <AccountActions account={account} />}
    >
      {isHome && <Text kind="small">{t('home')}</Text>}
      {isOffer && <Text kind="small">{words(account)}</Text>}
    </Item>
  )
}

function AccountActions({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('ownAccounts')
  const { actFor, busy } = useActFor()
  const { leave, busy: leaving } = useOwnAccounts()
  const named = { account: account.accountName }
  return (
    <Row gap="sm" nowrap>
      {!account.isHome && (
        <ActionButton
          variant="subtle"
          color="danger"
          size="xs"
          loading={leaving}
          label={t('leaveNamed', named)}
          onClick={() => void leave(account)}
        >
          {t('leave')}
        </ActionButton>
      )}
      {!account.isInUse && (
        <ActionButton
          variant="default"
          size="xs"
          loading={busy}
          label={t('actFor', named)}
          onClick={() => void actFor(account.accountId)}
        >
          {t('use')}
        </ActionButton>
      )}
    </Row>
  )
}
