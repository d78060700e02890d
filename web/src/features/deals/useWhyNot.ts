import type { Deal } from '@trellis/contract/deal-answers'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'

type Action = keyof Deal['blocked']

/** Codes that say that an action is somebody else's. */
const othersCodes: readonly (string | null)[] = ['DL524', 'RQ403']

/** Whether an action is the reader's at all; it is hidden otherwise. */
export const isMine = ({ blocked }: Deal, action: Action): boolean => !othersCodes.includes(blocked[action])

const told = {
  askEbid: { RQ409: 'askEbid' },
  askExtension: { RQ409: 'askExtension' },
  decideEbid: { RQ409: 'nothingAsked', RQ422: 'nothingAsked' },
  extend: { RQ409: 'nothingAsked', RQ422: 'nothingAsked' },
  order: { OC522: 'order' },
} as const satisfies Partial<Record<Action, Record<string, string>>>

/** Says why the reader may not do it now; null when allowed. */
export function useWhyNot(): (deal: Deal, action: Action) => string | null {
  const { t } = useTranslation(['deals', 'errors'])
  return ({ blocked }, action) => {
    const code = blocked[action]
    if (code === null) return null
    const words: Partial<Record<Action, Record<string, (typeof told)[keyof typeof told][never] | string>>> = told
    const key = words[action]?.[code] as keyof typeof import('../../locales/en/deals.ts').default.blocked | undefined
    if (key !== undefined) return t(`deals:blocked.${key}`)
    return t(code === 'DL523' ? 'errors:DL523' : 'errors:DL524')
  }
}

/** Who decides on a deal, as a name with its link. */
export function useDecider({ decidedBy }: Deal): { name: string; href: string | null } {
  const { t } = useTranslation('deals')
  const hrefOf = useAccountHref()
  return { name: decidedBy?.accountName ?? t('standing.nobody'), href: decidedBy && hrefOf(decidedBy.accountId) }
}
