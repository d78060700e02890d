import { carriedOfLicenses, type LicenseRow } from '@trellis/contract/lean-rows'
import { licenseList } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { SerialKey } from '../../app/SerialKey.tsx'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { businessNow } from '../../ui/now.ts'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { ExpiryCell } from './ExpiryTag.tsx'
import { licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'

const field = fieldsOf(licenseList, carriedOfLicenses)

const typeOf = ({ product }: LicenseRow) => (product.isLicenseTrial ? 'trial' : 'full')

/** `withType`: shows the column of trial or full by default. */
export function useLicenseColumns({ withType }: { withType: boolean }): Column<LicenseRow>[] {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const now = businessNow()
  const accountHref = useAccountHref()
  const productHref = useProductHref()
  const yesOrNo = { true: t('yes'), false: t('no') }
  // There the other columns need the room; whoever wants it shows it.
  const isLaptop = useMediaQuery('(max-width: 84.99em)')
  return [
    field('serialKey', t('serialKey'), {
      cell: ({ serialKey }) => <SerialKey>{serialKey}</SerialKey>,
      width: '16.5rem',
    }),
    field('productName', t('product'), {
      card: 'line',
      width: '12rem',
      hint: ({ product }) => product.sku,
      firm: true,
      href: ({ product }) => productHref(product.productId),
    }),
    field('ownerAccountName', t('owner'), {
      card: 'line',
      width: 'clamp(7rem, 20vw - 9rem, 9rem)',
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
      width: 'clamp(7rem, 35vw - 21rem, 10.5rem)',
      cell: (license) => <Ends license={license} now={now} />,
    }),
    field('creationDate', t('creationDate'), { kind: 'date' }),
    field('type', t('type'), {
      choices: { trial: t('trial'), full: t('full') },
      cell: (license) => t(typeOf(license)),
      text: (license) => t(typeOf(license)),
      file: [{ path: 'product.isLicenseTrial', words: { true: t('trial'), false: t('full') } }],
      hidden: !withType,
    }),
    field('maintenanceExpirationDate', t('maintenanceHeader'), {
      kind: 'day',
      hidden: true,
      cell: (license) => (
        <ExpiryCell
          expiry={maintenanceExpiry(license, now)}
          date={shownDate(license, license.maintenanceExpirationDate)}
        />
      ),
    }),
    field('sku', t('sku'), { kind: 'code', hidden: true }),
    field('exported', t('exportedHeader'), { words: yesOrNo, hidden: true }),
    field('licenseNote', t('note'), {
      cell: ({ licenseNote }) => <ShortNote note={licenseNote} />,
      width: '4rem',
      hidden: withType && isLaptop,
    }),
  ]
}

/** The day of activation, with a note that the license was exported beside it. */
function Activated({ license }: { license: LicenseRow }) {
  const { t } = useTranslation('licenses')
  return (
    <>
      {license.activationDate === null ? (
        <StatusTag tone="neutral">{t('notActivated')}</StatusTag>
      ) : (
        <StatusTag tone="success">
          <DateTime value={license.activationDate} dateOnly />
        </StatusTag>
      )}{' '}
      {license.licenseHasBeenExported && <StatusTag tone="neutral">{t('exported')}</StatusTag>}
    </>
  )
}

/**
 * When a key ends: one day where license and maintenance end together, both where they do not, and nothing before its first
 * start, which the column beside it says.
 */
function Ends({ license, now }: { license: LicenseRow; now: number }) {
  const { t } = useTranslation('licenses')
  const of = { license: licenseExpiry(license, now), maintenance: maintenanceExpiry(license, now) }
  const day = { license: license.expirationDate, maintenance: license.maintenanceExpirationDate }
  const isOne = of.license === of.maintenance && day.license?.slice(0, 10) === day.maintenance?.slice(0, 10)
  if (of.license === 'notActivated' && (isOne || of.maintenance === 'notActivated')) return <NoValue />
  return (
    <>
      <ExpiryCell expiry={of.license} date={shownDate(license, day.license)} />{' '}
      {!isOne && of.maintenance !== 'notActivated' && (
        <Text kind="small">
          {t('maintenanceUntil')} <ExpiryCell expiry={of.maintenance} date={shownDate(license, day.maintenance)} />
        </Text>
      )}
    </>
  )
}
