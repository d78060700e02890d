import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { maximumDealLevel, maximumManagerLevel } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'

/** Whether the reader decides on deals of accounts below (rules J3). */
export function useIsManager(): boolean {
  const { level } = useMe().account
  return useCan('Deals', 'u') && level <= maximumManagerLevel
}

/** Whether the reader registers deals (rules J1). */
export function useMayRegister(): boolean {
  const { level } = useMe().account
  return useCan('Deals', 'c') && level <= maximumDealLevel
}

type View = 'list' | 'board' | 'forecast' | 'waiting'

const paths: Record<View, string> = {
  list: '/deals',
  board: '/deals/board',
  forecast: '/deals/forecast',
  waiting: '/deals/waiting',
}

export function CreateDealButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const { t } = useTranslation('deals')
  return (
    useMayRegister() && (
      <LinkButton href="/deals/create" variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('create')}
      </LinkButton>
    )
  )
}

/** The header of the deal screens, with a tab for each view that the reader can use. */
interface DealsFrameProps {
  view: View
  /** What the view comes to, beside the title. */
  summary?: ReactNode
  children: ReactNode
}

export function DealsFrame({ view, summary, children }: DealsFrameProps) {
  const { t } = useTranslation('deals')
  const isManager = useIsManager()
  const mayMove = [useCan('Deals', 'u'), useMayRegister()].some(Boolean)
  const waiting = useQuery({ ...queryOf(deals.queue, { query: { limit: 1 } }), enabled: isManager })
  const views: View[] = [
    'list',
    ...(mayMove ? ['board' as const] : []),
    'forecast',
    ...(isManager ? ['waiting' as const] : []),
  ]
  return (
    <Page
      title={t('title')}
      documentTitle={view === 'list' ? undefined : `${t(`views.${view}`)} · ${t('title')}`}
      badges={summary}
      actions={
        <>
          <TabLinks
            inline
            label={t('title')}
            current={paths[view]}
            tabs={views.map((each) => ({
              href: paths[each],
              label: t(`views.${each}`),
              ...(each === 'waiting' && { count: waiting.data?.count ?? null }),
            }))}
          />
          <CreateDealButton />
        </>
      }
    >
      {children}
    </Page>
  )
}
