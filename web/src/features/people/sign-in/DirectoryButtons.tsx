import type { OfferedConnection } from '@trellis/contract/directories'
import { useTranslation } from 'react-i18next'
import styles from './Directories.module.css'
import { leaveFor } from './directory.ts'

interface DirectoryButtonsProps {
  connections: readonly OfferedConnection[]
  /** The address that was typed. */
  hint?: string | undefined
  /** The token of the invitation that was followed. */
  invitation?: string
  /** What is said above the buttons, other than that there is this way too. */
  text?: string | undefined
  /** Goes back to the password, where the directory is the only way of the address. */
  onWithPassword?: (() => void) | undefined
}

/** One button for each directory. */
export function DirectoryButtons({ connections, hint, invitation, text, onWithPassword }: DirectoryButtonsProps) {
  const { t } = useTranslation('later')
  const options = { ...(hint && { hint }), ...(invitation && { invitation }) }
  return (
    <section className={styles.directories} aria-label={t('or')}>
      <p className={styles.text}>
        {text ?? (onWithPassword ? t('onlyText', { name: connections[0]?.name ?? '' }) : t('or'))}
      </p>
      {connections.map(({ connectionId, name }) => (
        <button
          key={connectionId}
          type="button"
          className={styles.button}
          onClick={() => leaveFor(connectionId, options)}
        >
          {t('continue', { name })}
        </button>
      ))}
      {onWithPassword && (
        <button type="button" className={styles.action} onClick={onWithPassword}>
          {t('withPassword')}
        </button>
      )}
    </section>
  )
}
