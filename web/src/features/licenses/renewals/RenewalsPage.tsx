import { SegmentedControl } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { maximumRenewals, type RenewableKey, renewalWindows } from '@trellis/contract/renewals'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../app/me.ts'
import { useList } from '../../../app/useList.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { DataTable, type Selection } from '../../../ui/DataTable.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
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
const RenewalRate = lazy(() => import('./RenewalRate.tsx'))

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
  const { selection, dialog } = useRenewing()
  const window = windowOf(list.state.filters)
  const includeChildren = list.state.onlyMine !== true
  return (
    <Stack gap="xl">
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
        failed={t('renewals:fetchError')}
        selection={selection}
        toolbar={<FilterBar list={list} onlyMine={t('common:scope.onlyMine')} />}
        empty={
          <Empty title={t('renewals:empty')} icon={IconCalendarRepeat}>
            {t('renewals:emptyText')}
          </Empty>
        }
      />
      <Suspense fallback={<Block height={360} />}>
        <RenewalRate includeChildren={includeChildren} />
      </Suspense>
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

/** Rows are known by key and end: the renewal sends both, also for rows of other pages. */
const keyOf = ({ serialKey, dueDate }: RenewableKey) => `${serialKey} ${dueDate}`
const partsOf = (row: string) => {
  const [serialKey = '', dueDate = ''] = row.split(' ')
  return { serialKey, dueDate }
}

/** Selecting the keys that the reader may renew, with the button and the key that renew them. */
function useRenewing(): { selection: Selection<RenewableKey>; dialog: ReactNode } {
  const { t } = useTranslation('renewals')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [renewing, setRenewing] = useState<readonly string[] | null>(null)
  const renew = (row: string | null = null) => {
    const rows = selected.size === 0 && row !== null ? [row] : [...selected]
    if (rows.length === 0 || rows.length > maximumRenewals) return
    setSelected(new Set(rows))
    setRenewing(rows)
  }
  return {
    selection: {
      selected,
      onChange: setSelected,
      rowLabel: ({ serialKey }) => serialKey,
      isSelectable: ({ blocked, renewal }) => blocked.renew === null && renewal !== null,
      actionKeys: [{ key: 'r', label: t('renew.key'), run: renew }],
      actions: (
        <ActionButton
          size="xs"
          blocked={selected.size > maximumRenewals ? t('renew.tooMany', { count: maximumRenewals }) : null}
          onClick={() => renew()}
        >
          {t('renew.action')}
        </ActionButton>
      ),
    },
    dialog: renewing && (
      <RenewDialog
        keys={renewing.map(partsOf)}
        onMissing={() => setRenewing(null)}
        onClose={(isDone) => {
          setRenewing(null)
          if (isDone) setSelected(new Set())
        }}
      />
    ),
  }
}
