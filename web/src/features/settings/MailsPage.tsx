import { useQuery } from '@tanstack/react-query'
import { type KeptMail, sandbox } from '@trellis/contract/sandbox'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import styles from './settings.module.css'

/** The page /settings/mails of a sandbox: the mails that it would have sent (rules G30). */
export function MailsPage() {
  const { t } = useTranslation('settings')
  const [before, setBefore] = useState<string | undefined>()
  const { data, error, refetch } = useQuery(queryOf(sandbox.mails, { query: before === undefined ? {} : { before } }))
  const [read, setRead] = useState<KeptMail | null>(null)
  const next = data?.next ?? null
  const columns: Column<KeptMail>[] = [
    { id: 'subject', header: t('mails.subject'), cell: ({ subject }) => subject },
    { id: 'to', header: t('mails.to'), cell: ({ to }) => to },
    { id: 'creationDate', header: t('mails.date'), cell: ({ creationDate }) => <DateTime value={creationDate} /> },
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (mail) => (
        <ActionButton
          size="compact-sm"
          variant="default"
          label={t('mails.readNamed', { subject: mail.subject, to: mail.to })}
          onClick={() => setRead(mail)}
        >
          {t('mails.read')}
        </ActionButton>
      ),
    },
  ]
  return (
    <SettingsFrame tab="mails">
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('mails.fetchError')} retry={() => void refetch()} />
      ) : (
        <DataTable
          list={wholeList(data?.items)}
          columns={columns}
          rowKey={({ mailId }) => mailId}
          label={t('tabs.mails')}
          paging={false}
          toolbar={
            <Text as="p" kind="quiet">
              {t('mails.text')}
            </Text>
          }
        />
      )}
      <Row gap="sm">
        {before !== undefined && (
          <Button variant="default" onClick={() => setBefore(undefined)}>
            {t('mails.newest')}
          </Button>
        )}
        {next !== null && (
          <Button variant="default" onClick={() => setBefore(next)}>
            {t('mails.older')}
          </Button>
        )}
      </Row>
      <Dialog opened={read !== null} onClose={() => setRead(null)} title={read?.subject ?? ''} size="lg">
        {read && <Mail mail={read} />}
      </Dialog>
    </SettingsFrame>
  )
}

/** Every second part of a text is one: the links of invitations are followed from here. */
const addresses = /(https?:\/\/[^\s<>]+)/

function Mail({ mail: { to, creationDate, text } }: { mail: KeptMail }) {
  const { t } = useTranslation('settings')
  return (
    <Stack>
      <DefinitionList
        items={[
          { term: t('mails.to'), value: to },
          { term: t('mails.date'), value: <DateTime value={creationDate} /> },
        ]}
      />
      {text === '' ? (
        <Text as="p" kind="quiet">
          {t('mails.gone')}
        </Text>
      ) : (
        <Text as="p" className={styles.mail ?? ''}>
          {text.split(addresses).map((part, at) =>
            at % 2 === 0 ? (
              part
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
              <a key={at} href={part} target="_blank" rel="noreferrer">
                {part}
              </a>
            ),
          )}
        </Text>
      )}
    </Stack>
  )
}
