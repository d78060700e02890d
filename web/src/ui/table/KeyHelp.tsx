import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { areKeysOn, hintsNow, setKeyHelp, turnKeys } from '../keys.ts'
import { Fact, Facts, Row, Stack, Text } from '../layout.tsx'

/** The shortcuts that work on the screen, and the switch that turns them off. */
export default function KeyHelp() {
  const { t } = useTranslation('ui')
  const [isOn, setOn] = useState(areKeysOn)
  const [hints] = useState(hintsNow)
  const always = [
    { keys: ['Ctrl K', '⌘ K'], does: t('keys.find') },
    { keys: ['?'], does: t('keys.help') },
  ]
  return (
    <Dialog opened onClose={() => setKeyHelp(false)} title={t('keys.title')} size="sm">
      <Stack gap="xl">
        {hints.length === 0 && <Text kind="quiet">{t('keys.none')}</Text>}
        <Facts form="rows">
          {[...hints, ...always].map(({ keys, does }) => (
            <Fact key={does} label={does}>
              <Row gap="xs">
                {keys.map((key) => (
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
