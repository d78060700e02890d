import { type Connection, directories } from '@trellis/contract/directories'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const Copied = ({ value, label }: { value: string; label: string }) => (
  <Row gap="xs" nowrap>
    <Text style={{ overflowWrap: 'anywhere' }}>{value}</Text>
    <CopyButton value={value} label={label} />
  </Row>
)

/** What the directory has to know of the portal. */
export function RedirectPanel({ redirectUris }: Pick<Connection, 'redirectUris'>) {
  const { t } = useTranslation('directories')
  return (
    <Panel title={t('redirectTitle')} description={t('redirectText')}>
      <Stack gap="sm">
        {redirectUris.map((uri) => (
          <Copied key={uri} value={uri} label={t('copyRedirect')} />
        ))}
      </Stack>
    </Panel>
  )
}

/** The DNS records that make the domains of a connection count (rules P41). */
export function RecordsPanel({ connection: { connectionId, domains } }: { connection: Connection }) {
  const { t } = useTranslation('directories')
  const check = useWrite(directories.checkDomains, {
    invalidates: [directories.list, directories.read],
    success: 'directories:checked',
  })
  if (domains.length === 0) return null
  return (
    <Panel title={t('recordsTitle')} description={t('recordsText')}>
      <Stack gap="xl">
        <Stack as="ul" gap="xl">
          {domains.map((domain) => (
            <Entry key={domain.name} domain={domain} />
          ))}
        </Stack>
        {domains.some(({ proved }) => !proved) && (
          <Row>
            <Button
              variant="default"
              loading={check.isPending}
              onClick={() => check.mutate({ params: { connectionId } })}
            >
              {t('check')}
            </Button>
          </Row>
        )}
      </Stack>
    </Panel>
  )
}

function Entry({ domain: { name, only, proved, record } }: { domain: Connection['domains'][number] }) {
  const { t } = useTranslation('directories')
  return (
    <Stack as="li" gap="sm">
      <Row>
        <Text kind="strong">{name}</Text>
        {only && <Text kind="small">{t('onlyMark')}</Text>}
        <StatusTag tone={proved ? 'success' : 'warning'}>{t(proved ? 'proved' : 'waiting')}</StatusTag>
      </Row>
      {!proved && (
        <DefinitionList
          items={[
            { term: t('recordType'), value: 'TXT' },
            { term: t('recordName'), value: <Copied value={record.name} label={t('copyName', { name })} /> },
            {
              term: t('recordValue'),
              value: <Copied value={record.value} label={t('copyValue', { name })} />,
              wide: true,
            },
          ]}
        />
      )}
    </Stack>
  )
}
