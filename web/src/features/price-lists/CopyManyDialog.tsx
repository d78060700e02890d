import type { RequestOf } from '@trellis/contract/endpoint'
import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { maximumLimit } from '@trellis/contract/search'
import { Id, requiredText } from '@trellis/contract/values'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { AccountField } from '../../app/AccountField.tsx'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import type { Chosen } from '../../app/bulk/useBulk.tsx'
import { call, callWith } from '../../app/calls.ts'
import { useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { newKey } from '../../app/useWrite.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { fromWire } from './discount.ts'
import { changesOf, newLine } from './grid.ts'
import { useArticles } from './queries.ts'

interface CopyManyDialogProps {
  lists: Chosen<PriceList>
  onClose: (done: readonly string[]) => void
}

interface Attempt {
  body: RequestOf<typeof priceLists.create>['body']
  idempotencyKey: string
}

const Values = z.object({ suffix: requiredText(100), parentAccountId: Id })

/** Copies many price lists with their current prices, for an account in reach. */
export default function CopyManyDialog({ lists, onClose }: CopyManyDialogProps) {
  const { t } = useTranslation('priceLists')
  const { account } = useMe()
  const { articles, error, retry } = useArticles()
  const form = useZodForm(Values, { suffix: t('bulk.copySuffix'), parentAccountId: account.accountId })
  const input = inputsOf(form)
  const { suffix, parentAccountId } = form.watch()
  const made = useRef(new Map<string, string>())
  const unanswered = useRef(new Map<string, Attempt>())
  const nameOf = ({ name }: PriceList, number = 1) =>
    `${name} (${suffix.trim()}${number === 1 ? '' : ` ${number}`})`.trim()
  const draftOf = async (list: PriceList): Promise<Attempt> => {
    const { products = [] } = await call(priceLists.read, { params: { id: list.priceListId } })
    // Products that have been deleted, or that the reader cannot see, cannot be on a new list.
    const known = new Map(articles?.map((article) => [article.productId, article]))
    const lines = products.flatMap((product) => {
      const article = known.get(product.productId)
      return article === undefined ? [] : [newLine(article, fromWire(product))]
    })
    const filterBy = [{ field: 'name' as const, values: [list.name] }]
    const { items } = await call(priceLists.search, { body: { parentAccountId, filterBy, limit: maximumLimit } })
    const taken = new Set(items.map(({ name }) => name))
    let number = 1
    while (taken.has(nameOf(list, number))) number += 1
    const { currencyId } = list
    const body = { currencyId, parentAccountId, items: changesOf(lines).items, name: nameOf(list, number) }
    return { body, idempotencyKey: newKey() }
  }
  const copy = async (list: PriceList) => {
    const key = list.priceListId
    // A retry after a lost answer sends the same Idempotency-Key, so that no second copy is created.
    const attempt = unanswered.current.get(key) ?? (await draftOf(list))
    unanswered.current.set(key, attempt)
    const { body, ...options } = attempt
    try {
      made.current.set(key, (await callWith(priceLists.create, { body }, options)).id)
      unanswered.current.delete(key)
    } catch (error) {
      if (isProblem(error) && !error.transient) unanswered.current.delete(key)
      throw error
    }
  }
  return (
    <RunDialog<PriceList>
      rows={lists}
      rowKey={({ priceListId }) => priceListId}
      nameOf={({ name }) => name}
      hrefOf={({ priceListId }) => `/pricelists/${priceListId}`}
      whyNot={() => null}
      becomes={(list) => t('bulk.copyBecomes', { name: nameOf(list), count: list.productCount })}
      send={copy}
      takeBack={async ({ priceListId }) => {
        const id = made.current.get(priceListId)
        if (id !== undefined) await call(priceLists.remove, { params: { id } })
      }}
      title={t('bulk.copyTitle', { count: lists.length })}
      text={t('bulk.copyText')}
      confirm={(count) => t('bulk.copyConfirm', { count })}
      isReady={articles !== undefined && suffix.trim() !== '' && parentAccountId !== ''}
      invalidates={['/pricelists']}
      onClose={onClose}
    >
      <Stack>
        {error !== null && <ErrorBlock error={error} shape="line" retry={retry} />}
        <TextField {...input('suffix')} label={t('bulk.copyName')} maximum={100} required />
        <AccountField
          control={form.control}
          name="parentAccountId"
          label={t('form.owner')}
          description={t('form.ownerText')}
          required
        />
      </Stack>
    </RunDialog>
  )
}
