import { NativeSelect } from '@mantine/core'
import type { ImportKind } from '@trellis/contract/import-columns'
import { importColumns } from '@trellis/contract/import-columns'
import { valuesOf } from '@trellis/contract/import-words'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { Columns } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { ForeignWord } from './columns.ts'
import type { ImportState } from './useImport.ts'

interface WordsProps {
  kind: ImportKind
  state: ImportState
  words: readonly ForeignWord[]
}

/** For the select only: values of ours are never these. */
const [open, empty] = ['?', '-']

/** What the words of the file mean that are none of the few values of a column: each is asked once for all rows. */
export function Words({ kind, state, words }: WordsProps) {
  const { t } = useTranslation('imports')
  const groupName = useGroupName()
  const disabled = state.isUnderWay || state.isSending
  return (
    <Panel title={t('words.title')} description={t('words.text')}>
      <Columns gap="lg" min="15rem">
        {words.map(({ column, word, count, value }) => {
          const ours = importColumns[kind].find(({ name }) => name === column)
          return (
            <NativeSelect
              key={`${column} ${word}`}
              label={t('words.word', { column: t(`column.${column}` as 'column.sku'), word })}
              {...(state.sheet?.large === null && { description: t('words.rows', { count }) })}
              value={value === '' ? empty : (value ?? open)}
              disabled={disabled}
              error={value === null}
              data={[
                { value: open, label: t('map.chooseValue'), disabled: value !== null },
                ...(ours === undefined ? [] : valuesOf(kind, ours)).map((known) => ({
                  value: known,
                  label: column === 'groupName' ? groupName(known) : known,
                })),
                ...(ours?.required === true ? [] : [{ value: empty, label: t('words.empty') }]),
              ]}
              onChange={({ currentTarget }) =>
                state.translate(column, word, currentTarget.value === empty ? '' : currentTarget.value)
              }
            />
          )
        })}
      </Columns>
    </Panel>
  )
}
