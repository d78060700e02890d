import { useQuery } from '@tanstack/react-query'
import { type PriceList, priceListList } from '@trellis/contract/price-lists'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { useBlocked } from './blocked.ts'
import { currenciesQuery } from './queries.ts'

const field = fieldsOf(priceListList)

/** The columns of the price lists, with the actions on each. */
export function usePriceListColumns(onRemove: (list: PriceList) => void): Column<PriceList>[] {
  const { t } = useTranslation('priceLists')
  const blocked = useBlocked()
  const currencies = useQuery(currenciesQuery).data ?? []
  return [
    field('name', t('name'), { href: ({ priceListId }) => `/pricelists/${priceListId}` }),
    field('accountName', t('owner'), {
      cell: ({ accountId, accountName }) =>
        accountName === null ? (
          t('ownerAbove')
        ) : (
          <EntityLink href={`/accounts/${accountId}/pricelist`}>{accountName}</EntityLink>
        ),
    }),
    field('currencyCode', t('currency'), {
      choices: Object.fromEntries(
        currencies.map(({ currencyCode, currencyName }) => [currencyCode, `${currencyCode} · ${currencyName}`]),
      ),
    }),
    field('productCount', t('products'), { kind: 'number' }),
    field('creationDate', t('creationDate'), { kind: 'date' }),
    field('createdBy', t('createdBy')),
    field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (row) => (
        <ActionMenu
          label={t('actionsOf', { list: row.name })}
          actions={[
            {
              label: t('detail.delete'),
              destructive: true,
              // Deleting a list in use is not blocked here, because the server's answer names the accounts that use it.
              blocked: row.blocked.delete === 'PR523' ? null : blocked(row.blocked.delete),
              onClick: () => onRemove(row),
            },
          ]}
        />
      ),
    },
  ]
}
