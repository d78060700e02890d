import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useWhyNotChange } from './blocked.ts'
import styles from './certifications.module.css'
import { IssuedActions } from './IssuedActions.tsx'
import { type Issued, listOfAccount, ofAccount, ofUser } from './issued.ts'
import { NotesDialog } from './NotesDialog.tsx'
import { accountCertificateQuery, userCertificateQuery } from './queries.ts'
import { StateTag } from './StateTag.tsx'
import { ValidationCode } from './ValidationCode.tsx'

interface PageProps {
  accountId: string
  id: string
}

/** The page /accounts/{id}/certifications/{idCertificate}. */
export function UserCertificatePage({ accountId, id }: PageProps) {
  const { data, ...query } = useQuery(userCertificateQuery(id))
  return <IssuedPage accountId={accountId} issued={data && ofUser(data)} {...query} />
}

/** The page /accounts/{id}/accountcertifications/{idCertificate}. */
export function AccountCertificatePage({ accountId, id }: PageProps) {
  const { data, ...query } = useQuery(accountCertificateQuery(id))
  return <IssuedPage accountId={accountId} issued={data && ofAccount(data)} {...query} />
}

interface IssuedPageProps {
  accountId: string
  issued: Issued | undefined
  error: Error | null
  refetch: () => unknown
}

function IssuedPage({ accountId, issued, error, refetch }: IssuedPageProps) {
  const { t } = useTranslation('certifications')
  const back = { href: listOfAccount(issued?.accountId ?? accountId), label: t('toList') }
  if (issued === undefined && error !== null)
    return (
      <Page title={t('certificate')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={back} />
        </Panel>
      </Page>
    )
  return (
    <Page
      title={issued?.certificateName ?? t('certificate')}
      loading={issued === undefined}
      documentTitle={issued && `${issued.certificateName} · ${issued.owner}`}
      back={back}
      badges={
        issued && (
          <>
            <StateTag issued={issued} />
            {issued.isGuest && <StatusTag tone="info">{t('guest')}</StatusTag>}
          </>
        )
      }
      description={issued?.owner}
      actions={issued && <IssuedActions issued={issued} />}
    >
      <Panel title={t('certificate')}>
        <Facts issued={issued} />
      </Panel>
      {issued && <Notes issued={issued} />}
      {issued && <HistoryBlock entity="certification" entityId={issued.id} />}
    </Page>
  )
}

function Facts({ issued }: { issued: Issued | undefined }) {
  const { t } = useTranslation('certifications')
  const of = (term: string, value: (issued: Issued) => ReactNode, lines = 1) => ({
    term,
    value: issued && value(issued),
    lines,
  })
  return (
    <DefinitionList
      loading={issued === undefined}
      items={[
        of(t('owner'), ({ owner }) => owner),
        of(
          t('account'),
          ({ accountId, accountName, accountCode }) => (
            <EntityLink href={`/accounts/${accountId}`} hint={accountCode}>
              {accountName}
            </EntityLink>
          ),
          2,
        ),
        // The button is higher than a line of text, so more space is reserved while it loads.
        of(t('validationCode'), ({ validationCode }) => <ValidationCode code={validationCode} />, 1.35),
        of(t('creationDate'), ({ creationDate }) => <DateTime value={creationDate} />),
        of(t('expirationDate'), ({ expirationDate }) => <DateTime value={expirationDate} />),
      ]}
    />
  )
}

function Notes({ issued }: { issued: Issued }) {
  const { t } = useTranslation('certifications')
  const [editing, setEditing] = useState(false)
  const whyNot = useWhyNotChange()
  return (
    <Panel
      title={t('notes')}
      actions={
        <ActionButton
          variant="default"
          size="compact-sm"
          blocked={whyNot('notes', issued.blocked.notes)}
          onClick={() => setEditing(true)}
        >
          {t('changeNotes')}
        </ActionButton>
      }
    >
      <Text as="p" className={styles.notes ?? ''}>
        {issued.notes || t('noNotes')}
      </Text>
      <NotesDialog issued={issued} opened={editing} onClose={() => setEditing(false)} />
    </Panel>
  )
}
