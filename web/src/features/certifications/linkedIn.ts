import { type Issued, validationPath } from './issued.ts'

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
