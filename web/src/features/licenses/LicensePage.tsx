import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type License, licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import { ExpiryTag } from './ExpiryTag.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'
import { Grants } from './Grants.tsx'
import { LicenseHistory } from './LicenseHistory.tsx'
import styles from './licenses.module.css'
import { NoteDialog } from './NoteDialog.tsx'
import { Seats } from './Seats.tsx'

const Route = getRouteApi('/_frame/licenses/$serialKey')

export function LicensePage() {
  const { t } = useTranslation('licenses')
  const { serialKey } = Route.useParams()
  const { data: license, error, refetch } = useQuery(queryOf(licenses.read, { params: { serialKey } }))
  const back = { href: '/licenses', label: t('title') }
  if (license === undefined && error !== null)
    return (
      <Page title={t('license')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('licenseFetchError')} retry={() => void refetch()} back={back} />
        </Panel>
      </Page>
    )
  return (
    <Page
      title={license?.product.name ?? t('license')}
      loading={license === undefined}
      documentTitle={serialKey}
      back={back}
      badges={license && <Badges license={license} />}
      actions={
        license && (
          <>
            <RenewLink license={license} />
            <ExportButton license={license} />
          </>
        )
      }
      description={
        <Row as="span" gap="xs" className={styles.key ?? ''}>
          {serialKey}
          <CopyButton value={serialKey} label={t('copyKey')} copied={t('licenseKeyCopied')} />
        </Row>
      }
    >
      <Panel title={t('license')}>
        <Facts license={license} />
      </Panel>
      {license && <Note license={license} />}
      <Seats license={license} />
      <Grants license={license} />
      <LicenseHistory serialKey={serialKey} />
      <HistoryBlock entity="license" entityId={license?.licenseId} />
    </Page>
  )
}

/** Leads to the key in the renewal centre. A key without an end, a trial or an upgrade right is never there. */
function RenewLink({
  license: { serialKey, product, expirationDate, maintenanceExpirationDate },
}: {
  license: License
}) {
  const { t } = useTranslation('licenses')
  const isDue = !product.isLicenseTrial && (expirationDate ?? maintenanceExpirationDate) !== null
  return (
    isDue && (
      <LinkButton variant="default" href={`/renewals?window=&serialKey=${encodeURIComponent(serialKey)}`}>
        {t('renew')}
      </LinkButton>
    )
  )
}

function ExportButton({ license }: { license: License }) {
  const { t } = useTranslation(['licenses', 'errors'])
  const [exporting, setExporting] = useState(false)
  const code = license.blocked.export
  const blocked = code && (code === 'LC522' ? t('licenses:export.blocked') : t(`errors:${code as 'RQ403'}`))
  return (
    <>
      <ActionButton variant="default" blocked={blocked} onClick={() => setExporting(true)}>
        {t(license.licenseExport === null ? 'licenses:export.action' : 'licenses:export.again')}
      </ActionButton>
      <ExportDialog licenses={[license]} opened={exporting} onClose={() => setExporting(false)} />
    </>
  )
}

function Badges({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  return (
    <>
      <StatusTag tone={license.product.isLicenseTrial ? 'warning' : 'info'}>
        {license.product.isLicenseTrial ? t('trial') : t('full')}
      </StatusTag>
      {license.licenseHasBeenExported && <StatusTag tone="info">{t('exported')}</StatusTag>}
      {license.licenseExport?.isStale && <StatusTag tone="warning">{t('export.stale')}</StatusTag>}
    </>
  )
}

function Facts({ license }: { license: License | undefined }) {
  const { t } = useTranslation('licenses')
  const now = Date.now()
  const of = (term: string, value: (license: License) => React.ReactNode) => ({
    term,
    value: license && value(license),
  })
  return (
    <DefinitionList
      loading={license === undefined}
      items={[
        of(t('owner'), ({ ownerAccount }) => ownerAccount.accountName),
        of(t('product'), ({ product }) => <EntityLink hint={product.sku}>{product.name}</EntityLink>),
        of(t('seats'), ({ seatsOccupied, seats }) => (
          <UsageBar used={seatsOccupied} total={seats} label={t('seats')} />
        )),
        of(t('activated'), ({ activationDate }) =>
          activationDate === null ? t('notActivated') : <DateTime value={activationDate} />,
        ),
        of(t('expiration'), (of) => (
          <ExpiryTag expiry={licenseExpiry(of, now)} date={shownDate(of, of.expirationDate)} />
        )),
        of(t('maintenance'), (of) => (
          <ExpiryTag expiry={maintenanceExpiry(of, now)} date={shownDate(of, of.maintenanceExpirationDate)} />
        )),
        of(t('creationDate'), ({ creationDate, createdBy }) => (
          <>
            <DateTime value={creationDate} />
            {createdBy !== null && ` · ${createdBy}`}
          </>
        )),
        ...(license?.licenseExport
          ? [
              of(t('export.to'), ({ licenseExport: to }) => (
                <Stack gap="none">
                  <EntityLink
                    href={to && `/environments/${to.onPremiseEnvironmentId}`}
                    hint={to?.customerEnvironmentId ?? null}
                  >
                    {to?.customerName ?? null}
                  </EntityLink>
                  {to && <DateTime value={to.exportDate} dateOnly />}
                </Stack>
              )),
            ]
          : []),
        of(t('orderReference'), ({ derivedOrderId, derivedOrderCode }) => (
          <EntityLink href={derivedOrderId && `/sell-in/${derivedOrderId}`} mono>
            {derivedOrderCode}
          </EntityLink>
        )),
      ]}
    />
  )
}

function Note({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  const { t: say } = useTranslation('errors')
  const [editing, setEditing] = useState(false)
  const blocked = license.blocked.update === null ? null : say(license.blocked.update as 'RQ403')
  return (
    <Panel
      title={t('note')}
      actions={
        <ActionButton variant="default" size="compact-sm" blocked={blocked} onClick={() => setEditing(true)}>
          {t('editNote')}
        </ActionButton>
      }
    >
      <Text as="p" className={styles.note ?? ''}>
        {license.licenseNote || t('noNote')}
      </Text>
      <NoteDialog license={license} opened={editing} onClose={() => setEditing(false)} />
    </Panel>
  )
}
