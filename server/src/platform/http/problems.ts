import { type Code, codes, codesWithParsedMessage, type Problem } from '@trellis/contract/codes'
import { movedAway } from '../database/directory.ts'
import { type Reason, Refusal, Unavailable } from '../refusal.ts'

/** A Refusal as `application/problem+json` (RFC 9457). */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { code, info, message: detail } = refusal
  return {
    type: `urn:trellis:problem:${code}`,
    title: codes[code].title,
    status: codes[code].status,
    detail,
    code,
    message: codesWithParsedMessage.includes(code) ? JSON.stringify(info) : detail,
    info,
    requestId,
  }
}

/** Maps an error of the framework or the database to a Refusal; RQ500 for a defect. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Unavailable) return error
  // Every 503 has Retry-After, whatever threw it.
  if (error instanceof Refusal)
    return error.code === 'RQ503' && error.headers['retry-after'] === undefined
      ? new Unavailable('other', error.message)
      : error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : (frameworkCodes[code] ?? databaseCodes[code])
  if (known !== undefined) return new Refusal(known)
  if (statusCode === 429) return new Refusal('RQ429')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('RQ400')
  const reason = code === undefined ? undefined : reasonOf(code)
  return reason === undefined ? new Refusal('RQ500') : new Unavailable(reason)
}

/** Why the database, the network or the disk is unavailable, by error code; undefined for any other error. */
function reasonOf(code: string): Reason | undefined {
  return reasons.find(([form]) => form.test(code))?.[1]
}

const reasons: [RegExp, Reason][] = [
  [/^(40001|40P01)$/, 'collision'], // still colliding after the retries
  [/^55P03$/, 'lock'],
  [/^57014$/, 'statement'],
  [/^(53100|ENOSPC|EDQUOT)$/, 'disk'],
  // Connections, resources, shutdown, transaction timeouts, a read-only standby, and I/O errors.
  [/^(08...|53...|57P..|25P0[34]|25006|58...)$/, 'database'],
  // Lives in another primary, which this process does not know or does not reach.
  [new RegExp(`^${movedAway}$`), 'database'],
  [/^E(CONN|PIPE|TIMEDOUT|AI_|HOSTUNREACH|NETUNREACH|NOTFOUND)/, 'database'],
]

const frameworkCodes: Record<string, Code> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'RQ413',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'RQ415',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'RQ400',
  FST_ERR_BAD_URL: 'RQ404',
  FST_ERR_MAX_PARAM_LENGTH: 'RQ404',
}

const databaseCodes: Record<string, Code> = {
  '22021': 'RQ422', // a character that the database's encoding does not have
  '22P05': 'RQ422',
}
