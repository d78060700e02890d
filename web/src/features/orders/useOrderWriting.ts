import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import type { Line } from '../../app/lines/lines.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale } from '../../app/queries.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { type Question, useConfirm } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/leave.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Draft, type Faults, faultsOf, faultsOfIssues, isWorthKeeping, withBuyer, withPrices } from './draft.ts'
import { pricesOf } from './refusals.ts'

interface Writing {
  side: 'sell-in' | 'sell-out'
  initial: Draft
  /** Additional fields of the payload. */
  about?: { parentAccountId?: string | undefined; derivedOrderId?: string | undefined }
  /** The confirmation question, which says what saving will do. */
  question: (draft: Draft) => Question
}

export interface ChangedPrice {
  productId: string
  name: string
  before: number | null
  now: number
}

export type OrderWriting = ReturnType<typeof useOrderWriting>

/**
 * The state of the form for a new order, from the first product to the redirect to the new order. A rejected
 * save keeps the typed values.
 */
export function useOrderWriting({ side, initial, about = {}, question }: Writing) {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const confirm = useConfirm()
  const isFirst = useIsFirstStep()
  const [draft, setDraft] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [asked, setAsked] = useState(0)
  const [untouched] = useState(initial)
  // A prefilled purchase can be restored from its URL, but a restored sale exists only here: ask before leaving
  // it even unchanged.
  const [leavingTo, leave] = useLeaving(isWorthKeeping(draft) && (draft !== untouched || side === 'sell-out'))
  const create = useWrite(orders.create, {
    invalidates: ['/orders', '/first-steps'],
    failure: 'orders:toast.createError',
    quiet: ['OC529'],
    onSuccess: ({ id, orderCode }) => {
      toast.success(t('toast.created', { code: orderCode }))
      leave(isFirst ? firstStepsHref : `/${side}/${id}`)
    },
  })
  const needsBuyer = side === 'sell-out'

  const become = (next: Draft) => {
    setDraft(next)
    setFaults({})
  }

  const refused = (error: unknown) => {
    setFailure(error)
    if (isProblem(error, 'RQ422')) {
      setFaults(faultsOfIssues(error.issues))
      setAsked((times) => times + 1)
    }
    // The server rejected stale data: refetch stock and prices.
    if (isProblem(error, 'OC527', 'OC529', 'RQ422')) void markStale(client, [stock.available, catalogue.search])
  }

  const saveDraft = async (asWritten: Draft) => {
    if (create.isPending) return
    const found = faultsOf(asWritten, needsBuyer)
    setFaults(found)
    if (Object.keys(found).length > 0) return setAsked((times) => times + 1)
    if (!(await confirm(question(asWritten)))) return
    setFailure(null)
    create.mutate({ body: bodyOf(asWritten, about) }, { onError: refused })
  }

  const current = pricesOf(failure)
  const changedPrices = draft.lines.flatMap(({ productId, name, price }): ChangedPrice[] => {
    const now = current.get(productId)
    return now === undefined || now === price ? [] : [{ productId, name, before: price, now }]
  })

  return {
    draft,
    faults,
    failure,
    /** Number of rejected saves with invalid fields; a change moves the focus. */
    asked,
    saving: create.isPending || leavingTo !== null,
    changedPrices,
    leave,
    chooseBuyer: (buyerId: string | null) => {
      setFailure(null)
      become(withBuyer(draft, buyerId))
    },
    edit: (change: (lines: readonly Line[]) => readonly Line[]) => become({ ...draft, lines: change(draft.lines) }),
    say: (said: Partial<Pick<Draft, 'orderRefCode' | 'orderNote' | 'addressId'>>) => become({ ...draft, ...said }),
    startOver: (from: Draft) => {
      setFailure(null)
      become(from)
    },
    save: () => void saveDraft(draft),
    takePrices: () => {
      const renewed = withPrices(draft, current)
      setFailure(null)
      become(renewed)
      void saveDraft(renewed)
    },
  }
}

/** Converts the validated draft to the payload. */
function bodyOf(draft: Draft, about: Writing['about'] = {}) {
  return {
    ...(draft.buyerId === null ? {} : { buyerAccountId: draft.buyerId }),
    ...about,
    ...(draft.addressId === null ? {} : { addressId: draft.addressId }),
    orderRefCode: draft.orderRefCode.trim() === '' ? null : draft.orderRefCode.trim(),
    orderNote: draft.orderNote.trim() === '' ? null : draft.orderNote,
    items: draft.lines.map(({ productId, quantity, price }) => ({
      productId,
      quantity: quantity ?? 0,
      price: price ?? 0,
    })),
  }
}

/** Navigates to an internal URL after turning the leave guard off, so that the user is not asked. */
function useLeaving(dirty: boolean): [string | null, (href: string) => void] {
  const [href, leave] = useState<string | null>(null)
  const navigate = useNavigate()
  useLeaveGuard(dirty && href === null)
  useEffect(() => {
    if (href !== null) void navigate({ ...targetOf(href), replace: false })
  }, [href, navigate])
  return [href, leave]
}
