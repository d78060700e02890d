import type { Encoding, Reading } from '@trellis/contract/encodings'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'

interface ReadingsProps {
  readings: readonly Reading[]
  isBusy: boolean
  onChosen: (encoding: Encoding) => void
}

/** Asks which of several readings of a file has the right letters, and shows the letters of each. */
export function Readings({ readings, isBusy, onChosen }: ReadingsProps) {
  const { t } = useTranslation('imports')
  const id = useId()
  return (
    <Panel title={t('letters.title')} description={t('letters.text')}>
      <Stack as="ul">
        {readings.map(({ encoding, samples }) => (
          <Row as="li" key={encoding} justify="between" boxed style={{ padding: '0.625rem 0.875rem' }}>
            <Stack gap="xs">
              <Text kind="small">{t(`encoding.${encoding}`)}</Text>
              <span id={`${id}-${encoding}`}>
                {samples.map((sample) => (
                  <div key={sample}>{sample}</div>
                ))}
              </span>
            </Stack>
            <Button
              variant="default"
              disabled={isBusy}
              aria-describedby={`${id}-${encoding}`}
              onClick={() => onChosen(encoding)}
            >
              {t('letters.choose', { encoding: t(`encoding.${encoding}`) })}
            </Button>
          </Row>
        ))}
      </Stack>
    </Panel>
  )
}
