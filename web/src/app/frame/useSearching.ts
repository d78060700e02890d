import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast.tsx'
import { useActFor } from '../own-accounts/useActFor.ts'
import { targetOf } from '../RouterLink.tsx'
import { useRemember } from '../useRemembered.ts'
import { type Finding, useFindings } from './findings.ts'
import type { HitAction } from './hits.ts'

export interface SearchProps {
  typed: string
  onType: (text: string) => void
  onClose: () => void
  onApprove: (orderId: string) => void
  /** Called when another screen was chosen. */
  onLeave: () => void
}

export type Searching = ReturnType<typeof useSearching>

/** The state of the palette: what was found, where the reader is in it, and what choosing does. */
export function useSearching(props: SearchProps, input: RefObject<HTMLInputElement | null>) {
  const { typed } = props
  const [asked] = useDebouncedValue(typed, 150)
  const { groups, settled, failed } = useFindings(asked)
  const [at, setAt] = useState(0)
  /** The hit whose actions are shown in place of the results. */
  const [acting, setActing] = useState<Finding | null>(null)
  const [actionAt, setActionAt] = useState(0)
  /** Enter was pressed before the results arrived: the first one is opened when they do. */
  const [opensFirst, setOpensFirst] = useState(false)
  const { open, act } = useActs(props)
  const all = groups.flatMap((group) => group.findings)
  const current = Math.min(at, all.length - 1)
  const busy = !settled || asked !== typed
  const count = acting ? acting.actions.length + 1 : all.length
  const active = acting ? actionAt : current
  const pointTo = acting ? setActionAt : setAt

  const openFirst = useEffectEvent(() => {
    setOpensFirst(false)
    open(all[0])
  })
  useEffect(() => {
    if (opensFirst && !busy) openFirst()
  }, [opensFirst, busy])

  function choose(position: number) {
    if (acting === null) open(all[position])
    else if (position === 0) open(acting)
    else {
      const action = acting.actions[position - 1]
      if (action) void act(action)
    }
  }

  return {
    groups,
    failed,
    all,
    busy,
    acting,
    count,
    current,
    actionAt,
    /** The position of the keyboard in what is shown. */
    active,
    pointTo,
    move: (position: number) => pointTo((position + count) % count),
    open,
    choose,
    enter: () => (acting || !busy ? choose(active) : setOpensFirst(true)),
    showActions: (finding: Finding | undefined) => {
      if (finding === undefined || finding.actions.length === 0) return
      setActing(finding)
      setActionAt(0)
      input.current?.focus()
    },
    leaveActions: () => setActing(null),
    /** Other text was typed. */
    startOver: () => {
      setAt(0)
      setActing(null)
      setOpensFirst(false)
    },
  }
}

/** Opens a hit, or does what one of its actions says. */
function useActs({ onClose, onApprove, onLeave }: SearchProps) {
  const { t } = useTranslation(['common', 'palette'])
  const router = useRouter()
  const remember = useRemember()
  const { actFor } = useActFor()
  const go = (href: string) => {
    onLeave()
    onClose()
    void router.navigate(targetOf(href))
  }
  return {
    open: (finding: Finding | undefined) => {
      if (finding === undefined) return
      if (finding.accountId !== undefined) {
        onClose()
        return void actFor(finding.accountId)
      }
      if (finding.record) remember(finding.record)
      go(finding.href)
    },
    act: async (action: HitAction) => {
      if ('text' in action) {
        const done = await navigator.clipboard?.writeText(action.text).then(
          () => true,
          () => false,
        )
        if (done) toast.info(t('palette:copied', { text: action.text }))
        else toast.error(t('palette:notCopied'))
        onClose()
      } else if (action.does === 'approve') {
        onClose()
        onApprove(action.orderId)
      } else go(action.href)
    },
  }
}
