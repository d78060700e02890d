import { Checkbox } from '@mantine/core'
import type { Column } from '../columns.ts'
import { Stack } from '../layout.tsx'

interface ColumnChoiceProps {
  columns: readonly Pick<Column<never>, 'id' | 'header'>[]
  isShown(id: string): boolean
  toggle(id: string, shown: boolean): void
}

/** The checkboxes that show and hide columns. */
export default function ColumnChoice({ columns, isShown, toggle }: ColumnChoiceProps) {
  return (
    <Stack gap="sm">
      {columns.map(({ id, header }) => (
        <Checkbox
          key={id}
          label={header}
          checked={isShown(id)}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
