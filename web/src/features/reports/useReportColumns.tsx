import { type LicenseReportRow, licenseReportList } from '@trellis/contract/reports'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useProductHrefOfSku } from '../../app/productHref.ts'
import { SerialKey } from '../../app/SerialKey.tsx'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'

const field = fieldsOf(licenseReportList)

export function useReportColumns(): Column<LicenseReportRow>[] {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const hrefOf = useProductHrefOfSku()
  const mayOpenAccounts = useCan('Accounts', 'r')
  // Narrower, the rows are cards.
  const isLaptop = useMediaQuery('(min-width: 48.01em) and (max-width: 84.99em)')
  const ends = (date: string | null, isPerpetual: boolean) =>
    isPerpetual ? t('perpetual') : <DateTime value={date?.slice(0, 10) ?? null} />
  return [
    field('serialKey', t('serialKey'), {
      cell: ({ serialKey }) => <SerialKey>{serialKey}</SerialKey>,
      width: '16.5rem',
    }),
    field('accountName', t('account'), {
      // With days of two digits in each date, and in Italian, the table would be wider than a laptop.
      width: 'clamp(6rem, 35vw - 22rem, 9.5rem)',
      // The link of a cut name ends with its column: it would lie under that of the product.
      cell: ({ accountId, accountName }) => (
        <EntityLink firm href={mayOpenAccounts ? `/accounts/${accountId}/licenses` : null}>
          {accountName}
        </EntityLink>
      ),
    }),
    field('productName', t('product'), {
      width: 'clamp(6.5rem, 55vw - 37.5rem, 12rem)',
      // Half of a code says nothing; whoever needs the SKU on a laptop shows its column.
      hint: ({ sku }) => (isLaptop ? null : sku),
      firm: true,
      href: ({ sku }) => hrefOf(sku),
    }),
    field('sku', t('sku'), { kind: 'code', hidden: true, card: 'none' }),
    field('type', t('type'), { width: '5rem', words: { trial: t('trial'), full: t('full') } }),
    field('seatsTotal', t('seats'), {
      align: 'right',
      cell: ({ seatsTotal, seatsOccupied }) => (
        <Text kind="number">
          {formatNumber(seatsOccupied, language)}/{formatNumber(seatsTotal, language)}
        </Text>
      ),
    }),
    field('activationDate', t('activation'), { kind: 'date' }),
    field('expirationDate', t('expiration'), {
      cell: ({ expirationDate, licenseIsPerpetual }) => ends(expirationDate, licenseIsPerpetual),
    }),
    field('maintenanceExpirationDate', t('maintenance'), {
      cell: ({ maintenanceExpirationDate, maintenanceIsPerpetual }) =>
        ends(maintenanceExpirationDate, maintenanceIsPerpetual),
    }),
    field('creationDate', t('creation'), { kind: 'date' }),
    field('note', t('note'), { cell: ({ note }) => <ShortNote note={note} />, card: 'wide', width: '4rem' }),
  ]
}
