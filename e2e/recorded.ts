import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { BrowserContext, Request, Route } from '@playwright/test'
import { isStream } from './journey.ts'

/** Answers of the API that pictures are drawn of: keys, dates and amounts of the demo differ from day to day. */
export interface Recorded {
  /** The moment at which every clock of the browser stands. */
  at: string
  /** A record for each kind, by person: the paths of record pages. */
  paths: Record<string, string>
  /** By person and `callOf`. */
  answers: Record<string, { status: number; body: string; type: string }>
}

const file = fileURLToPath(new URL('./pictures/answers.json.br', import.meta.url))

/** What was recorded last, or nothing yet. */
export const recorded = (): Recorded | null =>
  existsSync(file) ? (JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as Recorded) : null

export function keep(all: Recorded): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, brotliCompressSync(JSON.stringify(all)))
}

/** What is called with what: two calls with the same text have the same answer. */
function callOf(who: string, request: Request): string {
  const { pathname, search } = new URL(request.url())
  const body = request.postData() ?? ''
  const isSignIn = pathname.includes('/auth/')
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return [who, request.method(), `${pathname}${search}`, ...(body === '' || isSignIn ? [] : [hash])].join(' ')
}

/** Lets the calls of a person through and keeps their answers. */
export const record = (context: BrowserContext, who: string, all: Recorded) =>
  context.route('**/api/v1/**', async (route) => {
    const request = route.request()
    // The stream of changes stays closed: nobody else changes anything in a picture.
    if (isStream(new URL(request.url()))) return
    const answer = await route.fetch()
    const type = answer.headers()['content-type'] ?? 'application/json'
    all.answers[callOf(who, request)] = { status: answer.status(), body: await answer.text(), type }
    await route.fulfill({ response: answer })
  })

/** Answers the calls of a person with what was recorded; returns the calls that were not. */
export async function replay(context: BrowserContext, who: string, all: Recorded): Promise<string[]> {
  const missing: string[] = []
  await context.route('**/api/v1/**', (route: Route) => {
    const request = route.request()
    if (isStream(new URL(request.url()))) return
    const call = callOf(who, request)
    const answer = all.answers[call]
    if (answer === undefined) {
      missing.push(call)
      return route.abort()
    }
    return route.fulfill({ status: answer.status, body: answer.body, contentType: answer.type })
  })
  return missing
}
