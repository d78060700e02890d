import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isNamedGroup, useGroupName } from '../../../app/groupNames.ts'
import { formatMoney, formatNumber, formatPercentage } from '../../../ui/format.ts'
import { useLocale } from '../../../ui/locale.tsx'
import type { Placed } from './layout.ts'
import { expiredOf, type MapNode } from './tree.ts'

/** The texts of the map: short ones for the drawing, complete ones for the card and for screen readers. */
export interface MapWords {
  money: (amount: number) => string
  shortMoney: (amount: number) => string
  number: (count: number) => string
  /** The share of the branch in the sales of the whole network; null when there are none. */
  share: (node: MapNode) => string | null
  group: (groupName: string) => string
  /** For grouped accounts: `+ 320 buyers`. */
  several: (rest: readonly MapNode[]) => string
  title: (placed: Placed) => string
  /** The accessible label: everything that the drawing shows of the account, as one sentence. */
  spoken: (placed: Placed) => string
}

export function useMapWords(root: MapNode, currencyCode: string): MapWords {
  const { t } = useTranslation('networkMap')
  const { language } = useLocale()
  const group = useGroupName()
  return useMemo(() => {
    const money = (amount: number) => formatMoney(amount, currencyCode, language)
    const shortMoney = (amount: number) => formatMoney(amount, currencyCode, language, { compact: true })
    const number = (count: number) => formatNumber(count, language)
    const whole = root.sellOutOfBranch
    const share = ({ sellOutOfBranch }: MapNode) =>
      whole === null || whole <= 0 || sellOutOfBranch === null
        ? null
        : formatPercentage(sellOutOfBranch / whole, language)
    const several = (rest: readonly MapNode[]) => {
      const [first] = rest
      const groupName = first?.groupName ?? ''
      const count = { count: rest.length }
      return isNamedGroup(groupName) && rest.every((each) => each.groupName === groupName)
        ? t(`moreOf.${groupName}`, { ...count, number: number(rest.length) })
        : t('more', count)
    }
    const title = ({ node, rest }: Placed) => (rest.length > 0 ? several(rest) : node.name)
    // Cached, because zooming renders the same accounts many times.
    const known = new WeakMap<MapNode, string>()
    const spoken = ({ node, rest }: Placed) => {
      if (rest.length > 0) {
        const expired = rest.reduce((sum, each) => sum + expiredOf(each), 0)
        return [several(rest), ...(expired > 0 ? [t('expiredOwn', { count: expired })] : [])].join(', ')
      }
      const before = known.get(node)
      if (before !== undefined) return before
      const { sellOut, sellOutOfBranch, expiredLicenses, expiredBelow } = node
      const part = share(node)
      const sentence = [
        node.name,
        group(node.groupName),
        ...node.certificatesBadges.map(({ name }) => name),
        sellOut !== null && (sellOut > 0 ? t('soldWords', { amount: money(sellOut) }) : t('noSales')),
        sellOutOfBranch !== null && sellOutOfBranch !== sellOut && t('branchWords', { amount: money(sellOutOfBranch) }),
        node !== root &&
          part !== null &&
          (sellOutOfBranch ?? 0) > 0 &&
          t('shareText', { share: part, account: root.name }),
        (expiredLicenses ?? 0) > 0 && t('expiredOwn', { count: expiredLicenses ?? 0 }),
        expiredBelow > 0 && t('expiredBelow', { count: expiredBelow }),
        node.below > 0 && t('countBelow', { count: node.below }),
      ]
        .filter((word) => word !== false)
        .join(', ')
      known.set(node, sentence)
      return sentence
    }
    return { money, shortMoney, number, share, group, several, title, spoken }
  }, [t, language, group, root, currencyCode])
}
