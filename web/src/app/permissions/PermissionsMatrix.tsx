import { Checkbox } from '@mantine/core'
import type { Flag, Module } from '@trellis/contract/permissions'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Held, ticked } from './held.ts'
import { NotHeld, PermissionsTable } from './PermissionsTable.tsx'
import styles from './permissions.module.css'

interface PermissionsMatrixProps {
  held: Held
  /** Whether a flag can be given; by default all. The others have no box. */
  offers?: (module: Module, flag: Flag) => boolean
  onChange: (held: Held) => void
}

/** A box for each flag of each module. Besides Tab, the arrow keys move between the boxes. */
export function PermissionsMatrix({ held, offers = () => true, onChange }: PermissionsMatrixProps) {
  const { t } = useTranslation('profile')
  const box = (module: Module, flag: Flag) =>
    offers(module, flag) ? (
      <Checkbox
        className={styles.box}
        size="xs"
        aria-label={`${t(`permissions.modules.${module}`)}: ${t(`permissions.flags.${flag}.word`)}`}
        checked={held[module].includes(flag)}
        onChange={({ currentTarget }) =>
          onChange({ ...held, [module]: ticked(held[module], flag, currentTarget.checked) })
        }
      />
    ) : (
      <NotHeld />
    )
  return <PermissionsTable mark={box} onKeyDown={moveByArrow} />
}

/** Columns to the right and rows down that each arrow key moves. */
const moves: Record<string, readonly [number, number] | undefined> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

function moveByArrow(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest('td')
  const row = cell?.closest('tr')
  const move = moves[event.key]
  if (!move || !cell || !(row?.parentElement instanceof HTMLTableSectionElement)) return
  const [right, down] = move
  let input: HTMLInputElement | null | undefined
  // Past cells without a box.
  for (let [y, x] = [row.sectionRowIndex + down, cell.cellIndex + right]; input == null; y += down, x += right) {
    const next = row.parentElement.rows[y]?.cells[x]
    if (!next) break
    input = next.querySelector<HTMLInputElement>('input')
  }
  if (!input) return
  event.preventDefault()
  input.focus()
}
