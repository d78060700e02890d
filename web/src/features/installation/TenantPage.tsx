import { useQuery } from '@tanstack/react-query'
import { type InstalledAdministrator, installation, type WholeInstalledTenant } from '@trellis/contract/installation'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../app/Loaded.tsx'
import { queryOf } from '../../app/queries.ts'
import { UserStatusTag } from '../../app/UserStatusTag.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PortalAddress } from './PortalAddress.tsx'
import { TenantStatusTag } from './TenantStatusTag.tsx'

/** The page /installation/tenants/{code}: where a portal is, and whether its administrators have come. */
export function TenantPage({ code }: { code: string }) {
  const { t } = useTranslation('installation')
  const query = useQuery(queryOf(installation.read, { params: { code } }))
  const back = { href: '/installation/tenants', label: t('title') }
  return (
    <Page
      title={query.data?.tenantName ?? code}
      back={back}
      badges={query.data && <TenantStatusTag status={query.data.status} />}
      width="narrow"
    >
      <Loaded query={query} title={t('readError')} back={back} lines={8}>
        {(tenant) => (
          <Stack gap="xl">
            <About tenant={tenant} />
            <Administrators tenant={tenant} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function About({ tenant }: { tenant: WholeInstalledTenant }) {
  const { t } = useTranslation('installation')
  const { tenantCode, address, hosts, timeZone, currencyCode, creationDate, isSandbox, status } = tenant
  return (
    <Panel title={t('portal')} {...(status === 'suspended' && { description: t('suspendedText') })}>
      <DefinitionList
        items={[
          { term: t('address'), value: <PortalAddress address={address} />, wide: true },
          { term: t('code'), value: tenantCode },
          ...(hosts.length > 1 ? [{ term: t('hosts'), value: hosts.join(', ') }] : []),
          { term: t('timeZone'), value: timeZone },
          { term: t('currency'), value: currencyCode },
          { term: t('created'), value: <DateTime value={creationDate} dateOnly /> },
          ...(isSandbox ? [{ term: t('sandbox'), value: t('yes') }] : []),
        ]}
      />
    </Panel>
  )
}

function Administrators({ tenant: { tenantCode, administrators } }: { tenant: WholeInstalledTenant }) {
  const { t } = useTranslation('installation')
  return (
    <Panel title={t('administrators')} description={t('administratorsText')}>
      <Stack as="ul" gap="lg">
        {administrators.map((administrator) => (
          <Administrator key={administrator.userId} code={tenantCode} administrator={administrator} />
        ))}
      </Stack>
    </Panel>
  )
}

interface AdministratorProps {
  code: string
  administrator: InstalledAdministrator
}

function Administrator({ code, administrator: { userId, email, firstName, lastName, status } }: AdministratorProps) {
  const { t } = useTranslation('installation')
  const resend = useWrite(installation.resend, {
    invalidates: ['/installation/tenants'],
    success: 'installation:resent',
  })
  return (
    <Row as="li" justify="between">
      <Stack gap="xs">
        <Row>
          <Text kind="strong">{`${firstName} ${lastName}`}</Text>
          <UserStatusTag status={status} />
        </Row>
        <Text kind="small" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </Stack>
      {status === 'user_pending' && (
        <Button
          variant="default"
          loading={resend.isPending}
          aria-label={t('resendTo', { email })}
          onClick={() => resend.mutate({ params: { code, id: userId } })}
        >
          {t('resend')}
        </Button>
      )}
    </Row>
  )
}
