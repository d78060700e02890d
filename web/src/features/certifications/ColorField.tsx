import { TextInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useField } from '../../ui/fields.ts'
import styles from './certifications.module.css'

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Form field for a colour `#rrggbb`: it is typed, or picked with the browser's own picker. */
export function ColorField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { t } = useTranslation('certifications')
  const { value, change, input } = useField(props)
  const text = typeof value === 'string' ? value : ''
  return (
    <TextInput
      {...input}
      placeholder="#1f6f6b"
      maxLength={7}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={styles.picker}
          aria-label={t('definition.pickColor')}
          value={isColor(text) ? text : '#888888'}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      }
    />
  )
}
