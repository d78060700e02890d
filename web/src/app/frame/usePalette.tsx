import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { later } from '../../ui/later.tsx'

const Palette = later(() => import('./Palette.tsx'))

/** The shortcut to show: ⌘ on Apple devices, Ctrl elsewhere. */
const keys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

const PaletteContext = createContext({ open: () => {}, keys })

export const usePalette = () => use(PaletteContext)

/** Registers the shortcut on every screen. The palette's code is loaded on first use. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const value = useMemo(() => {
    const open = () => {
      setWanted(true)
      setOpened(true)
    }
    return { open, keys }
  }, [])
  const giveUp = () => {
    setWanted(false)
    setOpened(false)
  }
  useHotkeys([['mod+K', value.open]], [])
  return (
    <PaletteContext value={value}>
      {children}
      {wanted && <Palette opened={opened} onClose={() => setOpened(false)} onMissing={giveUp} />}
    </PaletteContext>
  )
}
