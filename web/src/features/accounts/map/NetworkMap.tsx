import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { networkMap } from '@trellis/contract/network-map'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { ScreenError } from '../../../app/ScreenError.tsx'
import type { ListRoute } from '../../../app/useList.ts'
import { dayIn } from '../../../ui/days.ts'
import { useLocale } from '../../../ui/locale.tsx'
import { businessNow } from '../../../ui/now.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Block } from '../../../ui/Skeletons.tsx'
import { MapEmpty } from './MapEmpty.tsx'
import { MapPicture } from './MapPicture.tsx'
import { MapFilterBar } from './MapTools.tsx'
import styles from './map.module.css'
import { type MapFilters, mapFiltersOf, mapSearchOf } from './period.ts'
import { treeOf } from './tree.ts'

const wireDay = (day: string | null) => day?.replaceAll('-', '/') ?? null

interface NetworkMapProps {
  accountId: string
  route: ListRoute
}

/** A map of the network below an account: sales of each account and branch, expired licenses, and empty branches. */
export default function NetworkMap({ accountId, route }: NetworkMapProps) {
  const { t } = useTranslation(['networkMap', 'accounts'])
  const { timeZone } = useLocale()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const goTo = useNavigate()
  const today = dayIn(timeZone, new Date(businessNow()))
  const filters = mapFiltersOf(search, today)
  const change = (patch: Partial<MapFilters>) =>
    void navigate({ search: mapSearchOf({ ...filters, ...patch }), replace: true, resetScroll: false })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOf(networkMap.read, {
      body: { parentAccountId: accountId, currentFrom: wireDay(filters.from), currentTo: wireDay(filters.to) },
    }),
    // When only the period changes, keep the old data while loading, so that expanded branches and the view stay.
    placeholderData: (before, query) =>
      isSameNetwork(query?.queryKey, accountId) ? keepPreviousData(before) : undefined,
  })
  const root = useMemo(() => (data === undefined ? null : treeOf(data.accounts)), [data])
  if (data === undefined || root === null) {
    return (
      <div className={styles.stack}>
        <MapFilterBar root={null} filters={filters} change={change} find={() => undefined} />
        {error === null ? (
          <Block height="68dvh" />
        ) : (
          <Panel>
            <ScreenError error={error} title={t('accounts:fetchAllError')} retry={() => void refetch()} />
          </Panel>
        )}
      </div>
    )
  }
  if (root.children.length === 0) return <MapEmpty root={root} />
  return (
    <div className={styles.stack} aria-busy={isPlaceholderData}>
      <MapPicture
        key={accountId}
        root={root}
        currencyCode={data.currencyCode}
        filters={filters}
        change={change}
        openAccount={(id) => void goTo({ href: `/accounts/${id}` })}
      />
      {data.truncated && (
        <p className={styles.note}>{t('truncated', { shown: data.accounts.length, count: data.count })}</p>
      )}
      {data.otherCurrencies.length > 0 && (
        <p className={styles.note}>{t('otherCurrencies', { currencies: data.otherCurrencies.join(', ') })}</p>
      )}
      {root.sellOut === null && <p className={styles.note}>{t('noFigures')}</p>}
      {root.expiredLicenses === null && <p className={styles.note}>{t('noLicenses')}</p>}
    </div>
  )
}

function isSameNetwork(key: readonly unknown[] | undefined, accountId: string): boolean {
  const asked = key?.[1] as { body?: { parentAccountId?: string } } | undefined
  return asked?.body?.parentAccountId === accountId
}
