import type { Deal, DealHistoryEntry } from '@trellis/contract/deal-answers'
import type { Standing } from '@trellis/contract/deal-standing'
import { isClosed } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decisions as Decided, Decision } from '../../ui/Decision.tsx'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import { useDealHistory } from './DealHistory.tsx'
import { RivalDecision } from './RivalDecision.tsx'
import { useStandingSentence } from './standingSentence.tsx'
import { hasBid } from './tags.tsx'
import { useProtectionDays } from './terms.ts'
import { type Decisions, decisionKey } from './useDecisions.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'
import { msrpOf } from './worth.ts'

const tones: Record<Standing['kind'], Tone> = {
  expired: 'error',
  won: 'success',
  lost: 'error',
  protected: 'success',
  protectedAlone: 'success',
  protectedBeside: 'info',
  refused: 'error',
  duplicated: 'error',
  rivalProtected: 'warning',
  earlierWaits: 'warning',
  first: 'info',
  decisionYours: 'warning',
  decisionWaits: 'info',
  canBuy: 'success',
  canBuyWhenWon: 'success',
  bidApproved: 'success',
  ownPriceLower: 'info',
  bidRefused: 'error',
  purchasePending: 'info',
}

/** The event of the history that has the reason of what was refused. */
const decidedBy: Partial<Record<Standing['kind'], DealHistoryEntry['event']>> = {
  refused: 'protection',
  duplicated: 'protection',
  bidRefused: 'ebid_decided',
}

const ofProtected: readonly Standing['kind'][] = ['protected', 'protectedAlone', 'protectedBeside']
const ofRivals: readonly Standing['kind'][] = ['rivalProtected', 'earlierWaits', 'first']

interface DealDecisionsProps {
  deal: Deal
  decisions: Decisions
}

/** What is to be decided, as sentences with their buttons: who was first, the price, the extension; then how it stands. */
export function DealDecisions({ deal, decisions }: DealDecisionsProps) {
  const { t } = useTranslation('deals')
  const facts = deal.standing ?? []
  const rivals = facts.find(({ kind }) => ofRivals.includes(kind))
  const asks = (decision: string) => facts.some((fact) => 'decision' in fact && fact.decision === decision)
  const decidesPrice = isMine(deal, 'decideEbid') && hasBid(deal) && deal.eBidStatus === 'Pending' && asks('ebid')
  const decidesTerm = isMine(deal, 'extend') && deal.waiting.some(({ kind }) => kind === 'extension')
  // The protection waits in the bar of the page, with its day among the figures. That of a closed deal has no end to tell.
  const isTold = (fact: Standing) =>
    fact === rivals ||
    (isClosed(deal.status) && ofProtected.includes(fact.kind)) ||
    ('decision' in fact &&
      ((fact.decision === 'protection' && fact.kind === 'decisionYours') ||
        (fact.decision === 'ebid' && decidesPrice) ||
        (fact.decision === 'extension' && decidesTerm)))
  const others = facts.filter((fact) => !isTold(fact))
  const { data: history, isPending } = useDealHistory(deal.dealId)
  const reasonOf = (fact: Standing) =>
    'decision' in fact ? fact.reason : history?.items.find(({ event }) => event === decidedBy[fact.kind])?.reason
  // What follows stays where it is when the reason arrives.
  if (isPending && others.some(({ kind }) => kind in decidedBy)) return <Lines count={1} />
  if (!rivals && !decidesPrice && !decidesTerm && others.length === 0) return null
  return (
    <Decided label={t('standing.title')}>
      {rivals && <RivalDecision deal={deal} fact={rivals} decisions={decisions} tone={tones[rivals.kind]} />}
      {decidesPrice && <PriceDecision deal={deal} decisions={decisions} />}
      {decidesTerm && <TermDecision deal={deal} decisions={decisions} />}
      {others.map((fact) => (
        <StandingFact
          key={'decision' in fact ? fact.decision : fact.kind}
          fact={fact}
          deal={deal}
          reason={reasonOf(fact)}
        />
      ))}
    </Decided>
  )
}

/** The price that the vendor of the deal asks for. */
function PriceDecision({ deal, decisions }: DealDecisionsProps) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const whyNot = useWhyNot()
  const blocked = whyNot(deal, 'decideEbid')
  const money = (amount: number) => formatMoney(amount, deal.currencyCode, language)
  const msrp = msrpOf(deal)
  const reason = deal.waiting.find(({ kind }) => kind === 'ebid')?.reason
  const kept =
    msrp !== null && msrp > 0
      ? t('ask.kept', {
          vendor: deal.vendor.accountName,
          margin: formatPercentage(1 - deal.eBidValue / msrp, language),
          amount: money(msrp - deal.eBidValue),
        })
      : null
  return (
    <Decision
      tone="warning"
      detail={[reason && t('ask.reason', { reason }), kept].filter(Boolean).join(' · ')}
      actions={
        <HeldActs decision={decisionKey(deal.dealId, 'ebid')} code={deal.code}>
          <ActionButton variant="default" blocked={blocked} onClick={() => decisions.approveBid(deal, 'chosen')}>
            {t('ask.other')}
          </ActionButton>
          <ActionButton variant="default" blocked={blocked} onClick={() => decisions.refuseBid(deal)}>
            {t('decide.bidRefused.open')}
          </ActionButton>
          <ActionButton variant="outline" blocked={blocked} onClick={() => decisions.approveBid(deal, 'asAsked')}>
            {t('ask.approve', { amount: money(deal.eBidValue) })}
          </ActionButton>
        </HeldActs>
      }
    >
      {t('ask.price', {
        vendor: deal.vendor.accountName,
        amount: money(deal.eBidValue),
        insteadOf: money(deal.itemsTotal),
        off: formatPercentage(deal.eBidValue / deal.itemsTotal - 1, language),
      })}
    </Decision>
  )
}

/** A longer protection that the vendor of the deal asks for. */
function TermDecision({ deal, decisions }: DealDecisionsProps) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const days = useProtectionDays()
  const blocked = whyNot(deal, 'extend')
  const reason = deal.waiting.find(({ kind }) => kind === 'extension')?.reason
  return (
    <Decision
      tone="warning"
      detail={reason && t('ask.reason', { reason })}
      actions={
        <>
          <ActionButton variant="default" blocked={blocked} onClick={() => decisions.extend(deal, false)}>
            {t('decide.extensionRefused.open')}
          </ActionButton>
          <ActionButton variant="outline" blocked={blocked} onClick={() => decisions.extend(deal, true)}>
            {t('decide.extend.open', { days })}
          </ActionButton>
        </>
      }
    >
      {t('extension.waiting', { days })}
    </Decision>
  )
}

/** How the deal stands, where nothing is asked of the reader. */
function StandingFact({ fact, deal, reason }: { fact: Standing; deal: Deal; reason: string | null | undefined }) {
  const { t } = useTranslation('deals')
  const sentenceOf = useStandingSentence(deal)
  const isAsked = 'decision' in fact
  return (
    <Decision tone={tones[fact.kind]} detail={reason ? t('standing.asked', { reason }) : undefined}>
      <strong style={{ marginInlineEnd: '0.25rem' }}>
        {isAsked ? t(`standing.review.${fact.decision}`) : t(`standing.${fact.kind}.tag` as 'standing.won.tag')}
      </strong>{' '}
      {sentenceOf(fact)}
    </Decision>
  )
}
