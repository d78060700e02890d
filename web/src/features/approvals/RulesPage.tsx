import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ApprovalRule, approvalRules } from '@trellis/contract/approvals'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNeedsWords } from '../../app/approvals/useNeedsWords.ts'
import { useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { later } from '../../ui/later.tsx'
import { Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { PromisePanel } from './PromisePanel.tsx'
import { rulesQuery } from './queries.ts'
import { useConditions } from './useConditions.ts'

const RuleDialog = later(() => import('./RuleDialog.tsx'))

interface RulesPageProps {
  title: string
  /** Tabs to the other profile pages. */
  tabs: ReactNode
}

/** The page /profile/approvals: the rules of the reader's own account, and its promise (rules G35, G42). */
export function RulesPage({ title, tabs }: RulesPageProps) {
  const { t } = useTranslation('approvals')
  const own = useMe().account
  const { data, error, refetch } = useQuery(rulesQuery)
  const [open, setOpen] = useState<ApprovalRule | 'new' | null>(null)
  const columns = useColumns(data?.mayChange === true, setOpen)
  const blocked = data?.mayChange === false ? t('rules.mayNot') : null
  if (data === undefined && error !== null)
    return (
      <Page title={title} documentTitle={t('documentTitle')} below={tabs}>
        <ScreenError error={error} title={t('rules.fetchError')} retry={() => void refetch()} />
      </Page>
    )
  return (
    <Page title={title} documentTitle={t('documentTitle')} below={tabs} inOrder>
      <Panel
        title={t('rules.title', { account: own.accountName })}
        description={t('rules.text')}
        flush
        actions={
          <ActionButton
            size="compact-sm"
            variant="default"
            blocked={blocked}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t('rules.add')}
          </ActionButton>
        }
      >
        <DataTable
          list={wholeList(data?.items)}
          columns={columns}
          rowKey={({ ruleId }) => ruleId}
          label={t('documentTitle')}
          paging={false}
          empty={<Empty title={t('rules.empty')}>{t('rules.emptyText')}</Empty>}
        />
      </Panel>
      {data !== undefined && <PromisePanel promise={data.promise} mayChange={data.mayChange} />}
      {open !== null && (
        <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} onMissing={() => setOpen(null)} />
      )}
    </Page>
  )
}

function useColumns(mayChange: boolean, onEdit: (rule: ApprovalRule) => void): Column<ApprovalRule>[] {
  const { t } = useTranslation('approvals')
  const needs = useNeedsWords()
  const conditionsOf = useConditions()
  const when = (rule: ApprovalRule) => [t(`applies.${rule.appliesTo}`), ...conditionsOf(rule)].join(', ')
  return [
    {
      id: 'name',
      header: t('rules.name'),
      cell: ({ name }) => <Text kind="strong">{name}</Text>,
      text: ({ name }) => name,
    },
    { id: 'when', header: t('rules.when'), cell: when, text: when, card: 'wide' },
    { id: 'needs', header: t('rules.needs'), cell: needs, text: needs, card: 'wide' },
    {
      id: 'state',
      header: t('rules.state'),
      cell: ({ isEnabled }) => (
        <StatusTag tone={isEnabled ? 'success' : 'neutral'}>{t(isEnabled ? 'rules.on' : 'rules.off')}</StatusTag>
      ),
      text: ({ isEnabled }) => t(isEnabled ? 'rules.on' : 'rules.off'),
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (rule) => <RuleActions rule={rule} mayChange={mayChange} onEdit={() => onEdit(rule)} />,
    },
  ]
}

interface RuleActionsProps {
  rule: ApprovalRule
  mayChange: boolean
  onEdit: () => void
}

function RuleActions({ rule: { ruleId, name }, mayChange, onEdit }: RuleActionsProps) {
  const { t } = useTranslation('approvals')
  const confirm = useConfirm()
  const remove = useWrite(approvalRules.remove, {
    invalidates: ['/approvalRules', '/orders', '/deals'],
    success: 'approvals:rules.removed',
  })
  const blocked = mayChange ? null : t('rules.mayNot')
  const ask = async () => {
    const isSure = await confirm({
      title: t('rules.removeTitle', { name }),
      text: t('rules.removeText'),
      confirm: t('rules.remove'),
      destructive: true,
    })
    if (isSure) remove.mutate({ params: { id: ruleId } })
  }
  return (
    <ActionMenu
      label={t('rules.actionsFor', { name })}
      actions={[
        { label: t('rules.edit'), onClick: onEdit, blocked },
        { label: t('rules.remove'), onClick: () => void ask(), blocked, destructive: true },
      ]}
    />
  )
}
