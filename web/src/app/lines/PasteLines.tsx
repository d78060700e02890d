import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import type { PastedLines } from './pasted.ts'

interface PasteLinesProps {
  /** What could not be read; the field holds these lines, to be corrected. */
  faults: PastedLines['faults']
  onRead: (text: string) => void
  onClose: () => void
}

/** A field for a list of SKUs and quantities, with the lines that could not be read and why. */
export function PasteLines({ faults, onRead, onClose }: PasteLinesProps) {
  const { t } = useTranslation(['lines', 'ui'])
  const [text, setText] = useState(() => faults.map((fault) => fault.text).join('\n'))
  return (
    <Stack gap="sm">
      {faults.length > 0 && (
        <Stack as="ul" gap="xs" role="alert">
          {faults.map(({ line, text: written, fault }) => (
            <Text as="li" kind="error" key={line}>
              {t('lines:paste.fault', { line, text: written.replaceAll('\t', ' '), why: t(`lines:paste.${fault}`) })}
            </Text>
          ))}
        </Stack>
      )}
      <Textarea
        label={t('lines:paste.label')}
        description={t('lines:paste.description')}
        placeholder={'ATLAS-STD-1Y  5'}
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          onRead(text)
        }}
      />
      <Row justify="end">
        <ActionButton variant="default" onClick={onClose}>
          {t('ui:back')}
        </ActionButton>
        <ActionButton blocked={text.trim() === '' ? t('lines:paste.empty') : null} onClick={() => onRead(text)}>
          {t('lines:paste.add')}
        </ActionButton>
      </Row>
    </Stack>
  )
}
