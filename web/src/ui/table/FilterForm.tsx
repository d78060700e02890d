import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import type { ColumnFilter } from '../columns.ts'
import { Row, Stack } from '../layout.tsx'
import { type List, withFilter } from '../list.ts'

export interface FilterFormProps {
  filter: ColumnFilter
  header: string
  list: Pick<List<unknown>, 'state' | 'change'>
  onDone: () => void
}

/** The negative margin leaves room for the focus ring inside the scrolling box. */
const choices = { maxHeight: '16.25rem', margin: '0.625rem -0.25rem 0', padding: '0.25rem', overflow: 'auto' }

/** The filter of one column. Text applies on Enter; choices apply together. */
export default function FilterForm({ filter, header, list, onDone }: FilterFormProps) {
  const { t } = useTranslation('ui')
  const applied = list.state.filters[filter.field] ?? []
  const [text, setText] = useState(applied[0] ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(applied)
  const apply = (values: string[]) => {
    list.change(withFilter(list.state, filter.field, values))
    onDone()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        apply(filter.kind === 'choice' ? [...chosen] : text.trim() === '' ? [] : [text.trim()])
      }}
    >
      <Stack gap="md">
        {filter.kind === 'text' ? (
          <TextInput
            data-autofocus
            label={header}
            placeholder={t('table.contains')}
            maxLength={255}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <Checkbox.Group label={header} value={[...chosen]} onChange={setChosen}>
            <Stack gap="0.375rem" style={choices}>
              {filter.options?.map((option) => (
                <Checkbox key={option.value} value={option.value} label={option.label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Row justify="between">
          <Button variant="default" size="xs" onClick={() => apply([])}>
            {t('clear')}
          </Button>
          <Button type="submit" size="xs">
            {t('apply')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
