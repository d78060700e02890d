import type { License, LicenseSeat } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { type Action, ActionMenu } from '../../ui/ActionMenu.tsx'
import type { RecordAction } from '../../ui/RecordBar.tsx'
import { useSeatActions } from './useSeatActions.ts'

function useWords() {
  const { t } = useTranslation(['licenses', 'errors'])
  return { t, why: (code: string | null) => code && t(`errors:${code as 'RQ403'}`) }
}

/** The actions on one seat. A suspended one cannot be cleared (rules K17). */
export function SeatMenu({ license, seat }: { license: License; seat: LicenseSeat }) {
  const { t, why } = useWords()
  const actions = useSeatActions(license)
  const blocked = why(license.blocked.seats)
  if (seat.revoked) return null
  const suspension: Action = seat.suspended
    ? { label: t('licenses:seatActions.resume'), onClick: () => void actions.resume(seat), blocked }
    : { label: t('licenses:seatActions.suspend'), onClick: () => void actions.suspend(seat), blocked }
  return (
    <ActionMenu
      label={t('licenses:seatActions.of', { device: seat.deviceName ?? seat.deviceUuid })}
      actions={[
        {
          label: t('licenses:seatActions.clear'),
          onClick: () => void actions.clear(seat),
          blocked: blocked ?? (seat.suspended ? why('LC521') : null),
        },
        suspension,
      ]}
    />
  )
}

/** The actions on all seats of a license, which end what devices do. */
export function useAllSeatsActions(license: License): RecordAction[] {
  const { t, why } = useWords()
  const actions = useSeatActions(license)
  const seats = license.licenseSeats ?? []
  const held = seats.filter(({ revoked }) => !revoked).length
  const none = t('licenses:noSeats')
  return [
    {
      id: 'clear-seats',
      label: t('licenses:seatActions.clearAll'),
      onClick: () => void actions.clearAll(held),
      blocked: why(license.blocked.seats) ?? (held === 0 ? none : null),
      place: 'menu',
    },
    {
      id: 'delete-seats',
      label: t('licenses:seatActions.deleteAll'),
      onClick: () => void actions.deleteAll(seats.length),
      blocked: why(license.blocked.deleteSeats) ?? (seats.length === 0 ? none : null),
      destructive: true,
      place: 'menu',
    },
  ]
}
