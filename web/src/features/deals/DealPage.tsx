import { getRouteApi } from '@tanstack/react-router'
import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { ApprovalBlock } from '../../app/approvals/ApprovalBlock.tsx'
import { ScreenError } from '../../app/ScreenError.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { CorrectButton } from './CorrectButton.tsx'
import { DealBar } from './DealBar.tsx'
import { DealDecisions } from './DealDecisions.tsx'
import { DealFigures } from './DealFigures.tsx'
import { DealFolds } from './DealFolds.tsx'
import { DealForm } from './DealForm.tsx'
import { DealItems } from './DealItems.tsx'
import { DealRail } from './DealRail.tsx'
import { DealStatusTag } from './tags.tsx'
import { useDeal } from './useDeal.ts'
import { useDealKeys } from './useDealKeys.ts'
import { useDecisions } from './useDecisions.tsx'
import { useOrdering } from './useOrdering.tsx'
import { useRequests } from './useRequests.tsx'
import { isMine } from './useWhyNot.ts'

const Route = getRouteApi('/_frame/deals/$id')

/** The page /deals/{id}. */
export function DealPage() {
  const { id } = Route.useParams()
  const { t } = useTranslation('deals')
  const back = { href: '/deals', label: t('back') }
  const { deal, error, retry, become } = useDeal(id)
  if (error) {
    return (
      <Page title={t('title')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('fetchOneError')} retry={retry} back={back} />
        </Panel>
      </Page>
    )
  }
  if (deal !== undefined) return <LoadedPage key={deal.dealId} deal={deal} back={back} become={become} />
  return (
    <RecordPage title="" loading back={back} badges={null} bar={null}>
      <DealFigures deal={undefined} />
      <RecordColumns rail={<DealRail deal={undefined} />}>
        <DealItems deal={undefined} />
      </RecordColumns>
    </RecordPage>
  )
}

interface LoadedPageProps {
  deal: Deal
  back: { href: string; label: string }
  become: (deal: Deal) => void
}

function LoadedPage({ deal, back, become }: LoadedPageProps) {
  const { t } = useTranslation('deals')
  const decisions = useDecisions('page')
  const requests = useRequests(deal, become)
  const ordering = useOrdering(deal)
  useDealKeys(deal, decisions)
  return (
    <RecordPage
      title={deal.prospect.name}
      documentTitle={`${deal.code} · ${deal.prospect.name}`}
      back={back}
      code={deal.code}
      badges={
        <>
          <DealStatusTag status={deal.status} />
          {deal.isExpired && <StatusTag tone="error">{t('expired')}</StatusTag>}
        </>
      }
      bar={<DealBar deal={deal} decisions={decisions} requests={requests} ordering={ordering} />}
      inOrder
    >
      <DealFigures deal={deal} />
      {deal.blocked.decideEbid === null && <ApprovalBlock kind="deal" id={deal.dealId} />}
      <DealDecisions deal={deal} decisions={decisions} />
      <RecordColumns rail={<DealRail deal={deal} onChanged={become} />}>
        {isMine(deal, 'update') && <DealForm deal={deal} onChanged={become} />}
        <DealItems deal={deal} correct={<CorrectButton deal={deal} what="items" onChanged={become} />} />
        <DealFolds deal={deal} ordering={ordering} />
      </RecordColumns>
      {decisions.dialogs}
      {requests.dialog}
      {ordering.dialog}
    </RecordPage>
  )
}
