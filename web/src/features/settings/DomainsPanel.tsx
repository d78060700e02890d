import { settings, type TenantSettings } from '@trellis/contract/settings'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Domain = TenantSettings['domains'][number]

/** The names behind host names and sender, and the DNS records that put them into use (rules G27). */
export function DomainsPanel({ settings: { domains } }: { settings: TenantSettings }) {
  const { t } = useTranslation('settings')
  const check = useWrite(settings.checkDomains, {
    invalidates: [settings.read],
    success: 'settings:domains.checked',
  })
  if (domains.length === 0) return null
  const isOpen = domains.some(({ proved }) => !proved)
  return (
    <Panel title={t('domains.title')} description={t('domains.description')}>
      <Stack gap="xl">
        <Stack as="ul" gap="xl">
          {domains.map((domain) => (
            <DomainEntry key={domain.name} domain={domain} />
          ))}
        </Stack>
        {isOpen && (
          <Row>
            <Button variant="default" loading={check.isPending} onClick={() => check.mutate({})}>
              {t('domains.check')}
            </Button>
          </Row>
        )}
      </Stack>
    </Panel>
  )
}

function DomainEntry({ domain: { name, usedFor, proved, record } }: { domain: Domain }) {
  const { t } = useTranslation('settings')
  return (
    <Stack as="li" gap="sm">
      <Row>
        <Text kind="strong">{name}</Text>
        <Text kind="small">{usedFor.map((use) => t(`domains.${use}`)).join(' · ')}</Text>
        <StatusTag tone={proved ? 'success' : 'warning'}>{t(proved ? 'domains.proved' : 'domains.waiting')}</StatusTag>
      </Row>
      {!proved && (
        <DefinitionList
          items={[
            { term: t('domains.type'), value: 'TXT' },
            {
              term: t('domains.recordName'),
              value: <Copied value={record.name} label={t('domains.copyName', { name })} />,
            },
            {
              term: t('domains.recordValue'),
              value: <Copied value={record.value} label={t('domains.copyValue', { name })} />,
              wide: true,
            },
          ]}
        />
      )}
    </Stack>
  )
}

const Copied = ({ value, label }: { value: string; label: string }) => (
  <Row gap="xs" nowrap>
    <Text style={{ overflowWrap: 'anywhere' }}>{value}</Text>
    <CopyButton value={value} label={label} />
  </Row>
)
