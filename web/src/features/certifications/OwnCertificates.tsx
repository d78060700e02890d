import { useQuery } from '@tanstack/react-query'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { CertificatePdf } from './CertificatePdf.tsx'
import styles from './certifications.module.css'
import { hrefOf, type Issued, listOfAccount, ofUser } from './issued.ts'
import { StateTag } from './StateTag.tsx'
import { ValidationCode } from './ValidationCode.tsx'

const most = 20

/** What the reader holds, newest first; nothing for who may not read certifications. */
export function OwnCertificates() {
  const { t } = useTranslation('certifications')
  const { userId, account } = useMe()
  if (!useCan('Certifications', 'r')) return null
  const words = {
    title: t('own.title'),
    text: t('own.text'),
    empty: t(account.isRoot ? 'own.emptyOfVendor' : 'own.empty'),
  }
  return <Held userId={userId} accountId={account.accountId} words={words} />
}

/** The same of a user in the reader's reach. */
export function CertificatesOfUser({ userId, accountId }: { userId: string; accountId: string }) {
  const { t } = useTranslation('certifications')
  if (!useCan('Certifications', 'r')) return null
  return <Held userId={userId} accountId={accountId} words={{ title: t('held.title'), empty: t('held.empty') }} />
}

interface HeldProps {
  userId: string
  accountId: string
  words: { title: string; text?: string; empty: string }
}

function Held({ userId, accountId, words }: HeldProps) {
  const { t } = useTranslation('certifications')
  const body = { limit: most, includeChildren: true, filterBy: [{ field: 'userId' as const, values: [userId] }] }
  const { data, error, refetch } = useQuery(queryOf(userCertificates.search, { body }))
  return (
    <Panel title={words.title} description={words.text}>
      {data === undefined ? (
        error === null ? (
          <Lines count={2} />
        ) : (
          <ErrorBlock error={error} title={t('fetchError')} retry={() => void refetch()} shape="line" />
        )
      ) : data.items.length === 0 ? (
        <Text kind="quiet">{words.empty}</Text>
      ) : (
        <Stack gap="md">
          <Stack as="ul" gap="none" aria-label={words.title}>
            {data.items.map((row) => (
              <One key={row.userCertificateId} issued={ofUser(row)} />
            ))}
          </Stack>
          {data.count > most && <EntityLink href={listOfAccount(accountId)}>{t('own.all')}</EntityLink>}
        </Stack>
      )}
    </Panel>
  )
}

function One({ issued }: { issued: Issued }) {
  const { t } = useTranslation('certifications')
  return (
    <Row as="li" gap="md" align="start" justify="between" className={styles.own}>
      <Stack gap="xs">
        <Row gap="sm">
          <EntityLink href={hrefOf(issued)}>{issued.certificateName}</EntityLink>
          <StateTag issued={issued} />
        </Row>
        <Facts form="inline">
          <Fact label={t('creationDate')}>
            <DateTime value={issued.creationDate} dateOnly />
          </Fact>
          <Fact label={t('expirationDate')}>
            <DateTime value={issued.expirationDate} dateOnly />
          </Fact>
          <Fact label={t('validationCode')}>
            <ValidationCode code={issued.validationCode} />
          </Fact>
        </Facts>
      </Stack>
      <CertificatePdf issued={issued} />
    </Row>
  )
}
