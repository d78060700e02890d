import { leaseDays } from '@trellis/contract/durations'
import type { License, LicenseSeat } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { businessNow } from '../../ui/now.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TableTitle } from '../../ui/TableTitle.tsx'
import { inOneLine, seatsAre } from './entitlements.ts'
import { SeatMenu } from './SeatActions.tsx'

/** The columns of the seats. The step of the trial is one for trial products only: no other device says one. */
function useSeatColumns(license: License | undefined): Column<LicenseSeat>[] {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const stepOf = ({ currentTrialStep }: LicenseSeat) =>
    currentTrialStep === null ? '' : formatNumber(currentTrialStep, language)
  const trialStep: Column<LicenseSeat> = {
    id: 'trialStep',
    header: t('trialStep'),
    cell: (seat) => stepOf(seat) || <NoValue />,
    align: 'right',
    text: stepOf,
  }
  return [
    {
      id: 'device',
      header: t('device'),
      cell: (seat) => <EntityLink hint={seat.deviceDescription}>{seat.deviceName ?? seat.deviceUuid}</EntityLink>,
      text: (seat) => seat.deviceName ?? seat.deviceUuid,
    },
    {
      id: 'state',
      header: t('state'),
      cell: (seat) => <SeatState seat={seat} />,
      card: 'corner',
      text: (seat) => t(`seatStates.${stateOf(seat)}`),
    },
    {
      id: 'os',
      header: t('os'),
      cell: (seat) => [seat.osName, seat.osVersion].filter(Boolean).join(' '),
      text: (seat) => [seat.osName, seat.osVersion].filter(Boolean).join(' '),
    },
    {
      id: 'installed',
      header: t('installed'),
      cell: (seat) => [seat.installedProduct, seat.installedVersion].filter(Boolean).join(' '),
      text: (seat) => [seat.installedProduct, seat.installedVersion].filter(Boolean).join(' '),
    },
    ...(license?.product.isLicenseTrial ? [trialStep] : []),
    {
      id: 'since',
      header: t('since'),
      cell: (seat) => <DateTime value={seat.creationDate} />,
      text: (seat) => seat.creationDate,
    },
    {
      id: 'lastSeen',
      header: t('lastSeen'),
      cell: (seat) => license && <LastSeen license={license} seat={seat} />,
      text: (seat) => seat.lastSeenDate,
    },
    {
      id: 'uuid',
      header: t('deviceUuid'),
      cell: (seat) => <EntityLink mono>{seat.deviceUuid}</EntityLink>,
      hidden: true,
      text: (seat) => seat.deviceUuid,
    },
    {
      id: 'actions',
      header: '',
      cell: (seat) => license && <SeatMenu license={license} seat={seat} />,
      align: 'right',
      hideable: false,
      card: 'corner',
    },
  ]
}

/** The last contact of a device, and for how long it has been silent, if it may no longer run offline. */
function LastSeen({ license, seat }: { license: License; seat: LicenseSeat }) {
  const { t } = useTranslation('productForm')
  const now = businessNow()
  const count = Math.floor((now - Date.parse(seat.lastSeenDate)) / 86_400_000)
  const isSilent = !seat.revoked && !seat.suspended && count >= leaseDays
  // A key that serves no device gives no seat to another one.
  const mayBeTaken = seat.mayBeTakenOver && seatsAre(license, now) === 'waiting'
  return (
    <Stack gap="none">
      <DateTime value={seat.lastSeenDate} />
      {isSilent && (
        <Text kind="small">{t(mayBeTaken ? 'livingSeats.mayBeTaken' : 'livingSeats.silent', { count })}</Text>
      )}
    </Stack>
  )
}

/** The devices that have a seat; cleared or released seats are shown only for trial products (rules K12). */
export function Seats({ serialKey, license }: { serialKey: string; license: License | undefined }) {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const state = license === undefined ? 'waiting' : seatsAre(license, businessNow())
  const granted = license && inOneLine(license, (value) => formatNumber(value, language))
  // One line in every state, so that nothing moves when the key has loaded.
  const each = granted ? t('entitlements.eachSeat', { features: granted }) : ''
  const about = state === 'exported' ? `${t('seatsExported')} ${each}` : each || t('seatsDescription')
  return (
    <DataTable
      list={wholeList(license?.licenseSeats)}
      columns={useSeatColumns(license)}
      rowKey={(seat) => seat.licenseSeatId}
      label={t('seatsTitle')}
      heading={<TableTitle description={about}>{t('seatsTitle')}</TableTitle>}
      paging={false}
      exportAs={`seats-${serialKey}`}
      empty={<Empty title={t('noSeats')}>{t(`noSeatsText.${state}`)}</Empty>}
    />
  )
}

function stateOf(seat: LicenseSeat): 'active' | 'suspended' | 'revoked' {
  if (seat.revoked) return 'revoked'
  return seat.suspended ? 'suspended' : 'active'
}

function SeatState({ seat }: { seat: LicenseSeat }) {
  const { t } = useTranslation('licenses')
  const state = stateOf(seat)
  return (
    <StatusTag tone={state === 'active' ? 'success' : state === 'suspended' ? 'warning' : 'neutral'}>
      {t(`seatStates.${state}`)}
    </StatusTag>
  )
}
