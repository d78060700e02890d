import { Checkbox } from '@mantine/core'
import type { Flag, Module } from '@trellis/contract/permissions'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PermissionsTable } from '../../app/permissions/PermissionsTable.tsx'
import styles from '../../app/permissions/permissions.module.css'
import { type Held, ticked } from './roleDraft.ts'

interface RoleMatrixProps {
  held: Held
  onChange: (held: Held) => void
}

/** A box for each flag of each module. Besides Tab, the arrow keys move between the boxes. */
export function RoleMatrix({ held, onChange }: RoleMatrixProps) {
  const { t } = useTranslation('profile')
  const box = (module: Module, flag: Flag) => (
    <Checkbox
      className={styles.box}
      size="xs"
      aria-label={`${t(`permissions.modules.${module}`)}: ${t(`permissions.flags.${flag}.word`)}`}
      checked={held[module].includes(flag)}
      onChange={({ currentTarget }) =>
        onChange({ ...held, [module]: ticked(held[module], flag, currentTarget.checked) })
      }
    />
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
  const target = row.parentElement.rows[row.sectionRowIndex + down]?.cells[cell.cellIndex + right]
  const input = target?.querySelector('input')
  if (!input) return
  event.preventDefault()
  input.focus()
}
