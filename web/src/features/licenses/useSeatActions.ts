import { type License, type LicenseSeat, licenses } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { type TextKey, useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

const outcome = { invalidates: ['/licenses'], failure: 'licenses:clearSeatError' satisfies TextKey } as const

/** What may be done with the seats of a license, each after a confirmation (rules K17). */
export function useSeatActions({ serialKey, licenseId }: Pick<License, 'serialKey' | 'licenseId'>) {
  const { t } = useTranslation('licenses')
  const confirm = useConfirm()
  const clear = useWrite(licenses.clearSeats, outcome)
  const change = useWrite(licenses.changeSeat, { ...outcome, success: 'licenses:updated' })
  const remove = useWrite(licenses.deleteSeats, { ...outcome, success: 'licenses:seatActions.deleted' })
  const nameOf = (seat: LicenseSeat) => seat.deviceName ?? seat.deviceUuid

  const sure = (action: 'clear' | 'clearAll' | 'deleteAll' | 'suspend', values: { device?: string; count?: number }) =>
    confirm({
      title: t(`seatActions.${action}Title`, { device: '', count: 0, ...values }),
      text: t(`seatActions.${action}Text`),
      confirm: t(`seatActions.${action}`),
      destructive: action === 'deleteAll',
    })
  const say = ({ cleared, suspended }: { cleared: string[]; suspended: string[] }) => {
    const kept = suspended.length > 0 ? ` ${t('seatActions.suspendedKept', { count: suspended.length })}` : ''
    toast.success(`${t('seatActions.cleared', { count: cleared.length })}${kept}`)
  }

  return {
    async clear(seat: LicenseSeat) {
      if (!(await sure('clear', { device: nameOf(seat) }))) return
      say(await clear.mutateAsync({ params: { serialKey }, body: { licenseSeatId: [seat.licenseSeatId] } }))
    },
    async clearAll(count: number) {
      if (!(await sure('clearAll', { count }))) return
      say(await clear.mutateAsync({ params: { serialKey }, body: {} }))
    },
    async suspend(seat: LicenseSeat) {
      if (!(await sure('suspend', { device: nameOf(seat) }))) return
      await change.mutateAsync({
        params: { serialKey, licenseSeatId: seat.licenseSeatId },
        body: { status: 'suspended' },
      })
    },
    async resume(seat: LicenseSeat) {
      await change.mutateAsync({ params: { serialKey, licenseSeatId: seat.licenseSeatId }, body: { status: 'active' } })
    },
    async deleteAll(count: number) {
      if (await sure('deleteAll', { count })) await remove.mutateAsync({ params: { licenseId } })
    },
  }
}
