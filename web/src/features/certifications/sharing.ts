import { certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useTenant } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'
import type { Issued } from './issued.ts'
import { linkedInUrl } from './linkedIn.ts'

/** Downloads the signed Open Badges credential of an issued certificate. */
export function useCredential(): (issued: Pick<Issued, 'id' | 'kind'>) => Promise<void> {
  const { t } = useTranslation(['certifications', 'errors'])
  return async ({ id, kind }) => {
    try {
      const { fileName, credential } = await call(certificates.credential, { body: { id, kind } })
      download(fileName, credential, 'application/jwt')
    } catch (error) {
      const why = t(`errors:${isProblem(error) ? error.code : 'RQ500'}`)
      toast.error(t('certifications:credential.error', { why }))
    }
  }
}

/** Opens LinkedIn beside the portal; nothing is sent to it before. */
export function useLinkedIn(): (issued: Issued) => void {
  const { tenantName } = useTenant()
  return (issued) => {
    const url = linkedInUrl({ ...issued, organization: tenantName, origin: window.location.origin })
    window.open(url, '_blank', 'noopener,noreferrer')
  }
}
