import type { BulkDialogProps } from './bulkActions.ts'
import { ExportDialog } from './ExportDialog.tsx'

export default function ExportManyDialog(props: BulkDialogProps) {
  return <ExportDialog {...props} opened />
}
