import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type License, licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useRemembered } from '../../app/useRemembered.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Columns, Text } from '../../ui/layout.tsx'
import { Page, Sections } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Entitled } from './Entitled.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { Grants } from './Grants.tsx'
import { LicenseFacts, LicenseHero } from './LicenseFacts.tsx'
import { LicenseHistory } from './LicenseHistory.tsx'
import styles from './licenses.module.css'
import { NoteDialog } from './NoteDialog.tsx'
import { Seats } from './Seats.tsx'

const Route = getRouteApi('/_frame/licenses/$serialKey')

export function LicensePage() {
  const { t } = useTranslation('licenses')
  const { serialKey } = Route.useParams()
  const { data: license, error, refetch } = useQuery(queryOf(licenses.read, { params: { serialKey } }))
  useRemembered(license === undefined ? null : { kind: 'license', recordId: license.licenseId })
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
    >
      <LicenseHero serialKey={serialKey} license={license} />
      <Columns rail="19rem">
        <Sections inOrder>
          <Seats serialKey={serialKey} license={license} />
          <Grants license={license} />
          <HistoryBlock entity="license" entityId={license?.licenseId} />
        </Sections>
        <Sections inOrder>
          <LicenseFacts license={license} />
          {license && <Entitled license={license} />}
          {license && <Note license={license} />}
          <LicenseHistory serialKey={serialKey} />
        </Sections>
      </Columns>
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
      <StatusTag tone={license.product.isLicenseTrial ? 'warning' : 'neutral'}>
        {license.product.isLicenseTrial ? t('trial') : t('full')}
      </StatusTag>
      {license.licenseHasBeenExported && <StatusTag tone="neutral">{t('exported')}</StatusTag>}
      {license.licenseExport?.isStale && <StatusTag tone="warning">{t('export.stale')}</StatusTag>}
    </>
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
