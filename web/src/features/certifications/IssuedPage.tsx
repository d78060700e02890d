import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Folds } from '../../ui/Fold.tsx'
import { Fact, Facts, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
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
    <RecordPage
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
      bar={issued && <IssuedActions issued={issued} />}
    >
      <IssuedFigures issued={issued} />
      <RecordColumns rail={<IssuedFacts issued={issued} />}>
        {issued && (
          <>
            <Notes issued={issued} />
            <Folds>
              <HistoryBlock entity="certification" entityId={issued.id} />
            </Folds>
          </>
        )}
      </RecordColumns>
    </RecordPage>
  )
}

/** The three facts of a certificate: who holds it, until when, and the code that proves it. */
function IssuedFigures({ issued }: { issued: Issued | undefined }) {
  const { t } = useTranslation('certifications')
  return (
    <Facts form="figures" loading={issued === undefined}>
      <Fact label={t('owner')}>{issued?.owner}</Fact>
      <Fact label={t('expirationDate')}>{issued && <DateTime value={issued.expirationDate} />}</Fact>
      {/* The button is higher than a line of text. */}
      <Fact label={t('validationCode')} lines={1.2}>
        {issued && <ValidationCode code={issued.validationCode} />}
      </Fact>
    </Facts>
  )
}

function IssuedFacts({ issued }: { issued: Issued | undefined }) {
  const { t } = useTranslation('certifications')
  return (
    <Panel title={t('certificate')}>
      <Facts form="rows" loading={issued === undefined}>
        <Fact label={t('account')} lines={2}>
          {issued && (
            <EntityLink href={`/accounts/${issued.accountId}`} hint={issued.accountCode}>
              {issued.accountName}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('creationDate')}>{issued && <DateTime value={issued.creationDate} />}</Fact>
      </Facts>
    </Panel>
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
