import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import {
  type Certificate,
  certificateKinds,
  certificateStatuses,
  certificateList as declared,
} from '@trellis/contract/certificates'
import { mayDefineCertificates } from '@trellis/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { KnownTag } from '../../app/KnownTag.tsx'
import { useMe } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { ColorDot } from '../../ui/ColorDot.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { laterDialog } from '../../ui/later.tsx'
import { Row } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { certificateList } from './lists.ts'
import { useRemoveDefinition, useWhyNotDefine } from './useDefinitionActions.ts'

const DefinitionDialog = laterDialog(
  () => import('./DefinitionDialog.tsx'),
  ({ certificate }) => certificate !== null,
)

const field = fieldsOf(declared)
const Route = getRouteApi('/_frame/certifications')

const tones: Record<Certificate['status'], Tone> = { Pending: 'neutral', Confirmed: 'success', Canceled: 'warning' }

/** The page /certifications: what the tenant issues. */
export function DefinitionsPage() {
  const { t } = useTranslation('certifications')
  const list = useList(certificateList, Route)
  const mayDefine = mayDefineCertificates(useMe().permissions)
  const [open, setOpen] = useState<Certificate | 'new' | null>(null)
  const columns: Column<Certificate>[] = [
    field('name', t('definition.name'), {
      cell: ({ name, badgeColor }) => (
        <Row as="span">
          <ColorDot color={badgeColor} />
          {name}
        </Row>
      ),
      hint: ({ description }) => description,
      more: [
        { path: 'description', label: t('definition.description') },
        { path: 'badgeColor', label: t('definition.badgeColor') },
      ],
    }),
    field('category', t('definition.category')),
    field('kind', t('definition.kind'), {
      words: Object.fromEntries(certificateKinds.map((kind) => [kind, t(`definition.kinds.${kind}`)])),
    }),
    field('durationMonths', t('definition.durationMonths'), { kind: 'number' }),
    field('issued', t('definition.issued'), { kind: 'number' }),
    field('status', t('status'), {
      words: Object.fromEntries(certificateStatuses.map((status) => [status, t(`definition.statuses.${status}`)])),
      cell: ({ status }) => (
        <KnownTag
          kind="certificate status"
          value={status}
          tones={tones}
          word={(known) => t(`definition.statuses.${known}`)}
        />
      ),
      card: 'corner',
    }),
    {
      id: 'actions',
      header: '',
      cell: (certificate) => <RowActions certificate={certificate} onEdit={() => setOpen(certificate)} />,
      align: 'right',
      hideable: false,
      card: 'corner',
    },
  ]
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={
        <ActionButton
          onClick={() => setOpen('new')}
          blocked={mayDefine ? null : t('definition.mayNot')}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('definition.add')}
        </ActionButton>
      }
    >
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ certificateId }) => certificateId}
        label={t('title')}
        find={t('find')}
        failed={t('definition.fetchError')}
        exportAs="certificates"
        empty={<Empty title={t('definition.empty')}>{t('definition.emptyText')}</Empty>}
      />
      <DefinitionDialog certificate={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

function RowActions({ certificate, onEdit }: { certificate: Certificate; onEdit: () => void }) {
  const { t } = useTranslation('certifications')
  const whyNot = useWhyNotDefine()
  const remove = useRemoveDefinition()
  return (
    <ActionMenu
      label={t('definition.actionsFor', { name: certificate.name })}
      actions={[
        { label: t('definition.edit'), onClick: onEdit, blocked: whyNot('update', certificate) },
        {
          label: t('definition.remove'),
          onClick: () => void remove(certificate),
          blocked: whyNot('delete', certificate),
          destructive: true,
        },
      ]}
    />
  )
}
