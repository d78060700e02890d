import type { DealStatus, EBidStatus, ProtectionStatus } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import { shownAs } from '../../app/known.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

/** The colour of each state: New is grey, what goes on is yellow. */
const toneOfStatus: Record<DealStatus, Tone> = {
  New: 'neutral',
  Trial: 'warning',
  Demo: 'warning',
  Negotiation: 'warning',
  Won: 'success',
  Lost: 'error',
}

const toneOfProtection: Record<ProtectionStatus, Tone> = {
  Pending: 'warning',
  Approved: 'success',
  Refused: 'error',
  Duplicated: 'error',
}

export const toneOfEBid: Record<Exclude<EBidStatus, 'Unknown'>, Tone> = {
  Pending: 'warning',
  Approved: 'success',
  Refused: 'error',
}

export function DealStatusTag({ status }: { status: DealStatus }) {
  const { t } = useTranslation('deals')
  return (
    <KnownTag
      kind="deal status"
      value={status}
      tones={toneOfStatus}
      word={(known) => t(`status.${known}`)}
      isStep={(tone) => tone === 'warning'}
    />
  )
}

/** The protection; red once it has expired, whatever was decided. */
export function ProtectionTag({ status, isExpired = false }: { status: ProtectionStatus; isExpired?: boolean }) {
  const { t } = useTranslation('deals')
  const { tone, word } = shownAs('protection status', status, toneOfProtection, (known) => t(`protection.${known}`))
  if (isExpired) return <StatusTag tone="error">{t('expiredAs', { status: word })}</StatusTag>
  return <StatusTag tone={tone}>{word}</StatusTag>
}

/** What was refused or called a duplicate is not protected. */
export const isUnprotected = ({ protectionStatus }: { protectionStatus: ProtectionStatus }): boolean =>
  protectionStatus === 'Refused' || protectionStatus === 'Duplicated'

interface Bid {
  eBidStatus: EBidStatus
  eBidValue: number
}

/** Blank for an unknown state, and while no other price was asked for. */
export const hasBid = ({ eBidStatus, eBidValue }: Bid): boolean => eBidStatus !== 'Unknown' && eBidValue > 0

export function EBidTag({ bid }: { bid: Bid }) {
  const { t } = useTranslation('deals')
  const { eBidStatus } = bid
  if (eBidStatus === 'Unknown' || !hasBid(bid)) return null
  return <KnownTag kind="eBid status" value={eBidStatus} tones={toneOfEBid} word={(known) => t(`ebid.${known}`)} />
}
