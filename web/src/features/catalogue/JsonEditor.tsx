import { Textarea } from '@mantine/core'
import { maximumFeatureValue } from '@trellis/contract/product-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../ui/fields.ts'
import type { ValueEditorProps } from './FeatureEditor.tsx'
import { jsonFault } from './jsonFault.ts'

const written = (value: unknown) => JSON.stringify(value, null, 2)

function objectIn(text: string): object | null {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}

/**
 * An input for a JSON object. Invalid text stays as typed and shows the position of the error; on blur, valid
 * text is formatted. An empty input sets null.
 */
export function JsonEditor({ form, name, feature }: ValueEditorProps) {
  const { t } = useTranslation('productTypes')
  const { value, change, input } = useField({ control: form.control, name, label: t('valueOf', { feature }) })
  const [typed, setTyped] = useState<string | null>(null)
  const text =
    typed ?? (value === null || value === undefined ? '' : typeof value === 'string' ? value : written(value))

  const wrong = () => {
    if (text.trim() === '') return undefined
    const fault = jsonFault(text)
    if (fault !== null) return t(fault.isEnd ? 'jsonEnd' : 'jsonError', { line: fault.line, column: fault.column })
    const object = objectIn(text)
    if (object === null) return t('jsonNoObject')
    return JSON.stringify(object).length > maximumFeatureValue ? t('jsonTooLong') : undefined
  }
  const error = wrong()
  return (
    <Textarea
      {...input}
      error={error ?? input.error}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', tabSize: 2 } }}
      rows={Math.min(16, Math.max(4, text.split('\n').length))}
      spellCheck={false}
      autoCapitalize="off"
      value={text}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value
        setTyped(next)
        if (next.trim() === '') change(null)
        // Invalid text is kept as a string, which the schema rejects, so it cannot be saved by mistake.
        else change(jsonFault(next) === null ? (objectIn(next) ?? next) : next)
      }}
      onBlur={() => {
        if (error === undefined) setTyped(null)
        input.onBlur()
      }}
    />
  )
}
