import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { fileOf } from '../../app/calls.ts'
import { useCan } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { usePdf } from '../../app/usePdf.ts'
import { Folds } from '../../ui/Fold.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordBar } from '../../ui/RecordBar.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { useBlocked } from './blocked.ts'
import { EditListDialog } from './EditListDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ListFacts, ListFigures } from './ListFacts.tsx'
import { ListPrices } from './ListPrices.tsx'
import { PastOrders } from './plans/PastOrders.tsx'
import { PlansPanel } from './plans/PlansPanel.tsx'
import { priceListQuery } from './queries.ts'
import { RemoveListDialog } from './removeList.ts'

type Open = 'edit' | 'remove' | 'history' | null

export function PriceListPage({ id }: { id: string }) {
  const { t } = useTranslation('priceLists')
  const mayRead = useCan('PriceLists', 'r')
  const { data: list, error, refetch } = useQuery({ ...priceListQuery(id), enabled: mayRead })
  const back = { href: '/pricelists', label: t('title') }
  if (!mayRead || (list === undefined && error !== null)) {
    return (
      <Page title={t('form.about')} back={back}>
        <Panel>
          {mayRead ? (
            <ScreenError error={error} title={t('fetchOneError')} retry={() => void refetch()} back={back} />
          ) : (
            <NoPermission />
          )}
        </Panel>
      </Page>
    )
  }
  return (
    <RecordPage title={list?.name ?? ''} loading={list === undefined} back={back} bar={list && <Actions list={list} />}>
      <ListFigures list={list} />
      <RecordColumns
        rail={
          <>
            <ListFacts id={id} list={list} />
            {list && list.accountName !== null && <PlansPanel list={list} />}
          </>
        }
      >
        <ListPrices list={list} />
        <Folds>
          <HistoryBlock entity="price_list" entityId={id} />
          {/* Last, because it is known late whether it stands here. */}
          {list && list.accountName !== null && <PastOrders priceListId={id} />}
        </Folds>
      </RecordColumns>
    </RecordPage>
  )
}

function Actions({ list }: { list: PriceList }) {
  const { t } = useTranslation('priceLists')
  const navigate = useNavigate()
  const blocked = useBlocked()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const pdf = usePdf({
    load: async (language) => ({
      fileName: `${list.name}.pdf`,
      file: await fileOf(priceLists.pdf, { params: { id: list.priceListId }, query: language }),
    }),
    failure: (why) => t('detail.pdfFailed', { why }),
  })
  // Accounts that only use a list see its prices, but not its history.
  const isReadable = list.accountName !== null
  return (
    <>
      <RecordBar
        label={t('detail.more')}
        actions={[
          {
            id: 'edit',
            label: t('detail.edit'),
            onClick: () => setOpen('edit'),
            blocked: blocked(list.blocked.update),
            place: 'beside',
          },
          {
            id: 'pdf',
            label: 'PDF',
            name: t('detail.pdfOf', { name: list.name }),
            icon: <IconFileTypePdf size={16} aria-hidden />,
            onClick: pdf.save,
            loading: pdf.busy,
            place: 'minor',
          },
          ...(isReadable
            ? [
                {
                  id: 'history',
                  label: t('detail.history'),
                  onClick: () => setOpen('history'),
                  place: 'minor' as const,
                },
              ]
            : []),
          {
            id: 'remove',
            label: t('detail.delete'),
            onClick: () => setOpen('remove'),
            blocked: list.blocked.delete === 'PR523' ? null : blocked(list.blocked.delete),
            destructive: true,
            place: 'menu',
          },
        ]}
      />
      <EditListDialog list={list} opened={open === 'edit'} onClose={close} />
      <HistoryDialog list={list} opened={open === 'history'} onClose={close} />
      <RemoveListDialog
        list={open === 'remove' ? list : null}
        onClose={close}
        onRemoved={() => navigate({ to: '/pricelists' })}
      />
    </>
  )
}
