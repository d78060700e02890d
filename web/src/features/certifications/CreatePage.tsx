import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useWhyNotIssue } from './blocked.ts'
import { listOfAccount } from './issued.ts'
import { accountQuery } from './queries.ts'

interface CreatePageProps {
  accountId: string
  title: string
  children: ReactNode
}

/** The frame of both forms: which account it is about, and why the reader may not use the form. */
export function CreatePage({ accountId, title, children }: CreatePageProps) {
  const { t } = useTranslation('certifications')
  const mayCreate = useCan('Certifications', 'c')
  const me = useMe()
  const whyNot = useWhyNotIssue()
  const { data: account, error, refetch } = useQuery(accountQuery(accountId))
  const isOwn = accountId === me.account.accountId && !me.account.isRoot
  const blocked = whyNot(!mayCreate || isOwn ? 'RQ403' : null)
  const back = { href: listOfAccount(accountId), label: t('toList') }
  return (
    <Page
      title={title}
      description={account?.accountName ?? (error === null ? null : undefined)}
      width="narrow"
      back={back}
    >
      <Panel>
        {account === undefined && isProblem(error) ? (
          <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={back} />
        ) : blocked === null ? (
          children
        ) : (
          <NoPermission>{blocked}</NoPermission>
        )}
      </Panel>
    </Page>
  )
}
