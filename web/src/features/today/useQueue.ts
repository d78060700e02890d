import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TodayItem } from '@trellis/contract/today'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePalette } from '../../app/frame/usePalette.tsx'
import { undoHeld } from '../../app/held.ts'
import { useMe } from '../../app/me.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { useDecisionStates } from '../../app/useHeldWrite.ts'
import { type DecisionRows, useDecisionRows } from '../../ui/useDecisionRows.ts'
import { usePreviews } from './details.ts'
import { showFigures } from './figures.ts'
import { type Desk, decisionOf, hrefOf, isOfStock, isRefusal, purchaseOf } from './today.ts'

export interface QueueState extends DecisionRows<TodayItem> {
  /** Record ids of the rows that are decided together. */
  chosen: ReadonlySet<string>
  choose: (item: TodayItem) => void
  /** The rows that are decided together, in their order. */
  together: readonly TodayItem[]
  clear: () => void
  isDecided: (item: TodayItem) => boolean
  open: (item: TodayItem) => void
}

const keyOf = ({ recordId }: TodayItem) => recordId

interface QueueMeans {
  items: readonly TodayItem[]
  desk: Desk
  /** The record opens below its row, so none is open at first. */
  isNarrow: boolean
}

/** The selected row, the keys that decide on it, and the rows that are chosen to be decided together. */
export function useQueue({ items, desk, isNarrow }: QueueMeans): QueueState {
  const { t } = useTranslation('today')
  const navigate = useNavigate()
  const palette = usePalette()
  const client = useQueryClient()
  const own = useMe().account.accountId
  const states = useDecisionStates()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stateOf = (item: TodayItem) => states.get(decisionOf(item))
  const choose = ({ recordId }: TodayItem) => {
    const next = new Set(chosen)
    if (!next.delete(recordId)) next.add(recordId)
    setChosen(next)
  }
  const open = (item: TodayItem) => void navigate(targetOf(hrefOf(item, own)))
  const together = items.filter(({ recordId }) => chosen.has(recordId))

  const run = (item: TodayItem, key: string): boolean => {
    if (desk.busy || item.blocked.decide !== null || stateOf(item) !== undefined) return false
    if (key === 'a' && together.length > 0) {
      const [first] = desk.togetherOn(together)
      first?.run()
      return first !== undefined
    }
    if (key === 'a' && isOfStock(item)) {
      void navigate(targetOf(purchaseOf(item)))
      return true
    }
    const acts = desk.actsOn(item)
    const act = key === 'a' ? acts[0] : acts.find(isRefusal)
    act?.run()
    return act !== undefined
  }
  const rows = useDecisionRows(items, {
    keyOf,
    stateOf,
    open,
    fromFirst: !isNarrow,
    hints: [
      { keys: ['J', 'K', '↓', '↑'], does: t('keys.move') },
      { keys: ['A'], does: t('keys.approve') },
      { keys: ['R'], does: t('keys.refuse') },
      { keys: ['X'], does: t('keys.choose') },
      { keys: ['U'], does: t('keys.undo') },
      { keys: ['Enter'], does: t('keys.open') },
      { keys: ['F'], does: t('keys.figures') },
      { keys: ['/'], does: t('keys.find') },
    ],
    decide: (item, key) => {
      if (key === 'a' || key === 'r') return run(item, key)
      if (key === 'x') choose(item)
      else if (key === 'u') undoHeld()
      else if (key === 'f') showFigures()
      else if (key === '/') palette.open()
      else if (key === 'escape' && chosen.size > 0) setChosen(new Set())
      else return false
      return true
    },
  })
  // The record that comes next is read while this one is looked at.
  const { selected } = rows
  const preview = usePreviews()
  const next = items[items.findIndex((item) => item.recordId === selected?.recordId) + 1]
  const nextId = selected === undefined ? undefined : next?.recordId
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record, not for each answer with it
  useEffect(() => {
    if (next === undefined || nextId === undefined) return
    for (const options of preview(next)) void client.prefetchQuery(options)
  }, [nextId])
  return {
    ...rows,
    chosen,
    choose,
    together,
    clear: () => setChosen(new Set()),
    open,
    isDecided: (item) => stateOf(item) !== undefined,
  }
}
