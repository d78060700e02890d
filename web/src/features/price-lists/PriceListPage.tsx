import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PriceList } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { useCan } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Columns } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page, Sections } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useBlocked } from './blocked.ts'
import { EditListDialog } from './EditListDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { ListFacts } from './ListFacts.tsx'
import { ListPrices } from './ListPrices.tsx'
import { priceListQuery } from './queries.ts'
import { RemoveListDialog } from './RemoveListDialog.tsx'

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
    <Page title={list?.name ?? ''} loading={list === undefined} back={back} actions={list && <Actions list={list} />}>
      <Columns rail="19rem">
        <Sections inOrder>
          <ListPrices list={list} />
          <HistoryBlock entity="price_list" entityId={id} />
        </Sections>
        <ListFacts id={id} list={list} />
      </Columns>
    </Page>
  )
}

function Actions({ list }: { list: PriceList }) {
  const { t } = useTranslation('priceLists')
  const navigate = useNavigate()
  const blocked = useBlocked()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  // Accounts that only use a list see its prices, but not its history.
  const isReadable = list.accountName !== null
  return (
    <>
      {isReadable && (
        <ActionButton variant="default" onClick={() => setOpen('history')}>
          {t('detail.history')}
        </ActionButton>
      )}
      <ActionButton variant="default" blocked={blocked(list.blocked.update)} onClick={() => setOpen('edit')}>
        {t('detail.edit')}
      </ActionButton>
      <ActionMenu
        label={t('detail.more')}
        variant="default"
        actions={[
          {
            label: t('detail.delete'),
            destructive: true,
            blocked: list.blocked.delete === 'PR523' ? null : blocked(list.blocked.delete),
            onClick: () => setOpen('remove'),
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
