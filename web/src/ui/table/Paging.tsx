import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'
import { formatNumber } from '../format.ts'
import { type List, pageCount, pageSizes, pagesToOffer, rangeOnShow, resized } from '../list.ts'
import { useLocale } from '../locale.tsx'
import { Line } from '../Skeletons.tsx'

/** The shown range, the page numbers and the page size. */
export function Paging<Row, Answer>({ list, label }: { list: List<Row, Answer>; label: string }) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const { page, limit } = list.state
  const pages = pageCount(list.count, limit)
  const { first, last } = rangeOnShow(list.state, list.count)
  const write = (number: number) => formatNumber(number, language)
  const sizes = (pageSizes as readonly number[]).includes(limit)
    ? pageSizes
    : [...pageSizes, limit].sort((a, b) => a - b)
  return (
    <div className={styles.paging}>
      <span className={styles.range}>
        {list.status === 'loading' ? (
          <Line width="7rem" />
        ) : (
          t('table.range', { first: write(first), last: write(last), total: write(list.count) })
        )}
      </span>
      {pages > 1 && (
        <nav aria-label={t('table.pagesOf', { table: label })} className={styles.pages}>
          <button
            type="button"
            className={styles.page}
            aria-label={t('table.previousPage')}
            disabled={page <= 1}
            onClick={() => list.change({ page: page - 1 })}
          >
            <IconChevronLeft size={16} aria-hidden />
          </button>
          {pagesToOffer(page, pages).map((number, index, all) =>
            number === null ? (
              <span key={`after ${all[index - 1]}`} className={styles.gap}>
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
          <button
            type="button"
            className={styles.page}
            aria-label={t('table.nextPage')}
            disabled={page >= pages}
            onClick={() => list.change({ page: page + 1 })}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        </nav>
      )}
      <label className={styles.size}>
        {t('table.rowsPerPage')}
        <select
          className={styles.select}
          value={limit}
          onChange={({ currentTarget }) => list.change(resized(list.state, Number(currentTarget.value)))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
