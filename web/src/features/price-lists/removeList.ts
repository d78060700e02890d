import { laterDialog } from '../../ui/later.tsx'

export const RemoveListDialog = laterDialog(
  () => import('./RemoveListDialog.tsx'),
  ({ list }) => list !== null,
)
