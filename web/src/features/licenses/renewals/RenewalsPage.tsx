import { SegmentedControl } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { maximumRenewals, type RenewableKey, renewalWindows } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { useBulk } from '../../../app/bulk/useBulk.tsx'
import { useCan } from '../../../app/me.ts'
import { useList } from '../../../app/useList.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { later } from '../../../ui/later.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { type List, withFilter } from '../../../ui/list.ts'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Block } from '../../../ui/Skeletons.tsx'
import { ByAccount } from './ByAccount.tsx'
import { renewalList, windowOf } from './lists.ts'
import { useRenewalColumns } from './useRenewalColumns.tsx'
import { useWindowWords } from './windows.ts'

const Route = getRouteApi('/_frame/renewals')

const RenewDialog = later(() => import('./RenewDialog.tsx'))
// Lazy-loaded, because the chart code is larger than the rest of the screen.
const RenewalRate = later(() => import('./RenewalRate.tsx'))

/** What ends soon or has ended, what it is worth, and its renewal. */
export function RenewalsPage() {
  const { t } = useTranslation('renewals')
  return (
    <Page title={t('title')} description={t('description')}>
      {useCan('Licenses', 'r') ? <Renewals /> : <NoPermission />}
    </Page>
  )
}

function Renewals() {
  const { t } = useTranslation(['renewals', 'common'])
  const list = useList(renewalList, Route)
  const { selection, dialog } = useRenewing(list.rows)
  const window = windowOf(list.state.filters)
  const includeChildren = list.state.onlyMine !== true
  return (
    <Stack gap="xl" inOrder>
      <Windows list={list} />
      {window !== null && (
        <ByAccount
          window={window}
          includeChildren={includeChildren}
          onChoose={(name) => list.change(withFilter(list.state, 'ownerAccountName', [name]))}
        />
      )}
      <DataTable
        list={list}
        columns={useRenewalColumns()}
        rowKey={keyOf}
        rowLink={({ serialKey }) => `/licenses/${serialKey}`}
        label={t('renewals:title')}
        exportAs="renewals"
        find={t('renewals:find')}
        failed={t('renewals:fetchError')}
        selection={selection}
        filters={{ onlyMine: t('common:scope.onlyMine') }}
        empty={
          <Empty title={t('renewals:empty')} icon={IconCalendarRepeat}>
            {t('renewals:emptyText')}
          </Empty>
        }
      />
      <RenewalRate includeChildren={includeChildren} waiting={<Block height={360} />} />
      {dialog}
    </Stack>
  )
}

function Windows({ list }: { list: List<RenewableKey> }) {
  const { t } = useTranslation('renewals')
  const words = useWindowWords()
  return (
    <SegmentedControl
      aria-label={t('window')}
      style={{ alignSelf: 'start', maxWidth: '100%' }}
      value={windowOf(list.state.filters) ?? ''}
      onChange={(window) => list.change(withFilter(list.state, 'window', [window]))}
      data={renewalWindows.map((value) => ({ value, label: words[value] }))}
    />
  )
}

/** Rows are identified by key and end, because the renewal sends both. */
const keyOf = ({ serialKey, dueDate }: RenewableKey) => `${serialKey} ${dueDate}`

/** Selecting the keys that the reader may renew, and renewing them. */
function useRenewing(rows: readonly RenewableKey[]) {
  const { t } = useTranslation('renewals')
  return useBulk<RenewableKey>({
    rows,
    rowKey: keyOf,
    rowLabel: ({ serialKey }) => serialKey,
    isSelectable: ({ blocked, renewal }) => blocked.renew === null && renewal !== null,
    acts: [
      {
        id: 'renew',
        label: t('renew.action'),
        shortcut: { key: 'r', label: t('renew.key') },
        maximum: maximumRenewals,
        open: (chosen, close) => (
          <RenewDialog
            keys={chosen.map(({ serialKey, dueDate }) => ({ serialKey, dueDate }))}
            onMissing={() => close()}
            onClose={(isDone) => close(isDone ? chosen.map(keyOf) : [])}
          />
        ),
      },
    ],
  })
}
