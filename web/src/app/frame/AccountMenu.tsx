import { IconCheck, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Popup, usePopup } from '../../ui/Popup.tsx'
import { meQuery, useMe } from '../me.ts'
import { othersToUse } from '../own-accounts/accounts.ts'
import { useActFor } from '../own-accounts/useActFor.ts'
import styles from './AccountMenu.module.css'
import { initialsOf } from './initials.ts'
import bar from './TopBar.module.css'

/** In the place of the avatar for a reader of several accounts: names the one in use, and changes to another. */
export default function AccountMenu() {
  const { t } = useTranslation('ownAccounts')
  const { userId, firstName, lastName, account } = useMe()
  useOneAccount(userId)
  const popup = usePopup()
  const name = `${firstName} ${lastName}`
  const label = t('menu', { name, account: account.accountName })
  return (
    <>
      <button type="button" {...popup.opener} className={styles.opener} aria-label={label} title={label}>
        <span className={bar.avatar} data-initials={initialsOf(name)} aria-hidden />
        <Text truncate className={styles.name}>
          {account.accountName}
        </Text>
      </button>
      <Popup popup={popup} label={label} align="end" width={272}>
        <Choices onClose={popup.close} />
      </Popup>
    </>
  )
}

/** Loads the page anew when the session went over to another account elsewhere: nothing stays that was read for the former one. */
function useOneAccount(userId: string): void {
  const client = useQueryClient()
  useEffect(
    () => () => {
      const now = client.getQueryData(meQuery.queryKey)
      if (now !== undefined && now.userId !== userId) window.location.reload()
    },
    [client, userId],
  )
}

function Choices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ownAccounts')
  const me = useMe()
  const { actFor, busy } = useActFor()
  return (
    <Stack gap="none">
      <Text as="p" kind="strong">{`${me.firstName} ${me.lastName}`}</Text>
      <Text as="p" kind="small">
        {me.email}
      </Text>
      <Text as="h2" kind="small" className={styles.part}>
        {t('choice')}
      </Text>
      <ul className={styles.list} aria-busy={busy || undefined}>
        <li className={styles.inUse} aria-current="true">
          <span>{me.account.accountName}</span>
          <Row as="span" gap="xs" nowrap>
            <Text kind="small">{t('inUse')}</Text>
            <IconCheck size={16} stroke={2} aria-hidden />
          </Row>
        </li>
        {othersToUse(me).map(({ accountId, accountName }) => (
          <li key={accountId}>
            <button
              type="button"
              disabled={busy}
              aria-label={t('actFor', { account: accountName })}
              onClick={() => void actFor(accountId)}
            >
              {accountName}
            </button>
          </li>
        ))}
      </ul>
      <InternalLink href="/profile" className={`${styles.part} ${styles.profile}`} onClick={onClose}>
        <IconUser size={16} stroke={1.6} aria-hidden />
        {t('profile')}
      </InternalLink>
    </Stack>
  )
}
