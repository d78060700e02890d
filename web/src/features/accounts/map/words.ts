import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../../app/groupNames.ts'
import { formatMoney, formatNumber, formatPercentage } from '../../../ui/format.ts'
import { useLocale } from '../../../ui/locale.tsx'
import type { Placed } from './layout.ts'
import { expiredOf, type MapNode } from './tree.ts'

const severalOf = [
  'ODM',
  'OEM',
  'OPCO',
  'DISTRIBUTOR',
  'RESELLER_PLATINUM',
  'RESELLER_GOLD',
  'RESELLER_SILVER',
  'BUYER',
] as const
const isSeveral = (name: string): name is (typeof severalOf)[number] => (severalOf as readonly string[]).includes(name)

/** How the map says things: short beside the drawing, in full in the card and to a screen reader. */
export interface MapWords {
  money: (amount: number) => string
  shortMoney: (amount: number) => string
  number: (count: number) => string
  /** Of the account's branch in all that the network sold; null without any. */
  share: (node: MapNode) => string | null
  group: (groupName: string) => string
  /** `+ 320 buyers` */
  several: (rest: readonly MapNode[]) => string
  title: (placed: Placed) => string
  /** All that the drawing shows of it, as one sentence. */
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
      return isSeveral(groupName) && rest.every((each) => each.groupName === groupName)
        ? t(`moreOf.${groupName}`, { count: number(rest.length) })
        : t('more', count)
    }
    const title = ({ node, rest }: Placed) => (rest.length > 0 ? several(rest) : node.name)
    // Worked out once: a picture that changes its size draws the same accounts over and over.
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
