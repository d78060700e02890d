import { IconCalendarRepeat } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { maximumRenewals, type RenewableKey, renewalWindows } from '@trellis/contract/renewals'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulk } from '../../../app/bulk/useBulk.tsx'
import { useCan } from '../../../app/me.ts'
import { useList } from '../../../app/useList.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { later } from '../../../ui/later.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { type List, withFilter } from '../../../ui/list.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Block } from '../../../ui/Skeletons.tsx'
import { byAccount, sumsOf } from './groups.ts'
import { RenewalHero, useSumText } from './Hero.tsx'
import { renewalList, windowOf } from './lists.ts'
import { RenewFoot } from './RenewFoot.tsx'
import { useRenewalColumns } from './useRenewalColumns.tsx'
import { useWindowWords } from './windows.ts'

const Route = getRouteApi('/_frame/renewals')

const RenewDialog = later(() => import('./RenewDialog.tsx'))
// Lazy-loaded, because the chart code is larger than the rest of the screen.
const RenewalRate = later(() => import('./RenewalRate.tsx'))

/** What ends soon or has ended, what it is worth, and its renewal. */
export function RenewalsPage() {
  const { t } = useTranslation('renewals')
  return <Page title={t('title')}>{useCan('Licenses', 'r') ? <Renewals /> : <NoPermission />}</Page>
}

function Renewals() {
  const { t } = useTranslation(['renewals', 'common'])
  const found = useList(renewalList, Route)
  const rows = useMemo(() => byAccount(found.rows), [found.rows])
  const list = { ...found, rows }
  const { selection, dialog, chosen, run } = useRenewing(rows)
  const includeChildren = list.state.onlyMine !== true
  const sums = useSumText()
  return (
    <Stack gap="sm" inOrder>
      <RenewalHero includeChildren={includeChildren} />
      <DataTable
        list={list}
        columns={useRenewalColumns()}
        rowKey={keyOf}
        rowLink={({ serialKey }) => `/licenses/${serialKey}`}
        groups={{
          keyOf: ({ ownerAccount }) => ownerAccount.accountId,
          nameOf: ({ ownerAccount }) => ownerAccount.accountName,
          sumOf: (keys) => {
            const { seats, total } = sumsOf(keys)
            return [
              t('renewals:foot.keys', { count: keys.length }),
              t('renewals:foot.seats', { count: seats }),
              sums(total),
            ]
              .filter(Boolean)
              .join(' · ')
          },
        }}
        label={t('renewals:title')}
        exportAs="renewals"
        find={t('renewals:find')}
        failed={t('renewals:fetchError')}
        selection={selection}
        filters={{ onlyMine: t('common:scope.onlyMine') }}
        toolbar={<Windows list={list} />}
        footer={chosen.length > 0 && <RenewFoot chosen={chosen} onRenew={() => run('renew')} />}
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
  const window = windowOf(list.state.filters)
  return (
    <NativeSelect
      aria-label={t('window')}
      value={window ?? ''}
      onChange={(chosen) => list.change(withFilter(list.state, 'window', chosen === '' ? [] : [chosen]))}
    >
      <option value="">{t('anyEnd')}</option>
      {renewalWindows.map((value) => (
        <option key={value} value={value}>
          {value === 'expired' ? words.expired : t('ends', { window: words[value] })}
        </option>
      ))}
    </NativeSelect>
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
        shortcut: { key: 'a', label: t('renew.key') },
        isAtFoot: true,
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
