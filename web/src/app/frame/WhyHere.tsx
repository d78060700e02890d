import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { useGroupName } from '../groupNames.ts'
import { useCan, useMe } from '../me.ts'
import { type Entry, menu } from '../menu.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by a redirect from a screen that the reader's role does not include. */
    refused?: true
    /** Set by a redirect from a screen that the tenant has excluded. */
    closed?: Entry['name']
  }
}

/** Says why somebody who typed an address sees another screen than expected, or one that is not in their menu. */
export function WhyHere() {
  const { t } = useTranslation()
  const { groupName, level, isRoot } = useMe().account
  // Who gives roles in a partner's company cannot give more than the vendor has put into them.
  const givesRoles = useCan('Users', 'u') && !isRoot
  const nameOf = useGroupName()
  const { path, refused, closed } = useLocation({
    select: ({ pathname, state }) => ({
      path: pathname.replace(/\/+$/, ''),
      refused: state.refused === true,
      closed: state.closed,
    }),
    structuralSharing: true,
  })
  const isAbove = menu.some((entry) => entry.path === path && level > (entry.maximumLevel ?? level))
  if (!refused && !isAbove && closed === undefined) return null
  // Only the settings of the portal lead to the company, and no role of a partner opens them.
  const byVendor = givesRoles || path === '/profile/account'
  const reason = refused ? t(byVendor ? 'refusedByVendor' : 'refused') : t('notInMenu', { group: nameOf(groupName) })
  return (
    <div style={{ marginBottom: '1rem' }}>
      <Notice>{closed === undefined ? reason : t('closedScreen', { screen: t(`menu.${closed}`) })}</Notice>
    </div>
  )
}
