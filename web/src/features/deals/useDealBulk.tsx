import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { later } from '../../ui/later.tsx'
import { decides, manyDecisions, maximumDecided, waitsFor } from './manyDecisions.ts'

const DecideManyDialog = later(() => import('./DecideManyDialog.tsx'))

/** Selection of deals, with their pending decisions. Earlier decisions are changed on a deal's own page. */
export function useDealBulk(rows: readonly Deal[]) {
  const { t } = useTranslation('deals')
  return useBulk<Deal>({
    rows,
    rowKey: ({ dealId }) => dealId,
    rowLabel: ({ code }) => code,
    acts: manyDecisions.map((decision): BulkAct<Deal> => {
      const { kind, action, key } = decides[decision]
      return {
        id: decision,
        label: t(`bulk.${decision}.open`),
        shortcut: { key, label: t(`bulk.keys.${key}`) },
        maximum: maximumDecided,
        isOffered: (chosen) => chosen.some((deal) => waitsFor(deal, kind) && deal.blocked[action] === null),
        open: (chosen, close) => (
          <DecideManyDialog decision={decision} deals={chosen} onMissing={() => close()} onClose={close} />
        ),
      }
    }),
  })
}
