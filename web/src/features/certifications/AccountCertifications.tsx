import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AccountCertificate, UserCertificatePage } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useCan } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { type List, wholeList } from '../../ui/list.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { useWhyNotIssue } from './blocked.ts'
import { hrefOf, listOfAccount, ofAccount, ofUser } from './issued.ts'
import { shownAtOnce, userCertificateList } from './lists.ts'
import { accountCertificatesQuery } from './queries.ts'
import { useAccountCertificateColumns } from './useAccountCertificateColumns.tsx'
import { useCertificateBulk } from './useCertificateBulk.tsx'
import { useUserCertificateColumns } from './useUserCertificateColumns.tsx'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/certifications/')

/** The tab /accounts/{id}/certifications: what the people of the account hold, and what it holds itself. */
export function AccountCertifications() {
  return useCan('Certifications', 'r') ? <Lists /> : <NoPermission />
}

function Lists() {
  const { id } = Route.useParams()
  const list = useList(userCertificateList, Route, { parentAccountId: id })
  const whyNot = useWhyNotIssue()
  const blocked = list.answer === undefined ? undefined : whyNot((list.answer as Page).blocked.create)
  return (
    <Stack inOrder>
      <OfUsers list={list} accountId={id} blocked={blocked} />
      <OfAccount accountId={id} blocked={blocked} />
    </Stack>
  )
}

type Page = z.output<typeof UserCertificatePage>

interface CreateLinkProps {
  href: string
  label: string
  /** Undefined until it is known. */
  blocked: string | null | undefined
}

const CreateLink = ({ href, label, blocked }: CreateLinkProps) => (
  <LinkButton
    href={href}
    size="xs"
    variant="default"
    disabled={blocked === undefined}
    blocked={blocked}
    leftSection={<IconPlus size={16} aria-hidden />}
  >
    {label}
  </LinkButton>
)

interface ListProps {
  accountId: string
  blocked: string | null | undefined
}

function OfUsers({ list, accountId, blocked }: ListProps & { list: List<Page['items'][number], unknown> }) {
  const { t } = useTranslation(['certifications', 'common'])
  const { selection, dialog } = useCertificateBulk(list.rows)
  return (
    <>
      <DataTable
        list={list}
        selection={selection}
        columns={useUserCertificateColumns({ withAccount: list.state.onlyMine === false })}
        rowKey={({ userCertificateId }) => userCertificateId}
        rowLink={(row) => hrefOf(ofUser(row))}
        label={t('certifications:ofUsers.title')}
        find={t('certifications:findIssued')}
        failed={t('certifications:fetchError')}
        exportAs="user-certifications"
        paging={list.count > shownAtOnce}
        filters={{ dates: t('certifications:expirationDate'), withChildren: t('common:scope.withBelow') }}
        actions={useImportAction('certifications', accountId)}
        heading={
          <Text as="h2" kind="title">
            {t('certifications:ofUsers.title')}
          </Text>
        }
        create={
          <CreateLink
            href={`${listOfAccount(accountId)}/create`}
            label={t('certifications:ofUsers.create')}
            blocked={blocked}
          />
        }
        empty={<Empty title={t('certifications:ofUsers.empty')}>{t('certifications:ofUsers.emptyText')}</Empty>}
      />
      {dialog}
    </>
  )
}

function OfAccount({ accountId, blocked }: ListProps) {
  const { t } = useTranslation('certifications')
  const { data, error, refetch } = useQuery(accountCertificatesQuery(accountId))
  const failed = data === undefined && error !== null
  const list: List<AccountCertificate> = {
    ...wholeList(data),
    ...(failed && { status: 'error', error, retry: () => void refetch() }),
  }
  return (
    <DataTable
      list={list}
      columns={useAccountCertificateColumns()}
      rowKey={({ accountCertificateId }) => accountCertificateId}
      rowLink={(row) => hrefOf(ofAccount(row))}
      label={t('ofAccount.title')}
      failed={t('fetchError')}
      exportAs="account-certifications"
      paging={false}
      heading={
        <Row gap="xl">
          <Text as="h2" kind="title">
            {t('ofAccount.title')}
          </Text>
          <CreateLink
            href={`${listOfAccount(accountId)}/create/account`}
            label={t('ofAccount.create')}
            blocked={blocked}
          />
        </Row>
      }
      empty={<Empty title={t('ofAccount.empty')}>{t('ofAccount.emptyText')}</Empty>}
    />
  )
}
