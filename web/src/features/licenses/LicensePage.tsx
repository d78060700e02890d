import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type License, licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { useProductHref } from '../../app/productHref.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useRemembered } from '../../app/useRemembered.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Folds } from '../../ui/Fold.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Entitled } from './Entitled.tsx'
import { Grants } from './Grants.tsx'
import { LicenseBar } from './LicenseBar.tsx'
import { LicenseFacts } from './LicenseFacts.tsx'
import { LicenseFigures } from './LicenseFigures.tsx'
import { LicenseHistory } from './LicenseHistory.tsx'
import styles from './licenses.module.css'
import { NoteDialog } from './NoteDialog.tsx'
import { SeatRules } from './SeatRules.tsx'
import { Seats } from './Seats.tsx'

const KeyAsk = later(() => import('./KeyAsk.tsx'))
const KeyLink = later(() => import('./KeyLink.tsx'))

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
    <RecordPage
      title={license?.serialKey ?? serialKey}
      loading={license === undefined}
      documentTitle={serialKey}
      back={back}
      copyTitle={{ label: t('copyKey'), copied: t('licenseKeyCopied') }}
      badges={license && <Badges license={license} />}
      description={license ? <Product license={license} /> : null}
      bar={license && <LicenseBar license={license} />}
      inOrder
    >
      <LicenseFigures license={license} />
      {license?.ask && <KeyAsk license={license} />}
      <RecordColumns
        rail={
          <>
            <LicenseFacts license={license} />
            {license && <Entitled license={license} />}
            {license && <SeatRules license={license} />}
            {license && <Note license={license} />}
            {license && <KeyLink license={license} waiting={<Lines count={3} />} />}
          </>
        }
      >
        <Seats serialKey={serialKey} license={license} />
        {license && (license.licenseDetails?.length ?? 0) > 1 && <Grants license={license} />}
        <Folds>
          <LicenseHistory serialKey={serialKey} />
          <HistoryBlock entity="license" entityId={license?.licenseId} />
        </Folds>
      </RecordColumns>
    </RecordPage>
  )
}

/** The product of the key, which is named nowhere else on the page. */
function Product({ license: { product } }: { license: License }) {
  const hrefOf = useProductHref()
  return (
    <Row as="span" align="baseline">
      <EntityLink href={hrefOf(product.productId)}>{product.name}</EntityLink>
      <Text kind="small">{product.sku}</Text>
    </Row>
  )
}

function Badges({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  return (
    <>
      {license.product.isLicenseTrial && <StatusTag tone="warning">{t('trial')}</StatusTag>}
      {license.licenseHasBeenExported && <StatusTag tone="info">{t('exported')}</StatusTag>}
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
