import type { Deal } from '@trellis/contract/deal-answers'
import type { DecisionKind } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { later } from '../../ui/later.tsx'
import { useWhyNot } from './useWhyNot.ts'

const DecideManyDialog = later(() => import('./DecideManyDialog.tsx'))

export const manyDecisions = ['protect', 'refuse', 'approveBid', 'denyBid', 'extend', 'refuseExtension'] as const
export type ManyDecision = (typeof manyDecisions)[number]

const decides = {
  protect: { kind: 'protection', action: 'protect', key: 'a' },
  refuse: { kind: 'protection', action: 'protect', key: 'r' },
  approveBid: { kind: 'ebid', action: 'decideEbid', key: 'a' },
  denyBid: { kind: 'ebid', action: 'decideEbid', key: 'r' },
  extend: { kind: 'extension', action: 'extend', key: 'a' },
  refuseExtension: { kind: 'extension', action: 'extend', key: 'r' },
} as const satisfies Record<ManyDecision, { kind: DecisionKind; action: keyof Deal['blocked']; key: string }>

/** Limited, because each deal needs its own search for possible duplicates. */
const maximumDecided = 50

const waitsFor = ({ waiting }: Deal, kind: DecisionKind) => waiting.some((each) => each.kind === kind)

/** Selection of deals, with their pending decisions. Earlier decisions are changed on a deal's own page. */
export function useDealBulk(rows: readonly Deal[]) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  return useBulk<Deal>({
    rows,
    rowKey: ({ dealId }) => dealId,
    rowLabel: ({ code }) => code,
    acts: manyDecisions.map((decision): BulkAct<Deal> => {
      const { kind, action, key } = decides[decision]
      const why = (deal: Deal) => whyNot(deal, action) ?? (waitsFor(deal, kind) ? null : t('blocked.nothingAsked'))
      return {
        id: decision,
        label: t(`bulk.${decision}.open`),
        shortcut: { key, label: t(`bulk.keys.${key}`) },
        maximum: maximumDecided,
        isOffered: (chosen) => chosen.some((deal) => waitsFor(deal, kind) && deal.blocked[action] === null),
        open: (chosen, close) => (
          <DecideManyDialog decision={decision} deals={chosen} whyNot={why} onMissing={() => close()} onClose={close} />
        ),
      }
    }),
  })
}
