import { IconBuilding } from '@tabler/icons-react'
import type { OwnAccount } from '@trellis/contract/identity'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useMe } from '../me.ts'
import { offersOf } from './accounts.ts'
import styles from './Offers.module.css'
import { useActFor } from './useActFor.ts'
import { useOwnAccounts } from './useOwnAccounts.ts'

/** On the first screen: the accounts that are offered to the reader, and those that were accepted just now. */
export default function Offers() {
  const { t } = useTranslation('ownAccounts')
  const me = useMe()
  /** Whose button was pressed here. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const offers = offersOf(me)
  const fresh = me.accounts.filter(({ accountId, status }) => status === 'user_active' && accepted.has(accountId))
  if (offers.length + fresh.length === 0) return null
  return (
    <section aria-label={t('offers')}>
      <Stack as="ul" gap="sm" className={styles.offers}>
        {fresh.map((account) => (
          <Accepted key={account.accountId} account={account} />
        ))}
        {offers.map((account) => (
          <Offer
            key={account.accountId}
            account={account}
            onAccept={() => setAccepted(new Set([...accepted, account.accountId]))}
          />
        ))}
      </Stack>
    </section>
  )
}

/** Who asks, in words. */
export function useOfferWords(): (offer: OwnAccount) => string {
  const { t } = useTranslation('ownAccounts')
  return ({ offeredBy, accountName: account }) =>
    offeredBy === null ? t('offerOfNobody', { account }) : t('offer', { name: offeredBy, account })
}

function Offer({ account, onAccept }: { account: OwnAccount; onAccept: () => void }) {
  const { t } = useTranslation('ownAccounts')
  const words = useOfferWords()
  return (
    <Row as="li" gap="md" className={styles.offer} data-row={account.accountId}>
      <IconBuilding size={20} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <Text as="p" kind="strong">
          {words(account)}
        </Text>
        <Text as="p" kind="small">
          {t('offerText')}
        </Text>
      </div>
      <OfferActions account={account} onAccept={onAccept} />
    </Row>
  )
}

interface OfferActionsProps {
  account: OwnAccount
  /** The screen around it then says itself that the offer was accepted. */
  onAccept?: () => void
}

/** Declines or accepts an offer. */
export function OfferActions({ account, onAccept }: OfferActionsProps) {
  const { t } = useTranslation('ownAccounts')
  const { accept, decline, busy } = useOwnAccounts()
  const named = { account: account.accountName }
  return (
    <Row gap="sm" nowrap>
      <ActionButton
        variant="default"
        size="xs"
        disabled={busy}
        label={t('declineNamed', named)}
        onClick={() => void decline(account)}
      >
        {t('decline')}
      </ActionButton>
      <ActionButton
        size="xs"
        loading={busy}
        label={t('acceptNamed', named)}
        onClick={() => {
          onAccept?.()
          void accept(account, onAccept !== undefined)
        }}
      >
        {t('accept')}
      </ActionButton>
    </Row>
  )
}

function Accepted({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('ownAccounts')
  const { actFor, busy } = useActFor()
  const button = useRef<HTMLButtonElement>(null)
  useArrival(button, true)
  const named = { account: account.accountName }
  return (
    <Row as="li" gap="md" className={styles.offer}>
      <IconBuilding size={20} stroke={1.6} aria-hidden />
      <Text as="p" kind="strong" className={styles.words}>
        {t('accepted', named)}
      </Text>
      <Button ref={button} size="xs" loading={busy} onClick={() => void actFor(account.accountId)}>
        {t('actFor', named)}
      </Button>
    </Row>
  )
}
