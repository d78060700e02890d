import type { TrendFigure } from '@trellis/contract/dashboard'
import type { MonthReport, PartnerOfMonth } from '@trellis/contract/month-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../../app/me.ts'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { FiguresTable } from '../../../ui/FiguresTable.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Columns, Stack, Text } from '../../../ui/layout.tsx'
import { InternalLink } from '../../../ui/link.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { Tile } from '../../../ui/Tile.tsx'
import { daysOf, monthAway, nameOfMonth } from './months.ts'

const ratio = (trend: number | null) => (trend === null ? null : trend / 100)

/** Whether the report is of the reader's own account, whose lists are those of the menu. */
const useIsOwn = ({ accountId }: MonthReport) => useMe().account.accountId === accountId

/** Amounts in several currencies, which are not added up. */
function useTotal() {
  const { language } = useLocale()
  return (total: readonly { currencyCode: string; amount: number }[], currency: string) =>
    total.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode, language)).join(' + ') ||
    formatMoney(0, currency, language)
}

interface SalesProps {
  report: MonthReport
  sales: NonNullable<MonthReport['sales']>
}

/** What was sold and bought, beside the month before and the year before. */
export function SalesOfMonth({ report, sales }: SalesProps) {
  const { t } = useTranslation('reports')
  const isOwn = useIsOwn(report)
  const { language } = useLocale()
  const { month, currencyCode } = report
  const others = sales.otherCurrencies.flatMap(({ currencyCode: code, sellOut, sellIn }) => [
    ...(sellOut === 0 ? [] : [`${t('month.sold')} ${formatMoney(sellOut, code, language)}`]),
    ...(sellIn === 0 ? [] : [`${t('month.bought')} ${formatMoney(sellIn, code, language)}`]),
  ])
  const tile = (label: string, figure: TrendFigure, against: string, list?: string) => (
    <Tile
      label={label}
      long
      value={<Linked href={list}>{<Money amount={figure.current} currency={currencyCode} />}</Linked>}
      trend={{ ratio: ratio(figure.trend) }}
      hint={t('month.against', {
        amount: formatMoney(figure.previous, currencyCode, language),
        month: nameOfMonth(against, language),
      })}
    />
  )
  const { from, to } = daysOf(month)
  const listOf = (list: string) =>
    `${isOwn ? '' : `/accounts/${report.accountId}`}/${list}status=approved&approvalDate=${from}..${to}`
  return (
    <Stack gap="sm">
      <Columns min="15rem">
        {sales.sellOut && tile(t('month.sold'), sales.sellOut, monthAway(month, -1), listOf('sell-out?'))}
        {sales.yearBefore && tile(t('month.yearBefore'), sales.yearBefore, monthAway(month, -12))}
        {sales.sellIn && tile(t('month.bought'), sales.sellIn, monthAway(month, -1), listOf('sell-in?mine=yes&'))}
      </Columns>
      {others.length > 0 && <Text kind="small">{t('month.otherCurrencies', { amounts: others.join(', ') })}</Text>}
    </Stack>
  )
}

const Linked = ({ href, children }: { href?: string | undefined; children: ReactNode }) =>
  href === undefined ? children : <InternalLink href={href}>{children}</InternalLink>

interface PartnersProps {
  report: MonthReport
  way: 'up' | 'down'
  partners: readonly PartnerOfMonth[]
}

/** The partners who bought most more, or most less, than in the month before. */
export function PartnersOfMonth({ report: { currencyCode, month }, way, partners }: PartnersProps) {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const mayOpen = useCan('Accounts', 'r')
  const signed = (change: number) => `${change > 0 ? '+' : ''}${formatMoney(change, currencyCode, language)}`
  return (
    <Panel title={t(`month.${way}`)} description={t(way === 'up' ? 'month.upText' : 'month.downText')}>
      {partners.length === 0 ? (
        <Text kind="quiet">{t('month.nobody')}</Text>
      ) : (
        <FiguresTable
          label={t(`month.${way}`)}
          heads={[t('month.partner'), nameOfMonth(month, language), t('month.change')]}
          rows={partners.map(({ accountId, accountName, current, change }) => ({
            id: accountId,
            cells: [
              <EntityLink key="partner" href={mayOpen ? `/accounts/${accountId}` : null}>
                {accountName}
              </EntityLink>,
              <Money key="current" amount={current} currency={currencyCode} />,
              signed(change),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

interface DealsProps {
  report: MonthReport
  deals: NonNullable<MonthReport['deals']>
}

/** The deals that were registered in the month, by their present state. */
export function DealsOfMonth({ report, deals }: DealsProps) {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const isOwn = useIsOwn(report)
  const { month, currencyCode } = report
  const href = (status?: string) =>
    `/deals?${new URLSearchParams([
      ...(isOwn ? [] : [['account', report.accountId]]),
      ...Object.entries(daysOf(month)),
      ...(status ? [['status', status]] : []),
    ])}`
  const before = nameOfMonth(monthAway(month, -1), language)
  const tile = (label: string, figure: TrendFigure, to: string | undefined, welcome: 'up' | 'down', worth?: string) => (
    <Tile
      label={label}
      value={
        <Linked href={to}>
          <Quantity value={figure.current} />
        </Linked>
      }
      trend={{ ratio: ratio(figure.trend), welcome }}
      hint={worth ?? t('month.against', { amount: figure.previous, month: before })}
    />
  )
  const worth = t('month.worth', { amount: formatMoney(deals.wonAmount, currencyCode, language) })
  return (
    <Panel title={t('month.deals')}>
      <Columns min="12rem">
        {tile(t('month.registered'), deals.registered, href(), 'up')}
        {tile(t('month.won'), deals.won, href('Won'), 'up', worth)}
        {tile(t('month.lost'), deals.lost, href('Lost'), 'down')}
      </Columns>
    </Panel>
  )
}

/** How things stand now: what may be lost, and what is short. */
export function Standing({ report }: { report: MonthReport }) {
  const { t } = useTranslation('reports')
  const isOwn = useIsOwn(report)
  const { language } = useLocale()
  const total = useTotal()
  const { deals, renewals, stock, creationDate, timeZone, currencyCode } = report
  if (deals === null && renewals === null && stock === null) return null
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(creationDate))
  return (
    <Panel title={t('month.now', { day })}>
      <Columns min="14rem">
        {deals && (
          <Tile
            label={t('month.dealsAtRisk')}
            long
            value={total(deals.atRisk.total, currencyCode)}
            hint={t('month.dealsEnd', { count: deals.atRisk.deals })}
          />
        )}
        {renewals && (
          <Tile
            label={t('month.renewalsAtRisk')}
            long
            value={
              <Linked href={isOwn ? '/renewals?window=30' : undefined}>{total(renewals.total, currencyCode)}</Linked>
            }
            hint={t('month.keysEnd', { count: renewals.keys })}
          />
        )}
        {stock && (
          <Tile
            label={t('month.short')}
            value={
              <Linked href={isOwn ? '/stocks?belowThreshold=true' : `/accounts/${report.accountId}/stock`}>
                <Quantity value={stock.count} />
              </Linked>
            }
            hint={stock.count === 0 ? t('month.enough') : undefined}
          >
            <Stack gap="xs">
              {stock.items.map(({ productId, sku, available, threshold }) => (
                <Text key={productId} kind="small">
                  {t('month.left', { sku, available, threshold })}
                </Text>
              ))}
            </Stack>
          </Tile>
        )}
      </Columns>
    </Panel>
  )
}
