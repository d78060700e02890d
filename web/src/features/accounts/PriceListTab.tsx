import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Association } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { loadTexts } from '../../app/i18n.ts'
import { useCan, useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { later } from '../../ui/later.tsx'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AccountPrices, pricesQuery } from './AccountPrices.tsx'
import { AssociateDialog } from './AssociateDialog.tsx'
import { DissociateDialog } from './DissociateDialog.tsx'
import { accountQuery, associationQuery, hasCredit } from './queries.ts'

const CreditPanel = later(async () => {
  const [panel] = await Promise.all([import('./CreditPanel.tsx'), loadTexts('accountCredit')])
  return panel
})

/** The tab /accounts/{id}/pricelist: what the account pays, who assigned the list, and what it may owe. */
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

/** Why the reader cannot assign a price list to this account (rules R4); null when it is allowed. */
function useWhyNotAssociate(level: number | undefined): string | null {
  const { t } = useTranslation('accounts')
  const me = useMe()
  const mayCreate = useCan('PriceLists', 'c')
  if (!mayCreate) return t('priceList.mayNot')
  return level === undefined || me.account.level < level ? null : t('priceList.notBelow')
}

function Served({ id }: { id: string }) {
  const { t } = useTranslation('accounts')
  const [open, setOpen] = useState<'give' | 'take' | null>(null)
  const maySeeProducts = useCan('Products', 'r')
  const { data: account } = useQuery(accountQuery(id))
  const { data, error, refetch } = useQuery(associationQuery(id))
  const blocked = useWhyNotAssociate(account?.level)
  // An account that has no list and still sees prices is the vendor, which buys at the MSRP (rules R3).
  const hasNone = data?.priceListId === null
  const unlisted = useQuery({ ...pricesQuery(id), enabled: hasNone && maySeeProducts })
  const isRoot = hasNone && (unlisted.data?.length ?? 0) > 0
  const isOwn = data !== undefined && data.priceListId !== null && data.inherited === false
  const close = () => setOpen(null)
  const isKnown = account !== undefined && data !== undefined
  return (
    <Stack>
      {account && hasCredit(account) && <CreditPanel account={account} />}
      {/* Its actions decide its height: what is below comes with them. */}
      <Panel
        key={isKnown ? 'known' : 'outline'}
        title={t('priceList.title')}
        actions={
          <>
            {isOwn && (
              <ActionButton variant="default" blocked={blocked} onClick={() => setOpen('take')}>
                {t('priceList.take')}
              </ActionButton>
            )}
            {!isKnown ? (
              <Button variant="default" disabled>
                {t('priceList.change')}
              </Button>
            ) : (
              <ActionButton variant="default" blocked={blocked} onClick={() => setOpen('give')}>
                {t(isOwn ? 'priceList.change' : 'priceList.give')}
              </ActionButton>
            )}
          </>
        }
      >
        {data === undefined && error !== null ? (
          isProblem(error, 'RQ404', 'RQ403') ? (
            <ScreenError error={error} />
          ) : (
            <ErrorBlock error={error} title={t('priceList.fetchError')} retry={() => void refetch()} />
          )
        ) : isRoot ? (
          <Text kind="quiet">{t('priceList.root')}</Text>
        ) : hasNone && account !== undefined && !unlisted.isLoading ? (
          <Empty title={t('priceList.none', { account: account.accountName })} icon={IconListDetails}>
            {t('priceList.noneText')}
          </Empty>
        ) : (
          <ServedBy association={hasNone ? undefined : data} />
        )}
      </Panel>
      {maySeeProducts && isKnown && (isRoot || !hasNone) && <AccountPrices accountId={id} />}
      {isKnown && (
        <>
          <AssociateDialog account={account} association={data} opened={open === 'give'} onClose={close} />
          <DissociateDialog account={account} association={data} opened={open === 'take'} onClose={close} />
        </>
      )}
    </Stack>
  )
}

function ServedBy({ association }: { association: z.output<typeof Association> | undefined }) {
  const { t } = useTranslation('accounts')
  const from = association?.inheritedFrom
  return (
    <Facts loading={association === undefined}>
      <Fact label={t('priceList.name')}>
        <EntityLink href={`/pricelists/${association?.priceListId}`}>{association?.priceListName}</EntityLink>
      </Fact>
      <Fact label={t('priceList.from')}>
        {!association?.inherited ? (
          t('priceList.fromItself')
        ) : from ? (
          <EntityLink href={`/accounts/${from.id}/pricelist`}>{from.name}</EntityLink>
        ) : (
          t('priceList.fromAbove')
        )}
      </Fact>
      <Fact label={t('priceList.propagates')}>
        {t(association?.canPropagate ? 'priceList.propagatesYes' : 'priceList.propagatesNo')}
      </Fact>
    </Facts>
  )
}
