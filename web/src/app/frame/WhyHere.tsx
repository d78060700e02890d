import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { useGroupName } from '../groupNames.ts'
import { useMe } from '../me.ts'
import { menu } from '../menu.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by a redirect from a screen that the reader's role does not include. */
    refused?: true
  }
}

/** Says why somebody who typed an address sees another screen than expected, or one that is not in their menu. */
export function WhyHere() {
  const { t } = useTranslation()
  const { groupName, level } = useMe().account
  const nameOf = useGroupName()
  const { path, refused } = useLocation({
    select: ({ pathname, state }) => ({ path: pathname.replace(/\/+$/, ''), refused: state.refused === true }),
    structuralSharing: true,
  })
  const isAbove = menu.some((entry) => entry.path === path && level > (entry.maximumLevel ?? level))
  if (!refused && !isAbove) return null
  return (
    <div style={{ marginBottom: '1rem' }}>
      <Notice>{refused ? t('refused') : t('notInMenu', { group: nameOf(groupName) })}</Notice>
    </div>
  )
}
