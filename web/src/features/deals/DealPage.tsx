import { getRouteApi } from '@tanstack/react-router'
import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { ScreenError } from '../../app/ScreenError.tsx'
import { Columns, Stack } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { CorrectButton } from './CorrectButton.tsx'
import { DealForm } from './DealForm.tsx'
import { DealHistory } from './DealHistory.tsx'
import { DealItems } from './DealItems.tsx'
import { DuplicatesPanel } from './DuplicatesPanel.tsx'
import { EBidPanel } from './EBidPanel.tsx'
import { OrdersOfDeal } from './OrdersOfDeal.tsx'
import { ProspectPanel } from './ProspectPanel.tsx'
import { ProtectionPanel } from './ProtectionPanel.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { StandingPanel } from './StandingPanel.tsx'
import { DealStatusTag } from './tags.tsx'
import { useDeal } from './useDeal.ts'
import { useDecisions } from './useDecisions.tsx'

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
    <Page title="" loading back={back} badges={null} description={null} actions={null}>
      <StandingPanel deal={undefined} />
      <Columns rail="22rem">
        <Stack gap="xl">
          <ProspectPanel deal={undefined} />
        </Stack>
        <Panel title={t('protectionTitle')}>
          <Lines count={4} />
        </Panel>
      </Columns>
      <DealItems deal={undefined} />
    </Page>
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
  return (
    <Page
      title={deal.code}
      documentTitle={`${deal.code} · ${deal.prospect.name}`}
      back={back}
      description={deal.prospect.name}
      inOrder
      actions={<ReceiptButton deal={deal} />}
      badges={
        <>
          <DealStatusTag status={deal.status} />
          {deal.isExpired && <StatusTag tone="error">{t('expired')}</StatusTag>}
        </>
      }
    >
      <StandingPanel deal={deal} />
      <OrdersOfDeal deal={deal} />
      {deal.blocked.compare === null && <DuplicatesPanel deal={deal} />}
      <Columns rail="22rem">
        <Stack gap="xl" style={{ minWidth: 0 }}>
          <ProspectPanel deal={deal} correct={<CorrectButton deal={deal} what="prospect" onChanged={become} />} />
          <DealForm deal={deal} onChanged={become} />
        </Stack>
        <Stack gap="xl" style={{ minWidth: 0 }}>
          <ProtectionPanel deal={deal} decisions={decisions} onChanged={become} />
          <EBidPanel deal={deal} decisions={decisions} onChanged={become} />
        </Stack>
      </Columns>
      <DealItems deal={deal} correct={<CorrectButton deal={deal} what="items" onChanged={become} />} />
      <DealHistory deal={deal} />
      <HistoryBlock entity="deal" entityId={deal.dealId} />
      {decisions.dialogs}
    </Page>
  )
}
