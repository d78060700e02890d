import { useTranslation } from 'react-i18next'
import type { LiveRows } from '../list.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './NewRows.module.css'

/** Offers rows that others have added or removed, above the table and out of its flow: no row moves by itself. */
export function NewRows({ live }: { live: LiveRows | undefined }) {
  const { t } = useTranslation('ui')
  const { added = 0, gone = 0, updated = 0 } = live ?? {}
  const parts = [
    ...(added > 0 ? [t('table.live.added', { count: added })] : []),
    ...(gone > 0 ? [t('table.live.gone', { count: gone })] : []),
  ]
  return (
    <div role="status" tabIndex={-1} className={styles.live} data-new-rows>
      {live && parts.length > 0 && (
        <button
          type="button"
          className={styles.newRows}
          onClick={({ currentTarget }) => {
            // The button goes away: the keyboard stays at the table.
            currentTarget.parentElement?.focus()
            live.show()
          }}
        >
          {parts.join(', ')}: {t('table.live.show')}
        </button>
      )}
      {updated > 0 && <VisuallyHidden>{t('table.live.updated', { count: updated })}</VisuallyHidden>}
    </div>
  )
}
