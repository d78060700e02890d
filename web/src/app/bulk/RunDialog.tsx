import { later } from '../../ui/later.tsx'
import type { RunDialogProps } from './RunBox.tsx'

const RunBox = later<RunDialogProps<unknown>>(() => import('./RunBox.tsx'))

/** Loads the code of the dialog before it is opened. */
export const fetchRunDialog = RunBox.fetch

/** Does the same with many rows, one after the other. Its code is loaded when rows are first selected for something. */
export const RunDialog = <Row,>(props: RunDialogProps<Row>) => (
  <RunBox {...(props as unknown as RunDialogProps<unknown>)} onMissing={() => props.onClose([])} />
)
