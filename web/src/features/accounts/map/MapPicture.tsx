import { useElementSize } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { columnWidth, firstOpened, layoutOf, type Placed, rowHeight } from './layout.ts'
import { MapCanvas, type MapControls } from './MapCanvas.tsx'
import { MapCard } from './MapCard.tsx'
import { MapLegend } from './MapLegend.tsx'
import { MapButtons, MapFilterBar } from './MapTools.tsx'
import styles from './map.module.css'
import { allOpened, closed, opened, toggled } from './opened.ts'
import type { MapFilters } from './period.ts'
import { expiredOf, findNode, largestBranch, type MapNode } from './tree.ts'
import { fitted, leastScale } from './view.ts'
import { useMapWords } from './words.ts'

/** Maximum number of rows shown at first: they all fit into the frame, whose height follows the window's. */
const firstRows = () => Math.max(12, Math.floor((0.72 * window.innerHeight - 80) / (rowHeight * leastScale)))

/** A wider column would only move names and numbers apart. */
const widestColumn = 420

const isByTouch = () => window.matchMedia('(pointer: coarse)').matches

interface MapPictureProps {
  root: MapNode
  currencyCode: string
  filters: MapFilters
  change: (patch: Partial<MapFilters>) => void
  openAccount: (id: string) => void
}

/** The drawing with its filters, buttons, card and legend. */
export function MapPicture({ root, currencyCode, filters, change, openAccount }: MapPictureProps) {
  const { t } = useTranslation('networkMap')
  const controls = useRef<MapControls>(null)
  const words = useMapWords(root, currencyCode)
  const { onlyExpired } = filters
  const [state, setState] = useState(() => firstOpened(root, firstRows(), onlyExpired))
  const [activeId, setActive] = useState(root.id)
  const [hoveredId, setHovered] = useState<string | null>(null)
  const largest = useMemo(() => largestBranch(root), [root])
  const { ref: frame, width, height } = useElementSize()
  const layout = useMemo(() => {
    const narrow = layoutOf(root, state, largest, onlyExpired)
    // Columns take the whole width of the frame at the scale in which the map is first shown.
    const room = (width - 80) / fitted(narrow, { width: Number.POSITIVE_INFINITY, height }).scale
    const column = Math.max(columnWidth, Math.min(widestColumn, (room * columnWidth) / narrow.width))
    return column === columnWidth ? narrow : layoutOf(root, state, largest, onlyExpired, column)
  }, [root, state, largest, onlyExpired, width, height])

  const toggle = (placed: Placed) => {
    // The row of grouped accounts disappears when they are shown; select the first of them instead.
    if (placed.rest.length > 0 && activeId === placed.id) setActive(placed.rest[0]?.id ?? root.id)
    setState(toggled(state, placed))
  }
  const find = (id: string) => {
    const node = findNode(root, id)
    if (node === null) return
    if (onlyExpired && expiredOf(node) === 0) change({ onlyExpired: false })
    setState(opened(state, node))
    setActive(id)
    controls.current?.flyTo(id)
    controls.current?.focus()
  }
  const filter = (patch: Partial<MapFilters>) => {
    if (patch.onlyExpired !== undefined) setState(firstOpened(root, firstRows(), patch.onlyExpired))
    change(patch)
  }
  // The account under the pointer, otherwise the one selected with the keyboard.
  const looked = layout.byId.get(hoveredId ?? activeId) ?? layout.byId.get(activeId) ?? (layout.placed[0] as Placed)
  const nothingExpired = onlyExpired && root.expiredLicenses !== null && expiredOf(root) === 0
  return (
    <>
      <MapFilterBar root={root} filters={filters} change={filter} find={find} />
      {nothingExpired ? (
        <Empty
          title={t('noneExpired')}
          icon={IconCircleCheck}
          action={
            <Button variant="default" onClick={() => filter({ onlyExpired: false })}>
              {t('showAll')}
            </Button>
          }
        >
          {t('noneExpiredText')}
        </Empty>
      ) : (
        <div className={styles.body}>
          <MapCanvas
            frame={frame}
            label={t('label', { account: root.name })}
            layout={layout}
            words={words}
            activeId={activeId}
            setActive={setActive}
            setHovered={setHovered}
            toggle={toggle}
            open={({ node, rest }) => rest.length === 0 && openAccount(node.id)}
            controls={controls}
          >
            <MapButtons
              zoom={(factor) => controls.current?.zoom(factor)}
              fit={() => controls.current?.fit()}
              openAll={() => setState(allOpened(root))}
              closeAll={() => {
                setState(closed(root))
                setActive(root.id)
              }}
            />
          </MapCanvas>
          <div className={styles.side}>
            <MapCard placed={looked} words={words} toggle={toggle} />
            <MapLegend root={root} largest={largest} words={words} />
            <p className={styles.note}>{t(isByTouch() ? 'hintTouch' : 'hint')}</p>
          </div>
        </div>
      )}
    </>
  )
}
