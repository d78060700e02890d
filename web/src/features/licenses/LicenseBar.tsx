import { useQuery } from '@tanstack/react-query'
import type { License } from '@trellis/contract/licenses'
import { renewals } from '@trellis/contract/renewals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { formatMoney } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { type RecordAction, RecordBar } from '../../ui/RecordBar.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { useAllSeatsActions } from './SeatActions.tsx'

const RenewDialog = later(() => import('./renewals/RenewDialog.tsx'))

/** What can be done with a key: renew it, export it, and free its seats. */
export function LicenseBar({ license }: { license: License }) {
  const { t } = useTranslation(['licenses', 'errors'])
  const [open, setOpen] = useState<'renew' | 'export' | null>(null)
  const close = () => setOpen(null)
  const renewing = useRenewing(license, () => setOpen('renew'))
  const seats = useAllSeatsActions(license)
  const code = license.blocked.export
  const exporting: RecordAction = {
    id: 'export',
    label: t(license.licenseExport === null ? 'licenses:export.action' : 'licenses:export.again'),
    onClick: () => setOpen('export'),
    blocked: code && (code === 'LC522' ? t('licenses:export.blocked') : t(`errors:${code as 'RQ403'}`)),
    place: 'beside',
  }
  if (renewing === undefined) return null
  return (
    <>
      <RecordBar actions={[...renewing.actions, exporting, ...seats]} />
      <ExportDialog licenses={[license]} opened={open === 'export'} onClose={close} />
      {open === 'renew' && (
        <RenewDialog
          keys={[{ serialKey: license.serialKey, dueDate: renewing.dueDate }]}
          onClose={close}
          onMissing={close}
        />
      )}
    </>
  )
}

/**
 * Renews the key here for who may, at the price that its owner pays; others are led to it in the renewal centre. A key without an
 * end, a trial or an upgrade right is never renewed. Undefined while that is being found out.
 */
function useRenewing(
  license: License,
  open: () => void,
): { actions: RecordAction[]; dueDate: string | null } | undefined {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  const { serialKey, product, ownerAccount, expirationDate, maintenanceExpirationDate } = license
  const isDue = !product.isLicenseTrial && (expirationDate ?? maintenanceExpirationDate) !== null
  const { data, isPending } = useQuery({
    ...queryOf(renewals.search, {
      body: {
        limit: 1,
        filterBy: [{ field: 'serialKey', values: [serialKey] }],
        parentAccountId: ownerAccount.accountId,
        includeChildren: false,
      },
    }),
    enabled: isDue,
  })
  if (!isDue) return { actions: [], dueDate: null }
  if (isPending) return undefined
  const key = data?.items.find((item) => item.serialKey === serialKey)
  if (key?.renewal == null || key.blocked.renew !== null || key.order !== null) {
    const href = `/renewals?window=&serialKey=${encodeURIComponent(serialKey)}`
    return { actions: [{ id: 'renewals', label: t('renew'), href, place: 'beside' }], dueDate: null }
  }
  const { value, currencyCode, dueDate } = key
  const label =
    value === null ? t('renew') : t('renewFor', { amount: formatMoney(value, currencyCode ?? '', language) })
  return { actions: [{ id: 'renew', label, onClick: open, place: 'primary' }], dueDate }
}
