import type { LicenseRow } from '@trellis/contract/lean-rows'
import { maximumExported } from '@trellis/contract/license-changes'
import { maximumRenewals } from '@trellis/contract/renewals'
import type { ComponentType } from 'react'
import { later } from '../../ui/later.tsx'

export type Chosen = readonly [LicenseRow, ...LicenseRow[]]

export interface BulkDialogProps {
  licenses: Chosen
  onClose: () => void
}

/** An action on the selected licenses. It opens a dialog, which shows a result for each key. */
interface BulkAction {
  id: 'export' | 'note' | 'renew'
  /** Its keyboard shortcut. */
  key: string
  /** The key, below `bulk.blocked`, of the reason why it cannot be done with these licenses. */
  whyNot(licenses: Chosen): 'owners' | 'tooMany' | 'mayNot' | null
  Dialog: ComponentType<BulkDialogProps>
}

const isOfOneOwner = ([first, ...others]: Chosen) =>
  others.every(({ ownerAccount }) => ownerAccount.accountId === first.ownerAccount.accountId)

/** The actions in their order in the bar of the selection. The report of the selection is beside them. */
export const bulkActions: readonly BulkAction[] = [
  {
    id: 'export',
    key: 'o',
    whyNot: (licenses) => {
      if (!isOfOneOwner(licenses)) return 'owners'
      if (licenses.some(({ blocked }) => blocked.export !== null && blocked.export !== 'LC522')) return 'mayNot'
      return licenses.length > maximumExported ? 'tooMany' : null
    },
    Dialog: later(() => import('./ExportManyDialog.tsx')),
  },
  {
    id: 'note',
    key: 't',
    whyNot: (licenses) => (licenses.some(({ blocked }) => blocked.update !== null) ? 'mayNot' : null),
    Dialog: later(() => import('./NoteManyDialog.tsx')),
  },
  {
    id: 'renew',
    key: 'a',
    whyNot: (licenses) => {
      if (licenses.some(({ blocked }) => blocked.renew !== null)) return 'mayNot'
      return licenses.length > maximumRenewals ? 'tooMany' : null
    },
    Dialog: later(() => import('./RenewManyDialog.tsx')),
  },
]
