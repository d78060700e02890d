import { Select, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RenewalAnswer, type RenewalPieces, type RenewalResult, renewals } from '@trellis/contract/renewals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../../app/me.ts'
import { useProductHref } from '../../../app/productHref.ts'
import { queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { FiguresTable, ProductCell } from '../../../ui/FiguresTable.tsx'
import { formatCalendarDay } from '../../../ui/format.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { StatusTag, type Tone } from '../../../ui/StatusTag.tsx'
import { costOf } from './groups.ts'
import { useSumText } from './Hero.tsx'
import styles from './renewals.module.css'

interface RenewDialogProps {
  keys: readonly { serialKey: string; dueDate: string | null }[]
  /** They were asked for on the pages of the keys, so their seller decides at once (rules K36). */
  wereAsked?: boolean
  /** `isDone`: the keys were renewed. */
  onClose: (isDone: boolean) => void
}

/** Renews keys: shows what is extended and what is ordered, then the result of each key. */
export default function RenewDialog({ keys, wereAsked = false, onClose }: RenewDialogProps) {
  const { t } = useTranslation(['renewals', 'ui', 'keyLink'])
  const mayOrder = useCan('Orders', 'c')
  const [orderMissing, setOrderMissing] = useState(mayOrder)
  const [productOf, setProductOf] = useState<Record<string, string>>({})
  const items = keys.map((key) => ({ ...key, productId: productOf[key.serialKey] ?? null }))
  const body = { items, orderMissing }
  const preview = useQuery({
    ...queryOf(renewals.preview, { body }),
    // Stock changes meanwhile: never show a preview from before.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  const renew = useWrite(renewals.renew, {
    invalidates: ['/renewals/search', '/renewals/figures', '/renewals/rate', '/licenses', '/orders'],
    failure: 'renewals:renew.error',
  })
  const answer = renew.data ?? preview.data
  const isDone = renew.data !== undefined
  const approving = useApproving(preview.data, wereAsked)
  const sums = useSumText()
  const close = () => onClose(isDone)
  const count = (outcome: RenewalResult['outcome']) =>
    answer?.items.filter((item) => item.outcome === outcome).length ?? 0
  const [extended, ordered] = [count('extended'), count('ordered')]
  return (
    <Dialog
      opened
      onClose={close}
      busy={renew.isPending}
      title={isDone ? t('renewals:renew.done') : t('renewals:renew.title', { count: keys.length })}
      size="lg"
    >
      {answer === undefined && preview.error ? (
        <ErrorBlock error={preview.error} title={t('renewals:renew.failed')} retry={() => void preview.refetch()} />
      ) : answer === undefined ? (
        <Lines count={6} />
      ) : (
        <Stack aria-busy={preview.isPlaceholderData || undefined}>
          <Stack gap="xs" role="status">
            {weight
              .filter((outcome) => count(outcome) > 0)
              .map((outcome) => (
                <Text key={outcome}>{t(`renewals:renew.${outcome}`, { count: count(outcome) })}</Text>
              ))}
            {ordered > 0 && !isDone && (
              <Text kind="strong">{t('renewals:renew.orders', { amount: sums(costOf(answer.pieces)) })}</Text>
            )}
          </Stack>
          {!isDone && (
            <Choices
              items={answer.items}
              onChoose={(serialKeys, productId) =>
                setProductOf({ ...productOf, ...Object.fromEntries(serialKeys.map((key) => [key, productId])) })
              }
            />
          )}
          {!isDone && ordered + count('short') > 0 && (
            <Switch
              label={t('renewals:renew.orderMissing')}
              description={mayOrder ? undefined : t('renewals:renew.noOrders')}
              disabled={!mayOrder}
              checked={orderMissing}
              onChange={({ currentTarget }) => setOrderMissing(currentTarget.checked)}
            />
          )}
          {!isDone && ordered > 0 && <Approving {...approving} />}
          <Results answer={answer} isDone={isDone} />
          {answer.pieces.length > 0 && <Pieces pieces={answer.pieces} />}
        </Stack>
      )}
      <DialogActions>
        <Button variant="default" onClick={close} disabled={renew.isPending} data-autofocus={isDone || undefined}>
          {t(isDone ? 'renewals:renew.close' : 'ui:leave.asItIs')}
        </Button>
        {!isDone && answer !== undefined && (
          <Button
            data-autofocus
            loading={renew.isPending}
            disabled={extended + ordered === 0 || preview.isPlaceholderData}
            onClick={() => renew.mutate({ body: { ...body, approve: approving.isChosen && ordered > 0 } })}
          >
            {extended > 0 && ordered === 0
              ? t('renewals:renew.submit', { count: extended })
              : ordered === 0
                ? t('renewals:renew.nothing')
                : approving.isChosen
                  ? t('keyLink:approveFor', { amount: sums(costOf(answer.pieces)) })
                  : t(`renewals:renew.${extended > 0 ? 'both' : 'orderOnly'}`, { amount: sums(costOf(answer.pieces)) })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** The seller may approve what is ordered in the same step: the owners' orders are decided by who is above them. */
function useApproving(answer: RenewalAnswer | undefined, wereAsked: boolean) {
  const mayApprove = useCan('Orders', 'u')
  const own = useMe().account.accountId
  const [isWanted, choose] = useState(wereAsked)
  const isPossible = mayApprove && (answer?.items ?? []).every(({ ownerAccount }) => ownerAccount.accountId !== own)
  return { isPossible, isChosen: isPossible && isWanted, choose }
}

function Approving({ isPossible, isChosen, choose }: ReturnType<typeof useApproving>) {
  const { t } = useTranslation('keyLink')
  if (!isPossible) return null
  return (
    <Switch
      label={t('approve')}
      description={t('approveText')}
      checked={isChosen}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  )
}

interface ChoicesProps {
  items: readonly RenewalResult[]
  onChoose: (serialKeys: string[], productId: string) => void
}

/** Which product renews the keys that several products renew: one choice for all keys with the same products. */
function Choices({ items, onChoose }: ChoicesProps) {
  const { t } = useTranslation('renewals')
  const groups = new Map<string, RenewalResult[]>()
  for (const item of items.filter(({ choices }) => choices.length > 1)) {
    const group = item.choices.map(({ productId }) => productId).join(' ')
    groups.set(group, [...(groups.get(group) ?? []), item])
  }
  return [...groups].map(([group, [first, ...others]]) => {
    if (first === undefined) return null
    const keys = [first, ...others].map(({ serialKey }) => serialKey)
    return (
      <Select
        key={group}
        label={t('renew.choice', { count: keys.length })}
        allowDeselect={false}
        value={first.renewal?.productId ?? null}
        data={first.choices.map(({ productId, name, sku }) => ({ value: productId, label: `${name} (${sku})` }))}
        onChange={(productId) => productId !== null && onChoose(keys, productId)}
      />
    )
  })
}

/** What leaves each account's stock, and what is missing there. */
function Pieces({ pieces }: { pieces: readonly RenewalPieces[] }) {
  const { t } = useTranslation('renewals')
  const hrefOf = useProductHref()
  const hasAccounts = new Set(pieces.map(({ account }) => account.accountId)).size > 1
  return (
    <FiguresTable
      label={t('renew.pieces')}
      heads={[t('product'), t('renew.taken'), t('renew.missing'), t('renew.price'), t('renew.toPay')]}
      rows={pieces.map(({ account, product, quantity, missing, price, currencyCode }) => ({
        id: `${account.accountId} ${product.productId}`,
        cells: [
          <ProductCell
            key="product"
            name={product.name}
            href={hrefOf(product.productId)}
            sku={hasAccounts ? `${product.sku} · ${account.accountName}` : product.sku}
          />,
          <Quantity key="taken" value={quantity} />,
          <Quantity key="missing" value={missing} />,
          <Money key="price" amount={price} currency={currencyCode} precise />,
          <Money key="cost" amount={price === null ? null : price * missing} currency={currencyCode} />,
        ],
      }))}
    />
  )
}

const tones: Record<RenewalResult['outcome'], Tone> = {
  extended: 'success',
  ordered: 'info',
  waiting: 'info',
  short: 'warning',
  refused: 'error',
}

/** What is not renewed stands first. */
const weight = ['refused', 'short', 'waiting', 'ordered', 'extended'] as const

function Results({ answer: { items }, isDone }: { answer: RenewalAnswer; isDone: boolean }) {
  const { t } = useTranslation('renewals')
  const { language } = useLocale()
  const hintOf = ({ outcome, reason, newDueDate }: RenewalResult) => {
    if (reason !== null) return t(`renew.reasons.${reason}`)
    if (outcome !== 'extended') return null
    return newDueDate === null
      ? t('renew.forGood')
      : t('renew.until', { date: formatCalendarDay(newDueDate.slice(0, 10), language) })
  }
  const inOrder = weight.flatMap((outcome) => items.filter((item) => item.outcome === outcome))
  return (
    <Stack as="ul" gap="sm" className={styles.results} tabIndex={0} aria-label={t('renew.results')}>
      {inOrder.map((item) => {
        const hint = hintOf(item)
        return (
          <Row as="li" key={item.licenseId} justify="between" data-outcome={item.outcome}>
            <EntityLink href={`/licenses/${item.serialKey}`} mono {...(hint && { hint })}>
              {item.serialKey}
            </EntityLink>
            <Row gap="lg">
              {item.order && (
                <EntityLink href={`/sell-in/${item.order.orderId}`} mono>
                  {item.order.orderCode}
                </EntityLink>
              )}
              <StatusTag tone={tones[item.outcome]}>
                {t(`renew.${isDone ? 'outcomes' : 'planned'}.${item.outcome}`)}
              </StatusTag>
            </Row>
          </Row>
        )
      })}
    </Stack>
  )
}
