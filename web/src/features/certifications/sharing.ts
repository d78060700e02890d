import { certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useTenant } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.tsx'
import { type Issued, validationPath } from './issued.ts'

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

interface Shared extends Pick<Issued, 'certificateName' | 'validationCode' | 'creationDate' | 'expirationDate'> {
  /** Who issues: the name of the tenant. */
  organization: string
  /** Of the portal, without a trailing slash. */
  origin: string
}

/** The form of LinkedIn that adds a certificate to the profile of whoever is signed in there, filled in. */
export function linkedInUrl(shared: Shared): string {
  const { certificateName, validationCode, creationDate, expirationDate, organization, origin } = shared
  const [issued, ends] = [new Date(creationDate), new Date(expirationDate)]
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificateName,
    organizationName: organization,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    expirationYear: String(ends.getUTCFullYear()),
    expirationMonth: String(ends.getUTCMonth() + 1),
    certUrl: `${origin}${validationPath(validationCode)}`,
    certId: validationCode,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}

/** Opens LinkedIn beside the portal; nothing is sent to it before. */
export function useLinkedIn(): (issued: Issued) => void {
  const { tenantName } = useTenant()
  return (issued) => {
    const url = linkedInUrl({ ...issued, organization: tenantName, origin: window.location.origin })
    window.open(url, '_blank', 'noopener,noreferrer')
  }
}
