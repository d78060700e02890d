import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../../app/dueDay.ts'
import { useKnownTenant, useMe } from '../../../app/me.ts'
import { othersToUse } from '../../../app/own-accounts/accounts.ts'
import { useActFor } from '../../../app/own-accounts/useActFor.ts'
import { signOut } from '../../../app/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Passkeys } from './Passkeys.tsx'
import styles from './profile.module.css'
import { SecondFactors } from './SecondFactors.tsx'

/** Only a path of the portal, whatever the address says. */
const inPortal = (path: string) => (/^\/(?![/\\])/.test(path) ? path : '/')

/**
 * The page /second-factor, in place of the portal: a required second factor is set up before anything else (rules P33).
 * @param wanted where the reader goes on afterwards
 */
export function RequiredFactorPage({ wanted = '/' }: { wanted: string | undefined }) {
  const { t } = useTranslation('passkeys')
  const { dueDate, isEnabled } = useMe().secondFactor
  const tenant = useKnownTenant()
  const dayOf = useDueDay()
  const title = t('required.title')
  useEffect(() => {
    document.title = `${title} · ${tenant?.tenantName ?? 'Trellis'}`
  }, [title, tenant])
  return (
    <Stack as="main" gap="xl" className={styles.required}>
      <Row justify="between" align="start">
        <Stack gap="xs" style={{ flex: '1 1 20rem' }}>
          <Text kind="quiet">{tenant?.tenantName}</Text>
          <Text as="h1" kind="title">
            {title}
          </Text>
          {dueDate !== null && <Text as="p">{t('required.lead', { day: dayOf(dueDate) })}</Text>}
        </Stack>
        <Row>
          <OtherAccounts />
          {isEnabled && <LinkButton href={inPortal(wanted)}>{t('required.go')}</LinkButton>}
          <Button variant="default" onClick={() => void signOut()}>
            {t('required.signOut')}
          </Button>
        </Row>
      </Row>
      <Passkeys />
      <SecondFactors />
    </Stack>
  )
}

/** The session can go over to an account that requires none (rules P65). */
function OtherAccounts() {
  const { t } = useTranslation('ownAccounts')
  const others = othersToUse(useMe())
  const { actFor, busy } = useActFor()
  return others.map(({ accountId, accountName }) => (
    <Button key={accountId} variant="default" disabled={busy} onClick={() => void actFor(accountId)}>
      {t('actFor', { account: accountName })}
    </Button>
  ))
}
