// Does the time of a rejected sign-in reveal which users exist (threats A1)? Run it on an otherwise idle
// machine:
// node --conditions=source --import tsx bench/sign-in.ts
import pg from 'pg'
import { serveNetwork } from '../server/src/testing/served.ts'

const samples = Number(process.env.BENCH_SAMPLES ?? 400)
/** The maximum relative difference of a median from that of an unknown address (threats A1). */
const aim = 0.05

/** The users who sign in with a wrong password, and the SQL that prepares each. */
const kinds: { name: string; email: string; prepare?: string }[] = [
  { name: 'unknown address', email: 'nobody@nowhere.example' },
  { name: 'active', email: 'nora@nordico.example' },
  {
    name: 'pending',
    email: 'anna@acme.example',
    prepare: `status = 'user_pending', password_hash = null`,
  },
  { name: 'suspended', email: 'bo@bergen.example', prepare: `status = 'user_suspended'` },
  { name: 'deleted', email: 'sandro@sudvia.example', prepare: 'deleted_at = now()' },
  { name: 'of another tenant', email: 'canary@canary.example' },
]

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { url, adminUrl, stop } = await serveNetwork()
  const admin = new pg.Client(adminUrl)
  try {
    await admin.connect()
    for (const { email, prepare } of kinds)
      if (prepare) await admin.query(`update users set ${prepare} where email = $1`, [email])
    const taken = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
    for (let round = -10; round < samples; round++) {
      // Shuffle each round, so that no kind always follows the same one.
      for (const { name, email } of shuffled(kinds)) {
        const milliseconds = await refused(url, email)
        if (round >= 0) taken.get(name)?.push(milliseconds)
      }
      await admin.query('delete from throttles')
    }
    report(taken)
  } finally {
    await admin.end()
    await stop()
  }
}

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)

async function refused(url: string, email: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'x-tenant-code': 'verdant', 'content-type': 'application/json' },
    body: JSON.stringify({ grantType: 'password', email, password: 'Wrong-Horse-1' }),
  })
  await response.arrayBuffer()
  const milliseconds = performance.now() - start
  if (response.status !== 401) throw new Error(`${email} was answered ${response.status}`)
  return milliseconds
}

function report(taken: Map<string, number[]>): void {
  const quantile = (numbers: number[], q: number) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * q)] ?? 0
  const unknown = quantile(taken.get('unknown address') ?? [], 0.5)
  let farthest = 0
  say(`\n${samples} refused sign-ins of each kind, in turn, milliseconds\n`)
  say('| whose | p25 | median | p75 | from unknown |\n|---|---|---|---|---|')
  for (const [name, numbers] of taken) {
    const away = quantile(numbers, 0.5) / unknown - 1
    farthest = Math.max(farthest, Math.abs(away))
    const figures = [0.25, 0.5, 0.75].map((q) => quantile(numbers, q).toFixed(2))
    say(`| ${name} | ${figures.join(' | ')} | ${(away * 100).toFixed(1)} % |`)
  }
  say(`\nThe farthest median is ${(farthest * 100).toFixed(1)} % away; aimed at: ${aim * 100} %.`)
  if (farthest > aim) process.exitCode = 1
}

await main()
