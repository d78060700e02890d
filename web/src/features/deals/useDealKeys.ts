import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { type KeyAction, useScreenKeys } from '../../ui/keys.ts'
import { hasBid } from './tags.tsx'
import type { Decisions } from './useDecisions.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'

/** Single keys of a deal's page: A approves and R refuses what waits first: the protection, then the price, then the extension. */
export function useDealKeys(deal: Deal, decisions: Decisions): void {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const may = (action: 'protect' | 'decideEbid' | 'extend') => isMine(deal, action) && whyNot(deal, action) === null
  const both = (approve: [string, () => void], refuse: [string, () => void]): KeyAction[] => [
    { key: 'a', label: approve[0], run: approve[1] },
    { key: 'r', label: refuse[0], run: refuse[1] },
  ]
  const keys = (): KeyAction[] => {
    if (decisions.busy) return []
    if (may('protect') && deal.protectionStatus === 'Pending')
      return [
        ...both(
          [t('decide.approve'), () => decisions.protect(deal)],
          [t('decide.Refused.open'), () => decisions.refuse(deal, 'Refused')],
        ),
        { key: 'd', label: t('decide.Duplicated.open'), run: () => decisions.refuse(deal, 'Duplicated') },
      ]
    if (may('decideEbid') && hasBid(deal) && deal.eBidStatus === 'Pending')
      return both(
        [t('decide.bid.open'), () => decisions.approveBid(deal, 'asAsked')],
        [t('decide.bidRefused.open'), () => decisions.refuseBid(deal)],
      )
    if (may('extend') && deal.waiting.some(({ kind }) => kind === 'extension'))
      return both(
        [t('queue.extend'), () => decisions.extend(deal, true)],
        [t('decide.extensionRefused.open'), () => decisions.extend(deal, false)],
      )
    return []
  }
  useScreenKeys(keys())
}
