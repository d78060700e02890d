import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { canHaveChildren } from '@trellis/contract/placement'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../../app/groupNames.ts'
import { useCan } from '../../../app/me.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { MapNode } from './tree.ts'

/** Shown instead of a map with only one account: explains what belongs here and how to begin. */
export function MapEmpty({ root }: { root: MapNode }) {
  const { t } = useTranslation('networkMap')
  const group = useGroupName()
  const mayCreate = useCan('Accounts', 'c')
  const account = { account: root.name }
  if (!canHaveChildren(root.level)) {
    return (
      <Empty title={t('empty', account)} icon={IconSitemap}>
        {t('emptyLeaf', { group: group(root.groupName) })}
      </Empty>
    )
  }
  const create = (
    <LinkButton href={`/accounts/${root.id}/create`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </LinkButton>
  )
  return (
    <Empty title={t('empty', account)} icon={IconSitemap} action={mayCreate && create}>
      {t('emptyText', account)}
    </Empty>
  )
}
