import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import type { Issued } from './issued.ts'

/** Returns the words for the server's code why nothing can be issued to an account; null when it can (rules Q3). */
export function useWhyNotIssue(): (code: string | null) => string | null {
  const { t } = useTranslation('certifications')
  const mayCreate = useCan('Certifications', 'c')
  return (code) => {
    if (code === null) return null
    if (!mayCreate) return t('mayNot.issue')
    return t(code === 'RQ404' ? 'mayNot.reach' : 'mayNot.own')
  }
}

/** Returns the words for the server's code why an issued certificate cannot be changed; null when it can. */
export function useWhyNotChange(): (action: keyof Issued['blocked'], code: string | null) => string | null {
  const { t } = useTranslation('certifications')
  const mayUpdate = useCan('Certifications', 'u')
  const mayDelete = useCan('Certifications', 'd')
  return (action, code) => {
    if (code === null) return null
    if (code === 'RQ409') return t('mayNot.revoked')
    if (action === 'pdf') return t('mayNot.reach')
    if (!(action === 'delete' ? mayDelete : mayUpdate)) return t(`mayNot.${action}`)
    return t(code === 'RQ404' ? 'mayNot.reach' : 'mayNot.own')
  }
}
