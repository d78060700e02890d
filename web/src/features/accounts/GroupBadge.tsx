import { useGroupName } from '../../app/groupNames.ts'
import { Badge } from '../../ui/Badge.tsx'

export function GroupBadge({ groupName }: { groupName: string }) {
  return <Badge>{useGroupName()(groupName)}</Badge>
}
