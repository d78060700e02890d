import { licenseStates } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../ui/format.ts'
import { type LinkedFilter, type ListState, withFilter } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'

/** The filters that the dashboard's links set: a state, at the end of a day, and products. */
export function useLinkedFilters(list: ListState): LinkedFilter[] {
  const { t } = useTranslation(['licenses', 'common'])
  const { language } = useLocale()
  const { state = [], productId = [] } = list.filters
  const wordsOf = (value: string): string => {
    const [name = '', day] = value.split('@')
    const known = licenseStates.find((each) => each === name)
    if (known === undefined) return value
    const words = t(`states.${known}`)
    return day === undefined ? words : t('stateOn', { state: words, day: formatCalendarDay(day, language) })
  }
  return [
    ...state.map((value) => ({
      words: wordsOf(value),
      without: withFilter(
        list,
        'state',
        state.filter((other) => other !== value),
      ),
    })),
    ...(productId.length > 0
      ? [{ words: t('common:chosenProducts', { count: productId.length }), without: withFilter(list, 'productId', []) }]
      : []),
  ]
}
