import type { Deal } from '@trellis/contract/deal-answers'
import { isClosed } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { useMayRegister } from './DealsFrame.tsx'
import styles from './deals.module.css'
import { StandingFact } from './StandingFact.tsx'
import { daysUntil } from './time.ts'
import { worthOf } from './worth.ts'

/** Where the registration stands, who decides and by when; dates, and the accounts concerned. */
export function StandingPanel({ deal }: { deal: Deal | undefined }) {
  const { t } = useTranslation('deals')
  const hrefOf = useAccountHref()
  const mayRegister = useMayRegister()
  const now = new Date()
  return (
    <Hero
      label={t('standing.value')}
      value={deal && <Money amount={worthOf(deal)} currency={deal.currencyCode} />}
      story={
        deal && (
          <Row justify="between">
            <Stack as="ul" gap="sm" aria-label={t('standing.title')}>
              {deal.standing?.map((fact) => (
                <Row as="li" key={'decision' in fact ? fact.decision : fact.kind} align="baseline">
                  <StandingFact fact={fact} deal={deal} />
                </Row>
              ))}
            </Stack>
            {deal.isExpired && mayRegister && (
              <LinkButton href={`/deals/create?from=${deal.dealId}`} variant="default">
                {t('standing.registerAnew')}
              </LinkButton>
            )}
          </Row>
        )
      }
    >
      <Facts loading={deal === undefined}>
        <Fact label={t('vendor')}>
          {deal && (
            <EntityLink href={hrefOf(deal.vendor.accountId)} hint={deal.vendor.accountCode}>
              {deal.vendor.accountName}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('decidedBy')}>
          {deal?.decidedBy && (
            <EntityLink href={hrefOf(deal.decidedBy.accountId)}>{deal.decidedBy.accountName}</EntityLink>
          )}
        </Fact>
        <Fact label={t('expirationDate')}>
          {deal && (
            <Text className={deal.isExpired ? styles.ended : isClosed(deal.status) ? undefined : styles.running}>
              <DateTime value={deal.expirationDate} />
              {!deal.isExpired && !isClosed(deal.status) && (
                <> · {t('inDays', { count: daysUntil(deal.expirationDate, now) })}</>
              )}
            </Text>
          )}
        </Fact>
        <Fact label={t('creationDate')}>
          {deal && (
            <Text className={deal.isExpired ? styles.ended : styles.running}>
              <DateTime value={deal.creationDate} />
            </Text>
          )}
        </Fact>
        <Fact label={t('registeredBy')}>{deal?.creator && `${deal.creator.firstName} ${deal.creator.lastName}`}</Fact>
      </Facts>
    </Hero>
  )
}
