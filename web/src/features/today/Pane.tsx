import type { TodayItem } from '@trellis/contract/today'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { useMe } from '../../app/me.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { DealDetails } from './DealDetails.tsx'
import { isOfDeal, isOfOrder } from './details.ts'
import { KeyDetails } from './KeyDetails.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { Plain } from './Plain.tsx'
import { Together } from './Together.tsx'
import styles from './today.module.css'
import { type Desk, decisionOf, hrefOf, isOfStock, isRefusal, purchaseOf } from './today.ts'
import type { QueueState } from './useQueue.ts'

/** With the words of it. */
const ShortageDetails = later(() => import('./ShortageDetails.tsx'))

interface PaneProps {
  item: TodayItem
  desk: Desk
  queue: QueueState
}

/** The selected record as it will be decided: what supports the decision, and the decision, always in sight. */
export function Pane({ item, desk, queue }: PaneProps) {
  const { t } = useTranslation('today')
  const own = useMe().account.accountId
  if (queue.together.length > 0) return <Together desk={desk} queue={queue} />
  const { name, code, kind, amount, currencyCode } = item
  return (
    <Stack as="section" gap="none" className={styles.pane} aria-label={t('row', { kind: t(`one.${kind}`), code })}>
      <Stack gap="md" className={styles.record}>
        <div>
          <Row justify="between" align="baseline" nowrap gap="md">
            <Text as="h2" kind="title" className={styles.name}>
              <EntityLink href={hrefOf(item, own)}>{name || code}</EntityLink>
            </Text>
            {amount !== null && currencyCode !== null && (
              <span className={styles.sum}>
                <Money amount={amount} currency={currencyCode} />
              </span>
            )}
          </Row>
          <Text kind="small">{`${item.isMaintenance ? t('maintenance') : t(`one.${kind}`)} · ${code}`}</Text>
        </div>
        <Suspense fallback={<Lines count={5} />}>
          <Details item={item} />
        </Suspense>
      </Stack>
      <Acts item={item} desk={desk} href={hrefOf(item, own)} />
    </Stack>
  )
}

/** What supports the decision, by the kind of record. */
function Details({ item }: { item: TodayItem }) {
  if (isOfOrder(item)) return <OrderDetails item={item} />
  if (item.kind === 'shortage') return <ShortageDetails item={item} waiting={<Lines count={7} />} />
  if (isOfDeal(item) || item.kind === 'protectionEnd') return <DealDetails item={item} />
  return item.kind === 'key' || item.kind === 'ask' ? <KeyDetails item={item} /> : <Plain item={item} />
}

function Acts({ item, desk, href }: { item: TodayItem; desk: Desk; href: string }) {
  const { t } = useTranslation(['today', 'errors'])
  const { code } = item
  const blocked = item.blocked.decide && t(`errors:${item.blocked.decide as 'RQ403'}`)
  return (
    <Row gap="xs" className={styles.acts}>
      {isOfStock(item) ? (
        <LinkButton href={purchaseOf(item)} rightSection={<span data-key="A" aria-hidden />}>
          {t('today:actions.purchase')}
        </LinkButton>
      ) : (
        <HeldActs decision={decisionOf(item)} code={code}>
          {desk.actsOn(item).map(({ does, run }, at) => (
            <ActionButton
              key={does}
              variant={at === 0 ? 'filled' : 'default'}
              blocked={blocked}
              disabled={desk.busy}
              label={`${t(`today:actions.${does}`)} ${code}`}
              rightSection={
                at === 0 || isRefusal({ does }) ? <span data-key={at === 0 ? 'A' : 'R'} aria-hidden /> : undefined
              }
              onClick={run}
            >
              {t(`today:actions.${does}`)}
            </ActionButton>
          ))}
        </HeldActs>
      )}
      <LinkButton variant="subtle" href={href}>
        {t('today:actions.open')}
      </LinkButton>
    </Row>
  )
}
