import { Select } from '@mantine/core'
import type { FeatureTypeName } from '@trellis/contract/product-types'
import { useTranslation } from 'react-i18next'
import { useField } from '../../ui/fields.ts'
import type { ZodForm } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { InstantEditor } from './InstantEditor.tsx'
import { JsonEditor } from './JsonEditor.tsx'
import type { TypeInput, TypeOutput } from './typeDraft.ts'

export interface ValueEditorProps {
  form: ZodForm<TypeInput, TypeOutput>
  name: `features.${number}.value`
  feature: string
}

const editors: Record<FeatureTypeName, (props: ValueEditorProps) => React.ReactNode> = {
  string: TextEditor,
  double: (props) => <NumberEditor {...props} decimals={20} size={Number.MAX_VALUE} />,
  int: (props) => <NumberEditor {...props} decimals={0} size={Number.MAX_SAFE_INTEGER} />,
  bool: YesNoEditor,
  dateTime: InstantEditor,
  object: JsonEditor,
}

/** The input for a feature's value, depending on the value type. */
export function FeatureEditor({ typeName, ...props }: ValueEditorProps & { typeName: FeatureTypeName }) {
  const Editor = editors[typeName]
  return <Editor {...props} />
}

function TextEditor({ form, name, feature }: ValueEditorProps) {
  const { t } = useTranslation('productTypes')
  return <TextField control={form.control} name={name} label={t('valueOf', { feature })} maximum={2000} />
}

interface NumberEditorProps extends ValueEditorProps {
  decimals: number
  /** Maximum absolute value. */
  size: number
}

function NumberEditor({ form, name, feature, decimals, size }: NumberEditorProps) {
  const { t } = useTranslation('productTypes')
  const { value, change, input } = useField({ control: form.control, name, label: t('valueOf', { feature }) })
  return (
    <NumberInput
      {...input}
      minimum={-size}
      maximum={size}
      decimals={decimals}
      value={typeof value === 'number' ? value : null}
      onChange={change}
      onMisread={change}
    />
  )
}

/** Yes, no, or no value. */
function YesNoEditor({ form, name, feature }: ValueEditorProps) {
  const { t } = useTranslation('productTypes')
  const { t: say } = useTranslation('ui')
  const { value, change, input } = useField({ control: form.control, name, label: t('valueOf', { feature }) })
  return (
    <Select
      {...input}
      role="combobox"
      data={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => change(chosen === null ? null : chosen === 'true')}
      placeholder={t('notSet')}
      clearable
      clearButtonProps={{ 'aria-label': say('clear') }}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
