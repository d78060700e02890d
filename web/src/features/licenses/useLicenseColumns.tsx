import { carriedOfLicenses, type LicenseRow } from '@trellis/contract/lean-rows'
import { licenseList } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { SerialKey } from '../../app/SerialKey.tsx'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ExpiryCell } from './ExpiryTag.tsx'
import { licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'

const field = fieldsOf(licenseList, carriedOfLicenses)

const typeOf = ({ product }: LicenseRow) => (product.isLicenseTrial ? 'trial' : 'full')

/** `withType`: shows the column of trial or full by default. */
export function useLicenseColumns({ withType }: { withType: boolean }): Column<LicenseRow>[] {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const now = Date.now()
  const accountHref = useAccountHref()
  const productHref = useProductHref()
  const yesOrNo = { true: t('yes'), false: t('no') }
  return [
    field('serialKey', t('serialKey'), { cell: ({ serialKey }) => <SerialKey>{serialKey}</SerialKey> }),
    field('productName', t('product'), {
      card: 'line',
      cell: ({ product }) => (
        <EntityLink href={productHref(product.productId)} hint={product.sku}>
          {product.name}
        </EntityLink>
      ),
    }),
    field('ownerAccountName', t('owner'), {
      card: 'line',
      href: ({ ownerAccount }) => accountHref(ownerAccount.accountId),
    }),
    field('seats', t('seats'), {
      align: 'right',
      cell: ({ seatsOccupied, seats }) => (
        <Text kind="number">
          {formatNumber(seatsOccupied, language)}/{formatNumber(seats, language)}
        </Text>
      ),
      file: [
        { path: 'seats', kind: 'number' },
        { path: 'seatsOccupied', kind: 'number', label: t('seatsOccupied') },
      ],
    }),
    field('activationDate', t('activated'), {
      kind: 'date',
      filteredBy: 'activated',
      choices: yesOrNo,
      cell: (license) => <Activated license={license} />,
      card: 'corner',
    }),
    field('expirationDate', t('expiration'), {
      kind: 'day',
      card: 'end',
      cell: (license) => (
        <ExpiryCell expiry={licenseExpiry(license, now)} date={shownDate(license, license.expirationDate)} />
      ),
    }),
    field('maintenanceExpirationDate', t('maintenanceHeader'), {
      kind: 'day',
      cell: (license) => (
        <ExpiryCell
          expiry={maintenanceExpiry(license, now)}
          date={shownDate(license, license.maintenanceExpirationDate)}
        />
      ),
    }),
    field('creationDate', t('creationDate'), { kind: 'date' }),
    field('type', t('type'), {
      choices: { trial: t('trial'), full: t('full') },
      cell: (license) => t(typeOf(license)),
      text: (license) => t(typeOf(license)),
      file: [{ path: 'product.isLicenseTrial', words: { true: t('trial'), false: t('full') } }],
      hidden: !withType,
    }),
    field('sku', t('sku'), { kind: 'code', hidden: true }),
    field('exported', t('exportedHeader'), { words: yesOrNo, hidden: true }),
    field('licenseNote', t('note'), { cell: ({ licenseNote }) => <ShortNote note={licenseNote} />, width: '8rem' }),
  ]
}

/** The day of activation, with a note that the license was exported beside it. */
function Activated({ license }: { license: LicenseRow }) {
  const { t } = useTranslation('licenses')
  return (
    <Row as="span" gap="sm" nowrap>
      {license.activationDate === null ? (
        <StatusTag tone="neutral">{t('notActivated')}</StatusTag>
      ) : (
        <StatusTag tone="success">
          <DateTime value={license.activationDate} dateOnly />
        </StatusTag>
      )}
      {license.licenseHasBeenExported && <StatusTag tone="neutral">{t('exported')}</StatusTag>}
    </Row>
  )
}
