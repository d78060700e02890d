import type { FieldValues } from 'react-hook-form'
import type { FieldProps } from '../ui/fields.ts'
import { TextField } from '../ui/TextField.tsx'
import { maximumExternalIdsText } from './externalIds.ts'

/** The ids that other systems have for a record, in one field of a form. */
export function ExternalIdsField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  return <TextField {...props} maximum={maximumExternalIdsText} />
}
