/** The search of the palette: screens by their name, and records on the server by typed text. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { type FindHit, type FoundRecord, fewestLetters, find } from '@trellis/contract/find'
import { hasPermission } from '@trellis/contract/permissions'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '../../ui/tree.ts'
import { useMe, useTenant } from '../me.ts'
import { othersToUse } from '../own-accounts/accounts.ts'
import { queryOf } from '../queries.ts'
import { recentRecords } from '../recent.ts'
import { actionsOf, groupOf, type HitAction, hrefOf, isOffered, type Places } from './hits.ts'
import { useOfferedEntries } from './MenuEntries.tsx'

export interface Finding {
  href: string
  label: string
  detail?: string | undefined
  actions: readonly HitAction[]
  /** The record of a hit; a screen has none. */
  record?: FoundRecord
  /** The account that the session then acts for, before the screen is opened. */
  accountId?: string
}

export interface FindingGroup {
  title: string
  findings: Finding[]
}

export { fewestLetters }

/** The screens that the reader may open, and the records that they may create. */
function useScreens(): Finding[] {
  const { t } = useTranslation(['common', 'palette'])
  const me = useMe()
  const { permissions, account } = me
  const entries = useOfferedEntries()
  const registers = account.level <= maximumDealLevel
  const shown = new Set(entries.map((entry) => entry.name))
  const starts = [
    { entry: 'sell-in', module: 'Orders', href: '/sell-in/create', label: t('palette:createSellIn') },
    { entry: 'sell-out', module: 'Orders', href: '/sell-out/create', label: t('palette:createSellOut') },
    { entry: 'deals', module: 'Deals', href: '/deals/create', label: t('palette:createDeal') },
    { entry: 'licenses', module: 'Licenses', href: '/licenses/create', label: t('palette:createLicense') },
  ] as const
  return [
    ...entries.flatMap(({ name, path }) => (path === undefined ? [] : [{ href: path, label: t(`menu.${name}`) }])),
    ...starts.flatMap(({ entry, module, href, label }) =>
      shown.has(entry) && hasPermission(permissions, module, 'c') && (entry !== 'deals' || registers)
        ? [{ href, label }]
        : [],
    ),
    ...othersToUse(me).map(({ accountId, accountName }) => ({
      href: '/dashboard',
      label: t('palette:actFor', { account: accountName }),
      accountId,
    })),
  ].map((screen) => ({ ...screen, actions: [] }))
}

function usePlaces(): Places {
  const { permissions } = useMe()
  const offered = new Set(useOfferedEntries().map(({ name }) => name))
  return { offers: (entry) => offered.has(entry), mayOrder: hasPermission(permissions, 'Orders', 'c') }
}

const findingOf = (hit: FindHit, places: Places): Finding => ({
  href: hrefOf(hit, places),
  label: hit.title,
  detail: [hit.code, hit.about].filter(Boolean).join(' · '),
  actions: actionsOf(hit, places),
  record: { kind: hit.kind, recordId: hit.recordId },
})

/**
 * All results for the typed text; without text, the recently opened records. `settled` is false while the search is running:
 * the results are then those of the previous text.
 */
export function useFindings(typed: string): { groups: FindingGroup[]; settled: boolean; failed: boolean } {
  const { t } = useTranslation(['common', 'palette'])
  const { userId } = useMe()
  const { tenantCode } = useTenant()
  const screens = useScreens()
  const places = usePlaces()
  const [recent, setRecent] = useState(() => recentRecords({ userId, tenantCode }))
  const text = typed.trim()
  const isEmpty = text === ''
  // The list must be read again: if the palette is reopened while it is closing, its component is not created again.
  useEffect(() => {
    if (isEmpty) setRecent(recentRecords({ userId, tenantCode }))
  }, [isEmpty, userId, tenantCode])
  const asks = text.length >= fewestLetters
  const found = useQuery({
    ...queryOf(find.search, { body: { text } }),
    enabled: asks,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const opened = useQuery({
    ...queryOf(find.records, { body: { records: recent } }),
    enabled: isEmpty && recent.length > 0,
    staleTime: 0,
  })
  if (isEmpty) {
    const findings = (opened.data?.items ?? [])
      .filter((hit) => isOffered(hit, places))
      .map((hit) => findingOf(hit, places))
    return {
      groups: findings.length > 0 ? [{ title: t('palette:recent'), findings }] : [],
      settled: !opened.isFetching || opened.data !== undefined,
      failed: false,
    }
  }
  const hits = asks ? (found.data?.items ?? []).filter((hit) => isOffered(hit, places)) : []
  const byTitle = new Map<string, Finding[]>()
  for (const hit of hits) {
    const title = t(`palette:groups.${groupOf(hit, places)}`)
    byTitle.set(title, [...(byTitle.get(title) ?? []), findingOf(hit, places)])
  }
  const records = [...byTitle].map(([title, findings]) => ({ title, findings }))
  const words = folded(text).split(/\s+/)
  const named = screens.filter(({ label }) => words.every((word) => folded(label).includes(word)))
  const ofScreens = named.length > 0 ? [{ title: t('palette:screens'), findings: named }] : []
  return {
    // Records come first only if their code equals the text; otherwise screens come first.
    groups: hits[0]?.match === 'whole' ? [...records, ...ofScreens] : [...ofScreens, ...records],
    settled: !asks || (!found.isFetching && !found.isPlaceholderData),
    failed: asks && found.isError,
  }
}
