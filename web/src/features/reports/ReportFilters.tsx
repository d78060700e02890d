import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../app/AccountSelect.tsx'
import { useMe } from '../../app/me.ts'
import { DateRange } from '../../ui/DateRange.tsx'
import { Columns, Row, Stack } from '../../ui/layout.tsx'
import { type ListState, withRange } from '../../ui/list.ts'

interface ReportFiltersProps {
  list: { state: ListState; change(patch: Partial<ListState>): void }
}

/** Which licenses the report has: of an account, with or without those below it, and by three dates. */
export function ReportFilters({ list: { state, change } }: ReportFiltersProps) {
  const { t } = useTranslation(['reports', 'common', 'ui'])
  const { account } = useMe()
  const dates = [
    { field: 'activationDate', label: t('reports:activation') },
    { field: 'expirationDate', label: t('reports:expiration') },
    { field: 'maintenanceExpirationDate', label: t('reports:maintenance') },
  ]
  return (
    <Stack as="search" gap="md" boxed style={{ padding: '1rem 1.25rem' }} aria-label={t('ui:filters')}>
      <Row align="end" gap="lg">
        <div style={{ flex: '0 1 22rem', minWidth: 0 }}>
          <AccountSelect
            label={t('reports:parentAccount')}
            required
            value={state.account ?? account.accountId}
            onChange={(id) => change({ account: id === account.accountId || id === null ? undefined : id, page: 1 })}
          />
        </div>
        <Switch
          py={8}
          label={t('common:scope.withBelow')}
          checked={state.onlyMine !== true}
          onChange={() => change({ onlyMine: state.onlyMine !== true, page: 1 })}
        />
      </Row>
      <Columns gap="lg" min="24rem">
        {dates.map(({ field, label }) => (
          <DateRange
            key={field}
            stacked
            label={label}
            {...state.ranges?.[field]}
            onChange={(patch) => change(withRange(state, field, patch))}
          />
        ))}
      </Columns>
    </Stack>
  )
}
