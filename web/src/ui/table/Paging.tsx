import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import table from '../DataTable.module.css'
import { formatNumber } from '../format.ts'
import { setKeyHelp } from '../keys.ts'
import { Row } from '../layout.tsx'
import { type List, pageCount, pageSizes, pagesToOffer, rangeOnShow, resized } from '../list.ts'
import { useLocale } from '../locale.tsx'
import { NativeSelect } from '../NativeSelect.tsx'
import { KeyHelp } from './forms.ts'
import styles from './Paging.module.css'

interface PagingProps<Item, Answer> {
  list: List<Item, Answer>
  label: string
  hasSelection: boolean
  narrow: boolean
}

/** The keys that are wanted most, the shown range, the page numbers and the page size. */
export function Paging<Item, Answer>({ list, label, hasSelection, narrow }: PagingProps<Item, Answer>) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const { page, limit } = list.state
  const pages = pageCount(list.count, limit)
  const { first, last } = rangeOnShow(list.state, list.count)
  const write = (number: number) => formatNumber(number, language)
  const sizes = (pageSizes as readonly number[]).includes(limit)
    ? pageSizes
    : [...pageSizes, limit].sort((a, b) => a - b)
  const step = (name: 'previousPage' | 'nextPage', to: number, icon: ReactNode) => (
    <button
      type="button"
      className={styles.page}
      aria-label={t(`table.${name}`)}
      disabled={to < 1 || to > pages}
      onClick={() => list.change({ page: to })}
    >
      {icon}
    </button>
  )
  return (
    <Row gap="lg" justify="between" className={`${table.bar} ${styles.paging}`} data-list-foot>
      {!narrow && <Keys hasSelection={hasSelection} />}
      <span>{t('table.range', { first: write(first), last: write(last), total: write(list.count) })}</span>
      {pages > 1 && (
        <Row as="nav" gap="0.125rem" nowrap aria-label={t('table.pagesOf', { table: label })}>
          {step('previousPage', page - 1, <IconChevronLeft size={16} aria-hidden />)}
          {pagesToOffer(page, pages).map((number, index, all) =>
            number === null ? (
              <span key={`after ${all[index - 1]}`} style={{ minWidth: '1.25rem', textAlign: 'center' }}>
                …
              </span>
            ) : (
              <button
                type="button"
                key={number}
                className={styles.page}
                aria-label={t('table.page', { page: write(number) })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => list.change({ page: number })}
              >
                {write(number)}
              </button>
            ),
          )}
          {step('nextPage', page + 1, <IconChevronRight size={16} aria-hidden />)}
        </Row>
      )}
      <Row as="label">
        {t('table.rowsPerPage')}
        <NativeSelect value={limit} onChange={(size) => list.change(resized(list.state, Number(size)))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </NativeSelect>
      </Row>
    </Row>
  )
}

/** A click on them shows all keys. */
function Keys({ hasSelection }: { hasSelection: boolean }) {
  const { t } = useTranslation('ui')
  const keys: { key: string; does: string }[] = [
    ...(hasSelection ? [{ key: 'X', does: t('keys.short.select') }] : []),
    { key: '?', does: t('keys.short.all') },
  ]
  return (
    <button type="button" className={styles.keys} onPointerEnter={KeyHelp.fetch} onClick={() => setKeyHelp(true)}>
      {keys.map(({ key, does }) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </button>
  )
}
