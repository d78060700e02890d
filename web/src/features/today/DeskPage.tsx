import { useQuery } from '@tanstack/react-query'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { type Today, today } from '@trellis/contract/today'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe, useTenant } from '../../app/me.ts'
import { closedEntry, firstStepsHref } from '../../app/menu.ts'
import { offersOf } from '../../app/own-accounts/accounts.ts'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { later } from '../../ui/later.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Page, Sections } from '../../ui/Page.tsx'
import { Awaited, AwaitedOwn, AwaitedSteps } from './Awaited.tsx'
import { Foot } from './Foot.tsx'
import { Queue } from './Queue.tsx'
import { Strip } from './Strip.tsx'
import styles from './today.module.css'
import type { Desk } from './today.ts'
import { roundMoney } from './worth.ts'

const Own = later(() => import('./Own.tsx'))
const FirstSteps = later(() => import('./FirstSteps.tsx'))

/** Fetched by the loader of the desk before it stands, so that nothing moves. */
export const loadOffers = () => import('../../app/own-accounts/Offers.tsx')
const Offers = later(loadOffers)

/** Everything that waits, also of the kinds with many records. */
export const todayQuery = queryOf(today.list, { query: { limit: 50 } })

interface DeskPageProps {
  desk: Desk
  /** The title of the browser tab. */
  tab: string
  /** The first steps are asked for by the address, whatever waits. */
  steps: boolean
  /** What stands below the first screen. */
  children: ReactNode
}

/** The first screen: what waits for the reader and what it is worth, the queue, and the selected record as it will be decided. */
export function DeskPage({ desk, tab, steps, children }: DeskPageProps) {
  const { t } = useTranslation('today')
  const { data, error, refetch } = useQuery(todayQuery)
  const offers = offersOf(useMe()).length
  // One that arrives later would move the desk: it is shown the next time.
  const [hasOffers] = useState(offers > 0)
  const words = useWords(data, hasOffers ? offers : 0)
  return (
    <Page
      title={error !== null && data === undefined ? tab : words.title}
      documentTitle={tab}
      description={words.text}
      loading={data === undefined && error === null}
      actions={<Beginnings hasSteps={!steps && data?.hasFirstSteps === true && data.count > 0} />}
    >
      {hasOffers && <Offers />}
      <div className={styles.desk}>
        <Strip />
        {steps || (data?.count === 0 && data.hasFirstSteps) ? (
          <FirstSteps isAsked={steps} waiting={<AwaitedSteps />} />
        ) : data === undefined ? (
          error === null ? (
            <Awaited />
          ) : (
            <ErrorBlock error={error} title={t('failed')} retry={() => void refetch()} />
          )
        ) : data.count === 0 ? (
          <Own whole waiting={<AwaitedOwn lines={6} />} />
        ) : (
          <Queue data={data} desk={desk} />
        )}
        <Foot hasRows={!steps && (data === undefined || data.count > 0)} />
      </div>
      <Sections>{children}</Sections>
    </Page>
  )
}

/** How much waits, what it is worth, and how much of it is late. */
function useWords(data: Today | undefined, offers: number): { title: string; text: string | null } {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const { firstName, permissions, account } = useMe()
  if (data === undefined) return { title: '', text: null }
  if (permissions.every(({ flags }) => flags === ''))
    return { title: t('noRole', { name: firstName }), text: t('noRoleText', { account: account.accountName }) }
  const count = data.count + offers
  if (count === 0 && data.hasFirstSteps) return { title: t('welcome', { name: firstName }), text: t('welcomeText') }
  if (count === 0) return { title: t('nothing', { name: firstName }), text: t('nothingText') }
  const worth = data.worth
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currencyCode }) => roundMoney(amount, currencyCode, language))
    .join(' + ')
  const late = data.items.filter(({ urgency }) => urgency === 'overdue').length
  const soon = data.items.filter(({ urgency }) => urgency === 'today').length
  return {
    title: worth === '' ? t('decisions', { count }) : t('decisionsWorth', { count, worth }),
    text: [
      ...(late > 0 ? [t('lateCount', { count: late })] : []),
      ...(soon > 0 ? [t('todayCount', { count: soon })] : []),
      ...(late + soon === 0 ? [t('nothingLate')] : []),
    ].join(' '),
  }
}

/** What the reader begins most often. */
function Beginnings({ hasSteps }: { hasSteps: boolean }) {
  const { t } = useTranslation('today')
  const { account } = useMe()
  const mayOrder = useCan('Orders', 'c')
  const tenant = useTenant()
  // What the portal has taken out of its menu only leads back here.
  const isOpen = (path: string) => closedEntry(path, tenant) === null
  const mayRegister = useCan('Deals', 'c') && account.level <= maximumDealLevel && isOpen('/deals/create')
  const sells = account.level <= 40
  const order = sells ? '/sell-out/create' : '/sell-in/create'
  return (
    <>
      {hasSteps && (
        <LinkButton variant="default" href={firstStepsHref}>
          {t('steps')}
        </LinkButton>
      )}
      {mayOrder && isOpen(order) && (sells || !account.isRoot) && (
        <LinkButton variant="default" href={order}>
          {t(sells ? 'newSale' : 'newPurchase')}
        </LinkButton>
      )}
      {mayRegister && (
        <LinkButton variant="default" href="/deals/create">
          {t('newDeal')}
        </LinkButton>
      )}
    </>
  )
}
