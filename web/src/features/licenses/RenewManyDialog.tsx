import type { BulkDialogProps } from './bulkActions.ts'
import RenewDialog from './renewals/RenewDialog.tsx'

/** Keys without an end are listed with the reason why they are not renewed. */
export default function RenewManyDialog({ licenses, onClose }: BulkDialogProps) {
  const keys = licenses.map(({ serialKey, expirationDate, maintenanceExpirationDate }) => ({
    serialKey,
    dueDate: expirationDate ?? maintenanceExpirationDate,
  }))
  return <RenewDialog keys={keys} onClose={onClose} />
}
