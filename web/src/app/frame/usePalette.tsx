import { type ComponentType, createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { later } from '../../ui/later.tsx'
import { loadTexts } from '../i18n.ts'

const Palette = later(async () => {
  const [palette] = await Promise.all([import('./Palette.tsx'), loadTexts('palette')])
  return palette
})

/** The shortcut to show: ⌘ on Apple devices, Ctrl elsewhere. */
const keys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

const PaletteContext = createContext({ open: () => {}, keys })

export const usePalette = () => use(PaletteContext)

/** Props of the dialog that approves orders. The dialog belongs to the feature `orders`, so the route passes it. */
export interface ApproveDialogProps {
  orderIds: readonly string[]
  /** Called with the orders that were approved. */
  onClose: (approved: readonly string[]) => void
  onMissing?: () => void
}

interface ProviderProps {
  approveDialog: ComponentType<ApproveDialogProps>
  children: ReactNode
}

/** Registers the shortcut on every screen. The palette's code is loaded on first use. */
export function PaletteProvider({ approveDialog: ApproveDialog, children }: ProviderProps) {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [typed, setTyped] = useState('')
  const [approving, setApproving] = useState<string | null>(null)
  const value = useMemo(() => {
    const open = () => {
      setTyped('')
      setWanted(true)
      setOpened(true)
    }
    return { open, keys }
  }, [])
  const giveUp = () => {
    setWanted(false)
    setOpened(false)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      value.open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [value])
  useEffect(() => (opened ? collectKeys(setTyped) : undefined), [opened])
  return (
    <PaletteContext value={value}>
      {children}
      {wanted && (
        <Palette
          opened={opened}
          typed={typed}
          onType={setTyped}
          onClose={() => setOpened(false)}
          onApprove={setApproving}
          onMissing={giveUp}
        />
      )}
      {approving && (
        <ApproveDialog orderIds={[approving]} onClose={() => setApproving(null)} onMissing={() => setApproving(null)} />
      )}
    </PaletteContext>
  )
}

/** Collects what is typed before the palette's input has the focus, so that fast typing loses no letter. */
function collectKeys(change: (edit: (typed: string) => string) => void): () => void {
  const collect = (event: KeyboardEvent) => {
    const { key, target } = event
    if (target instanceof HTMLElement && target.closest('[role="dialog"] input')) return
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter && key !== 'Backspace') return
    event.preventDefault()
    event.stopPropagation()
    change((typed) => (isLetter ? typed + key : typed.slice(0, -1)))
  }
  window.addEventListener('keydown', collect, true)
  return () => window.removeEventListener('keydown', collect, true)
}
