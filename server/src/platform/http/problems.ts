import { type Code, codes, codesWithParsedMessage, type Problem } from '@trellis/contract/codes'
import { Refusal } from '../refusal.ts'

/** A refusal as `application/problem+json` (RFC 9457). */
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

/** The refusal that an error of the framework or the database amounts to; RQ500 when it is a defect of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : (frameworkCodes[code] ?? databaseCodes[code])
  if (known !== undefined) return new Refusal(known)
  if (statusCode === 429) return new Refusal('RQ429')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('RQ400')
  if (code !== undefined && /^(08|53|57P)/.test(code)) return new Refusal('RQ503')
  if (code !== undefined && /^E(CONN|PIPE|TIMEDOUT|AI_)/.test(code)) return new Refusal('RQ503')
  return new Refusal('RQ500')
}

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
  '40001': 'RQ503', // still colliding after the retries
  '40P01': 'RQ503',
  '55P03': 'RQ503', // waited too long for a lock
  '57014': 'RQ503', // took too long
}
