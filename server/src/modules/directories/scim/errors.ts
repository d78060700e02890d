import { codes } from '@trellis/contract/codes'
import { Refusal } from '../../../platform/refusal.ts'
import { urn } from './names.ts'

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** A refusal with one of the types that SCIM has for it (RFC 7644, 3.12). `issue` names the attribute. */
export const wrong = (scimType: ScimType, detail: string): Refusal =>
  new Refusal(scimType === 'uniqueness' ? 'US409' : 'RQ422', { scimType }, detail)

/** What these codes are in SCIM. */
const statuses: Partial<Record<string, number>> = { RQ422: 400 }

/** A refusal in the shape of SCIM (RFC 7644, 3.12); its status is a text. */
export function errorOf({ code, info, message }: Refusal, status: number) {
  const isTaken = message === codes.US409.title || (info as { reason?: string } | null)?.reason === 'same_account'
  if (code === 'US409' && isTaken) return errorOf(wrong('uniqueness', 'Another user has this address'), status)
  const { scimType, issues } = (info ?? {}) as { scimType?: ScimType; issues?: { path: string; message: string }[] }
  const said = issues?.map((issue) => `${issue.path}: ${issue.message}`).join('; ')
  const type = scimType ?? ({ RQ400: 'invalidSyntax', RQ422: 'invalidValue' } as Record<string, ScimType>)[code]
  return {
    schemas: [urn.error],
    status: String(statuses[code] ?? status),
    ...(type && { scimType: type }),
    detail: said ?? message,
  }
}

export const statusOf = ({ code }: Refusal, status: number): number => statuses[code] ?? status
