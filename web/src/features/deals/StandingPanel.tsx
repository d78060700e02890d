import type { Deal } from '@trellis/contract/deal-answers'
import { isClosed } from '@trellis/contract/deal-states'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { Hero } from '../../ui/Hero.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useMayRegister } from './DealsFrame.tsx'
import styles from './deals.module.css'
import { type Statement, standingOf } from './standing.ts'
import { daysUntil } from './time.ts'

/** Where the registration stands, who decides and by when; dates, and the accounts concerned. */
export function StandingPanel({ deal }: { deal: Deal | undefined }) {
  const { t } = useTranslation('deals')
  const hrefOf = useAccountHref()
  const mayRegister = useMayRegister()
  const now = new Date()
  const sentenceOf = useSentence()
  return (
    <Hero
      label={t('standing.value')}
      value={deal && <Money amount={deal.itemsTotal} currency={deal.currencyCode} />}
      story={
        deal && (
          <Row justify="between">
            <Stack as="ul" gap="sm" aria-label={t('standing.title')}>
              {standingOf(deal, now).map((statement) => (
                <Row as="li" key={statement.kind === 'waiting' ? statement.what : statement.kind} align="baseline">
                  {sentenceOf(deal, statement)}
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
        <Fact label={t('creationDate')}>{deal && <DateTime value={deal.creationDate} />}</Fact>
        <Fact label={t('registeredBy')}>{deal?.creator && `${deal.creator.firstName} ${deal.creator.lastName}`}</Fact>
      </Facts>
    </Hero>
  )
}

function useSentence(): (deal: Deal, statement: Statement) => ReactNode {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const hrefOf = useAccountHref()
  const day = (instant: string) => formatDay(new Date(instant), locale)
  return (deal, statement) => {
    const { decidedBy } = deal
    const who = {
      name: decidedBy?.accountName ?? t('standing.nobody'),
      href: decidedBy && hrefOf(decidedBy.accountId),
    }
    const money = (amount: number) => formatMoney(amount, deal.currencyCode, locale.language)
    if (statement.kind === 'waiting') {
      const { what, due, isLate, reason } = statement
      return (
        <>
          <StatusTag tone={statement.tone}>{t(`standing.review.${what}`)}</StatusTag>
          <Stack gap="none" style={{ flex: '1 1 12rem' }}>
            <Text>
              <LinkedText names={{ who }}>
                {(marks) => t(isLate ? 'standing.late' : 'standing.decides', { ...marks, due: day(due) })}
              </LinkedText>
            </Text>
            {reason && <Text kind="quiet">{t('standing.asked', { reason })}</Text>}
          </Stack>
        </>
      )
    }
    const words = {
      until: day(deal.expirationDate),
      amount: money(deal.eBidApprovedValue),
      total: money(deal.itemsTotal),
    }
    return (
      <>
        <StatusTag tone={statement.tone}>{t(`standing.${statement.kind}.tag`)}</StatusTag>
        <Text style={{ flex: '1 1 12rem' }}>
          <LinkedText names={{ who }}>
            {(marks) => t(`standing.${statement.kind}.text`, { ...words, ...marks })}
          </LinkedText>
        </Text>
      </>
    )
  }
}
