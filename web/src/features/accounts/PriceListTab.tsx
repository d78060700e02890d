import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { priceLists } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AssociateDialog } from './AssociateDialog.tsx'
import { accountQuery, associationQuery } from './queries.ts'

/** /accounts/{id}/pricelist: what the account pays, and by whose decision. */
export function PriceListTab({ id }: { id: string }) {
  const { t } = useTranslation('accounts')
  return useCan('PriceLists', 'r') ? (
    <Served id={id} />
  ) : (
    <Panel>
      <NoPermission>{t('noList')}</NoPermission>
    </Panel>
  )
}

/** Why the reader gives this account no price list (specification, core 5); null when they may. */
function useWhyNotAssociate(level: number | undefined): string | null {
  const { t } = useTranslation('accounts')
  const me = useMe()
  const mayCreate = useCan('PriceLists', 'c')
  if (!mayCreate) return t('priceList.mayNot')
  return level === undefined || me.account.level < level ? null : t('priceList.notBelow')
}

function Served({ id }: { id: string }) {
  const { t } = useTranslation('accounts')
  const confirm = useConfirm()
  const [choosing, setChoosing] = useState(false)
  const { data: account } = useQuery(accountQuery(id))
  const { data, error, refetch } = useQuery(associationQuery(id))
  const blocked = useWhyNotAssociate(account?.level)
  const dissociate = useWrite(priceLists.dissociate, {
    invalidates: ['/pricelists', '/orders/stock'],
    success: 'accounts:priceList.removed',
    failure: 'accounts:priceList.error',
  })
  const name = { account: account?.accountName ?? '' }
  const isOwn = data !== undefined && data.priceListId !== null && data.inherited === false
  const take = async () => {
    const sure = await confirm({
      title: t('priceList.takeTitle', { ...name, list: data?.priceListName ?? '' }),
      text: t('priceList.takeText', name),
      confirm: t('priceList.take'),
      cancel: t('remove.keep'),
      destructive: true,
    })
    if (sure) dissociate.mutate({ params: { accountId: id }, body: { priceListId: data?.priceListId ?? null } })
  }
  const choose = (
    <ActionButton variant="default" blocked={blocked} onClick={() => setChoosing(true)}>
      {t(isOwn ? 'priceList.change' : 'priceList.give')}
    </ActionButton>
  )
  return (
    <Panel
      title={t('priceList.title')}
      actions={
        <>
          {isOwn && (
            <ActionButton
              variant="default"
              blocked={blocked}
              onClick={() => void take()}
              disabled={dissociate.isPending}
            >
              {t('priceList.take')}
            </ActionButton>
          )}
          {choose}
        </>
      }
    >
      {data === undefined && error !== null ? (
        <ScreenError error={error} retry={() => void refetch()} />
      ) : data !== undefined && data.priceListId === null ? (
        <Empty title={t('priceList.none', name)} icon={IconListDetails}>
          {t('priceList.noneText')}
        </Empty>
      ) : (
        <DefinitionList
          loading={data === undefined}
          items={[
            { term: t('priceList.name'), value: <EntityLink>{data?.priceListName}</EntityLink> },
            {
              term: t('priceList.from'),
              value: data?.inherited ? (
                data.inheritedFrom === null ? (
                  t('priceList.fromAbove')
                ) : (
                  <EntityLink href={`/accounts/${data.inheritedFrom.id}/pricelist`}>
                    {data.inheritedFrom.name}
                  </EntityLink>
                )
              ) : (
                t('priceList.fromItself')
              ),
            },
            {
              term: t('priceList.propagates'),
              value: data?.canPropagate ? t('priceList.propagatesYes') : t('priceList.propagatesNo'),
            },
          ]}
        />
      )}
      {account !== undefined && data !== undefined && (
        <AssociateDialog account={account} association={data} opened={choosing} onClose={() => setChoosing(false)} />
      )}
    </Panel>
  )
}
