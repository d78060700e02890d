import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../app/AccountSelect.tsx'
import { useMe } from '../../app/me.ts'
import { useNetwork } from '../../app/network.ts'
import type { LinkedFilter, ListState } from '../../ui/list.ts'
import { flatten } from '../../ui/tree.ts'

interface ReportAccountProps {
  list: { state: ListState; change(patch: Partial<ListState>): void }
}

/** Of which account the report has the licenses. */
export function ReportAccount({ list: { state, change } }: ReportAccountProps) {
  const { t } = useTranslation('reports')
  const { account } = useMe()
  return (
    <AccountSelect
      label={t('parentAccount')}
      required
      value={state.account ?? account.accountId}
      onChange={(id) => change({ account: id === account.accountId || id === null ? undefined : id, page: 1 })}
    />
  )
}

/** The dates by which a report is narrowed, each a range. */
export function useReportRanges(): { field: string; label: string }[] {
  const { t } = useTranslation('reports')
  return [
    { field: 'activationDate', label: t('activation') },
    { field: 'expirationDate', label: t('expiration') },
    { field: 'maintenanceExpirationDate', label: t('maintenance') },
  ]
}

/** The account as a chip, where it is not the reader's own. */
export function useReportChips({ state }: ReportAccountProps['list']): LinkedFilter[] {
  const { roots } = useNetwork()
  if (state.account === undefined) return []
  const chosen = flatten(roots).find(({ node }) => node.id === state.account)
  return [{ words: chosen?.node.name ?? '…', without: { account: undefined, page: 1 } }]
}
