import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type MonthReport, monthReports } from '@trellis/contract/month-reports'
import { useTranslation } from 'react-i18next'
import { AccountSelect } from '../../../app/AccountSelect.tsx'
import { fileOf } from '../../../app/calls.ts'
import { useCan, useMe } from '../../../app/me.ts'
import { PdfButton } from '../../../app/PdfButton.tsx'
import { queryOf } from '../../../app/queries.ts'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Columns, Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Page } from '../../../ui/Page.tsx'
import { MonthMail } from './MonthMail.tsx'
import { MonthSteps } from './MonthSteps.tsx'
import { nameOfMonth, presentMonth } from './months.ts'
import { DealsOfMonth, PartnersOfMonth, SalesOfMonth, Standing } from './parts.tsx'

const Route = getRouteApi('/_frame/reports/month')

/** One month of an account and all below it, on one page (rules D18). */
export function MonthPage() {
  const { t } = useTranslation('reports')
  if (useCan('Reports', 'r')) return <Month />
  return (
    <Page title={t('month.title')}>
      <NoPermission />
    </Page>
  )
}

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

function Month() {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const { account } = useMe()
  const mayChoose = useCan('Accounts', 'r')
  const search = Route.useSearch()
  const go = useNavigate()
  const [month, chosen] = [one(search.month), one(search.account)]
  const asked = { ...(month && { month }), ...(chosen && { parentAccountId: chosen }) }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOf(monthReports.read, { query: asked }),
    placeholderData: keepPreviousData,
  })
  const change = (to: { month?: string | undefined; account?: string | undefined }) =>
    void go({ to: '/reports/month', search: defined({ month, account: chosen, ...to }) })
  const name = data && nameOfMonth(data.month, language)
  return (
    <Page
      title={t('month.title')}
      documentTitle={name ? `${name} · ${t('month.title')}` : undefined}
      actions={
        <PdfButton
          label={t('month.pdfOf', { month: name ?? '' })}
          load={async (words) => ({
            fileName: `${data?.month ?? month ?? 'month'}.pdf`,
            file: await fileOf(monthReports.pdf, { query: { ...asked, ...(data && { month: data.month }), ...words } }),
          })}
          failure={(why) => t('month.pdfFailed', { why })}
        />
      }
    >
      {error && !data && <ErrorBlock error={error} title={t('month.fetchError')} retry={() => void refetch()} />}
      {data && (
        <>
          <Row gap="xl" align="end">
            <MonthSteps report={data} onChange={(to) => change({ month: to })} />
            {mayChoose && (
              <div style={{ flex: '0 1 20rem' }} data-screen>
                <AccountSelect
                  label={t('month.account')}
                  required
                  value={chosen ?? account.accountId}
                  onChange={(id) => change({ account: id === null || id === account.accountId ? undefined : id })}
                />
              </div>
            )}
          </Row>
          <Text kind="quiet">{t('month.of', { account: data.accountName, zone: data.timeZone })}</Text>
          <Parts report={data} busy={isPlaceholderData} />
          <MonthMail accountName={account.accountName} />
        </>
      )}
    </Page>
  )
}

const defined = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))

function Parts({ report, busy }: { report: MonthReport; busy: boolean }) {
  const { t } = useTranslation('reports')
  const { sales, partners, deals, renewals, stock } = report
  const isEmpty = [sales, deals, renewals, stock].every((part) => part === null)
  return (
    <Stack gap="xl" aria-busy={busy || undefined}>
      {report.month === presentMonth(report) && <Text kind="quiet">{t('month.goesOn')}</Text>}
      {isEmpty && <Text kind="quiet">{t('month.nothing')}</Text>}
      {sales && <SalesOfMonth report={report} sales={sales} />}
      {partners && (
        <Columns min="22rem">
          <PartnersOfMonth report={report} way="up" partners={partners.up} />
          <PartnersOfMonth report={report} way="down" partners={partners.down} />
        </Columns>
      )}
      {deals && <DealsOfMonth report={report} deals={deals} />}
      <Standing report={report} />
    </Stack>
  )
}
