import { Badge } from '@mantine/core'
import { useGroupName } from '../../app/groupNames.ts'

export function GroupBadge({ groupName }: { groupName: string }) {
  return (
    <Badge variant="light" tt="none">
      {useGroupName()(groupName)}
    </Badge>
  )
}
