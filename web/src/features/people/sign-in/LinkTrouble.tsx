import { useTranslation } from 'react-i18next'
import { PublicLink } from './PublicLink.tsx'
import type { LinkKind } from './passwordLinks.ts'
import styles from './Screen.module.css'

interface LinkTroubleProps {
  kind: LinkKind
  /** `incomplete`: the URL lacks a part of the link. `dead`: the server no longer accepts the link. */
  why: 'incomplete' | 'dead'
}

/** Explains what is wrong with a link, and what to do next. */
export function LinkTrouble({ kind, why }: LinkTroubleProps) {
  const { t } = useTranslation(['session', 'errors'])
  return (
    <div className={styles.notice} data-kind="error" role="alert">
      {why === 'incomplete' ? t('link.incomplete') : t(kind === 'confirm' ? 'errors:IV401' : 'errors:PW401')}
      <p>
        {kind === 'confirm' ? (
          t(why === 'dead' ? 'link.askInviter' : 'link.orAskInviter')
        ) : (
          <PublicLink to="/auth/forgot-password">{t('link.askAgain')}</PublicLink>
        )}
      </p>
    </div>
  )
}
