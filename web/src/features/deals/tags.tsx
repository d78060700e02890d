import type { DealStatus, EBidStatus, ProtectionStatus } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

/** The colour of each state: New is grey, what goes on is yellow. */
export const toneOfStatus: Record<DealStatus, Tone> = {
  New: 'neutral',
  Trial: 'warning',
  Demo: 'warning',
  Negotiation: 'warning',
  Won: 'success',
  Lost: 'error',
}

export const toneOfProtection: Record<ProtectionStatus, Tone> = {
  Pending: 'warning',
  Approved: 'success',
  Refused: 'error',
  Duplicated: 'error',
}

const toneOfEBid: Record<Exclude<EBidStatus, 'Unknown'>, Tone> = {
  Pending: 'warning',
  Approved: 'success',
  Refused: 'error',
}

export function DealStatusTag({ status }: { status: DealStatus }) {
  const { t } = useTranslation('deals')
  const tone = toneOfStatus[status]
  return (
    <StatusTag tone={tone} isStep={tone === 'warning'}>
      {t(`status.${status}`)}
    </StatusTag>
  )
}

/** The protection; red once it has expired, whatever was decided. */
export function ProtectionTag({ status, isExpired = false }: { status: ProtectionStatus; isExpired?: boolean }) {
  const { t } = useTranslation('deals')
  if (isExpired) return <StatusTag tone="error">{t('expiredAs', { status: t(`protection.${status}`) })}</StatusTag>
  return <StatusTag tone={toneOfProtection[status]}>{t(`protection.${status}`)}</StatusTag>
}

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
  return <StatusTag tone={toneOfEBid[eBidStatus]}>{t(`ebid.${eBidStatus}`)}</StatusTag>
}
