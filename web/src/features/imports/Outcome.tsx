import { IconCircleCheck } from '@tabler/icons-react'
import type { Import, ImportKind } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { later } from '../../ui/later.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Counts } from './Counts.tsx'
import type { ImportState } from './useImport.ts'

const UndoImport = later(() => import('./preview/UndoImport.tsx'))

interface OutcomeProps {
  kind: ImportKind
  account: string | undefined
  state: ImportState
  report: Import
}

/** Shown when the import has finished. */
export function Outcome({ kind, account, state, report }: OutcomeProps) {
  const { t } = useTranslation('imports')
  return (
    <Panel>
      <div role="status">
        <Empty
          title={
            report.undo.undoneDate === null
              ? t('outcome.title', { count: report.counts.new + report.counts.changed })
              : t('outcome.undone')
          }
          icon={IconCircleCheck}
          action={
            <>
              <Button variant="default" onClick={() => state.take(null)}>
                {t('outcome.again')}
              </Button>
              <LinkButton href={listOf(kind, account)}>{t(`outcome.list.${kind}`)}</LinkButton>
            </>
          }
        >
          <Counts counts={report.counts} dryRun={false} />
          {report.counts.bad > 0 && <p>{t('outcome.refused', { count: report.counts.bad })}</p>}
        </Empty>
      </div>
      {(report.undo.until !== null || report.undo.undoneDate !== null) && (
        <UndoImport
          importId={report.importId}
          kind={kind}
          fileName={report.fileName}
          undo={report.undo}
          waiting={null}
        />
      )}
    </Panel>
  )
}

const lists = {
  settings: '/settings',
  roles: '/settings/roles',
  addresses: '/accounts',
  features: '/products/features',
  'product-types': '/products/types',
  products: '/products',
  'price-lists': '/pricelists',
  'price-list-accounts': '/pricelists',
  'price-plans': '/pricelists',
  stock: '/stocks',
  thresholds: '/stocks',
  orders: '/sell-out',
  licenses: '/licenses',
  seats: '/licenses',
  environments: '/accounts',
  certificates: '/certifications',
  certifications: '/certifications',
  deals: '/deals',
}

function listOf(kind: ImportKind, account: string | undefined): string {
  if (kind === 'accounts') return account === undefined ? '/accounts' : `/accounts/${account}`
  if (kind === 'users') return account === undefined ? '/profile/account' : `/accounts/${account}/users`
  return lists[kind]
}
