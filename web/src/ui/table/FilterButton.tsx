import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack, TextInput } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnFilter } from '../columns.ts'
import { type List, withFilter } from '../list.ts'

interface FilterFormProps<Row> {
  filter: ColumnFilter
  header: string
  list: List<Row>
  onDone: () => void
}

/** Opens the filter of one column. */
export function FilterButton<Row>({ filter, header, list }: Omit<FilterFormProps<Row>, 'onDone'>) {
  const { t } = useTranslation('ui')
  const [opened, setOpened] = useState(false)
  const isOn = (list.state.filters[filter.field]?.length ?? 0) > 0
  const Icon = isOn ? IconFilterFilled : IconFilter
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-start" width={260}>
      <Popover.Target>
        <ActionIcon
          size={24}
          color={isOn ? 'brand' : 'gray'}
          aria-label={t('table.filterBy', { column: header })}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.filterBy', { column: header })}>
        {opened && <FilterForm filter={filter} header={header} list={list} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Text applies with Enter; choices apply together. */
export function FilterForm<Row>({ filter, header, list, onDone }: FilterFormProps<Row>) {
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
      <Stack gap="sm">
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
            <ScrollArea.Autosize mah={260} mt="xs">
              <Stack gap={6}>
                {filter.options?.map((option) => (
                  <Checkbox key={option.value} value={option.value} label={option.label} />
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </Checkbox.Group>
        )}
        <Group justify="space-between" gap="xs">
          <Button variant="default" size="xs" onClick={() => apply([])}>
            {t('clear')}
          </Button>
          <Button type="submit" size="xs">
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
