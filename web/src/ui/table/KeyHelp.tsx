import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { Fact, Facts, Row, Stack } from '../layout.tsx'
import { areKeysOn, type RowKeys, turnKeys } from './useRowKeys.ts'

/** The shortcuts of a table, and the switch that turns them off. */
export default function KeyHelp({ actions, onClose }: Pick<RowKeys, 'actions'> & { onClose: () => void }) {
  const { t } = useTranslation('ui')
  const [isOn, setOn] = useState(areKeysOn)
  const keys: [string[], string][] = [
    [['J', 'K'], t('keys.move')],
    [['X'], t('keys.select')],
    [['Shift X'], t('keys.range')],
    [['Enter'], t('keys.open')],
    ...actions.map(({ key, label }): [string[], string] => [[key.toUpperCase()], label]),
    [['?'], t('keys.help')],
  ]
  return (
    <Dialog opened onClose={onClose} title={t('keys.title')} size="sm">
      <Stack gap="xl">
        <Facts form="rows">
          {keys.map(([pressed, does]) => (
            <Fact key={does} label={does}>
              <Row gap="xs">
                {pressed.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </Row>
            </Fact>
          ))}
        </Facts>
        <Switch
          label={t('keys.on')}
          description={t('keys.onText')}
          checked={isOn}
          onChange={({ currentTarget }) => {
            turnKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />
      </Stack>
    </Dialog>
  )
}
