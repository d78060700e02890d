import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDealHistory } from './DealHistory.tsx'
import ReasonDialog, { type Asked } from './ReasonDialog.tsx'
import { ProtectionTag } from './tags.tsx'
import { useProtectionDays } from './terms.ts'
import { type Decisions, decisionKey } from './useDecisions.tsx'
import { isMine, useDecider, useWhyNot } from './useWhyNot.ts'

interface SectionProps {
  deal: Deal
  decisions: Decisions
  onChanged: (deal: Deal) => void
}

/** The protection of a deal: its state with the reason, what managers decide, and the extension. */
export function ProtectionPanel({ deal, decisions, onChanged }: SectionProps) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const history = useDealHistory(deal.dealId).data?.items
  const reason = history?.find(({ event }) => event === 'protection')?.reason
  const answered = history?.find(({ event }) => event === 'extended' || event === 'extension_refused')
  const extension = deal.waiting.find(({ kind }) => kind === 'extension')
  const others = (['Refused', 'Duplicated', 'Pending'] as const).filter((status) => status !== deal.protectionStatus)
  return (
    <Panel title={t('protectionTitle')}>
      <Stack>
        <Facts form="rows">
          <Fact label={t('protectionName')}>
            <ProtectionTag status={deal.protectionStatus} isExpired={deal.isExpired} />
          </Fact>
          <Fact label={t('expirationDate')}>
            <DateTime value={deal.expirationDate} />
          </Fact>
          {reason && <Fact label={t('reason')}>{reason}</Fact>}
          {answered && (
            <Fact label={t(`history.events.${answered.event}`)}>
              {answered.reason ?? <DateTime value={answered.creationDate} />}
            </Fact>
          )}
        </Facts>
        {isMine(deal, 'protect') && (
          <Row>
            <HeldActs decision={decisionKey(deal.dealId, 'protection')} code={deal.code}>
              {deal.protectionStatus !== 'Approved' && (
                <ActionButton
                  blocked={whyNot(deal, 'protect')}
                  loading={decisions.busy}
                  onClick={() => decisions.protect(deal)}
                >
                  {t('decide.approve')}
                </ActionButton>
              )}
              {others.map((status) => (
                <ActionButton
                  key={status}
                  variant="default"
                  blocked={whyNot(deal, 'protect')}
                  onClick={() => decisions.refuse(deal, status)}
                >
                  {t(`decide.${status}.open`)}
                </ActionButton>
              ))}
            </HeldActs>
          </Row>
        )}
        {extension && <WaitingExtension deal={deal} decisions={decisions} reason={extension.reason} />}
        {isMine(deal, 'askExtension') && extension === undefined && <AskExtension deal={deal} onChanged={onChanged} />}
      </Stack>
    </Panel>
  )
}

interface WaitingProps extends Pick<SectionProps, 'deal' | 'decisions'> {
  reason: string | null
}

/** An extension that was asked for, and its decision. */
function WaitingExtension({ deal, decisions, reason }: WaitingProps) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const days = useProtectionDays()
  return (
    <Stack gap="sm">
      <Text kind="quiet">
        {t('extension.waiting', { days })}
        {reason && ` ${t('standing.asked', { reason })}`}
      </Text>
      {isMine(deal, 'extend') && (
        <Row>
          <ActionButton blocked={whyNot(deal, 'extend')} onClick={() => decisions.extend(deal, true)}>
            {t('decide.extend.open', { days })}
          </ActionButton>
          <ActionButton
            variant="default"
            blocked={whyNot(deal, 'extend')}
            onClick={() => decisions.extend(deal, false)}
          >
            {t('decide.extensionRefused.open')}
          </ActionButton>
        </Row>
      )}
    </Stack>
  )
}

/** The button that asks for an extension, with its dialog. */
function AskExtension({ deal, onChanged }: Pick<SectionProps, 'deal' | 'onChanged'>) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const days = useProtectionDays()
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useWrite(deals.requestExtension, {
    invalidates: ['/deals'],
    success: 'deals:toast.extensionAsked',
    onSuccess: onChanged,
  })
  const decider = useDecider(deal)
  return (
    <div>
      <ActionButton
        variant="default"
        blocked={whyNot(deal, 'askExtension')}
        onClick={() =>
          setAsked({
            title: t('extension.title'),
            text: (
              <LinkedText names={{ who: decider }}>{(marks) => t('extension.text', { days, ...marks })}</LinkedText>
            ),
            confirm: t('extension.confirm'),
            mustSayWhy: true,
            onSave: ({ reason: why }) => ask.mutateAsync({ params: { id: deal.dealId }, body: { reason: why ?? '' } }),
          })
        }
      >
        {t('extension.open')}
      </ActionButton>
      <ReasonDialog asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}
