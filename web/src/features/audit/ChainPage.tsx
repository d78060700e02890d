import { useQuery } from '@tanstack/react-query'
import { audit, type ChainFault } from '@trellis/contract/audit'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useVerification, type Verification } from './useVerification.ts'

export const chainQuery = queryOf(audit.chain)

type Link = AnswerOf<typeof audit.chain>['sealed']

/** How far the log is sealed and signed, and its verification, for who reads the whole log. */
export function ChainPage() {
  const { t } = useTranslation(['auditChain', 'audit'])
  const { data: chain, error, refetch } = useQuery(chainQuery)
  const { verification, start, cancel } = useVerification()
  const back = { href: '/audit', label: t('audit:title') }
  if (chain === undefined && error !== null)
    return (
      <Page title={t('title')} back={back} width="narrow">
        <Panel>
          <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={back} />
        </Panel>
      </Page>
    )
  const verify = async () => {
    await start()
    await refetch()
  }
  return (
    <Page title={t('title')} description={t('description')} back={back} width="narrow">
      <Panel>
        <Facts loading={chain === undefined}>
          <Fact label={t('sealed')} lines={2}>
            <LinkFact link={chain?.sealed ?? null} none={t('none')} />
          </Fact>
          <Fact label={t('waiting')}>
            <Quantity value={chain?.waiting} />
          </Fact>
          <Fact label={t('anchored')} lines={2}>
            <LinkFact link={chain?.anchored ?? null} none={t('none')} />
          </Fact>
          <Fact label={t('outside')} lines={2}>
            <LinkFact link={chain?.outside ?? null} none={t('noOutside')} />
          </Fact>
        </Facts>
      </Panel>
      <Panel>
        <Stack>
          <Text>{t('text')}</Text>
          <Row>
            {verification.state === 'running' ? (
              <Button variant="default" onClick={cancel}>
                {t('cancel')}
              </Button>
            ) : (
              <Button disabled={chain === undefined} onClick={() => void verify()}>
                {verification.state === 'idle' ? t('verify') : t('verifyAgain')}
              </Button>
            )}
          </Row>
          <Outcome verification={verification} />
        </Stack>
      </Panel>
    </Page>
  )
}

function LinkFact({ link, none }: { link: Link; none: string }) {
  const { t } = useTranslation('auditChain')
  const { language } = useLocale()
  if (link === null) return none
  return (
    <Stack as="span" gap="none">
      <span>{t('ofEntry', { seq: formatNumber(link.seq, language) })}</span>
      <Text kind="small">
        <DateTime value={link.date} />
      </Text>
    </Stack>
  )
}

function Outcome({ verification }: { verification: Verification }) {
  const { t } = useTranslation('auditChain')
  const { language } = useLocale()
  const number = (value: number) => formatNumber(value, language)
  if (verification.state === 'idle') return null
  const { state, verified, sealed, faults } = verification
  const counts = { verified: number(verified), sealed: number(sealed) }
  return (
    <Stack gap="md">
      {state === 'running' && (
        <>
          <ProgressBar
            label={t('progress')}
            value={sealed === 0 || verification.isBeyondLinks ? undefined : verified}
            max={Math.max(sealed, 1)}
          />
          <Text kind="quiet">{verification.isBeyondLinks ? t('rest') : t('verified', counts)}</Text>
        </>
      )}
      {state === 'failed' && <ErrorBlock error={verification.error} title={t('verifyError')} />}
      <Stack gap="xs" role="status">
        {state === 'canceled' && <Text>{t('canceled', counts)}</Text>}
        {state === 'done' && faults.length === 0 && (
          <>
            <Row>
              <StatusTag tone="success">{t('intact')}</StatusTag>
            </Row>
            <Text>{t('intactText', { count: verified, number: number(verified) })}</Text>
          </>
        )}
        {state === 'done' && faults.length > 0 && (
          <>
            <Row>
              <StatusTag tone="error">{t('broken')}</StatusTag>
            </Row>
            <Text>{t('brokenText')}</Text>
          </>
        )}
      </Stack>
      {faults.length > 0 && <Faults faults={faults} isPart={state !== 'done'} />}
    </Stack>
  )
}

/** Findings that are shown; the others are only counted. */
const shownFaults = 100

function Faults({ faults, isPart }: { faults: readonly ChainFault[]; isPart: boolean }) {
  const { t } = useTranslation('auditChain')
  const { language } = useLocale()
  const number = (value: number | null) => (value === null ? '' : formatNumber(value, language))
  const label = isPart ? t('canceledFaults') : t('faultsLabel')
  return (
    <Stack gap="xs">
      <Text kind="strong">{label}</Text>
      <Stack as="ul" gap="xs" aria-label={label}>
        {faults.slice(0, shownFaults).map(({ kind, seq, count, place }) => (
          <li key={`${kind} ${seq} ${count} ${place}`}>
            {t(`faults.${kind}`, {
              seq: number(seq),
              count: count ?? 0,
              number: number(count),
              place: place ?? '',
            })}
          </li>
        ))}
      </Stack>
      {faults.length > shownFaults && (
        <Text kind="quiet">{t('moreFaults', { count: faults.length - shownFaults })}</Text>
      )}
    </Stack>
  )
}
