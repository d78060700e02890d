import { expect, test } from 'vitest'
import { type AccessToken, createRefresher, nearExpiry } from './refresh.ts'

const minutes = 60_000

/** Simulates the tabs of one browser: one lock, one channel, one clock, and a server that counts exchanges. */
function browser(tabs: number) {
  let time = 0
  let exchanges = 0
  let tail: Promise<unknown> = Promise.resolve()
  let holders = 0
  const open: ReturnType<typeof createRefresher>[] = []

  const exclusively = <T>(task: (waited: boolean) => Promise<T>): Promise<T> => {
    const waited = holders > 0
    holders += 1
    const run = tail
      .then(() => task(waited))
      .finally(() => {
        holders -= 1
      })
    tail = run.catch(() => undefined)
    return run
  }
  const exchange = async (): Promise<AccessToken> => {
    exchanges += 1
    await Promise.resolve()
    return { token: `token ${exchanges}`, expiresAt: time + 15 * minutes }
  }
  for (let index = 0; index < tabs; index += 1) {
    open.push(
      createRefresher({
        exclusively,
        exchange,
        announce: (access) => {
          // Announcements use another channel than the lock, so they can arrive after it.
          setTimeout(() => {
            for (const [other, tab] of open.entries()) if (other !== index) tab.take(access)
          }, 5)
        },
        now: () => time,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 6))),
      }),
    )
  }
  return {
    tabs: open,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    exchanges: () => exchanges,
  }
}

test('twenty tabs that need a token at once make one exchange and all get its token', async () => {
  const { tabs, exchanges } = browser(20)
  const tokens = await Promise.all(tabs.map((tab) => tab.token()))
  expect(exchanges()).toBe(1)
  expect(new Set(tokens)).toEqual(new Set(['token 1']))
})

test('the calls of one tab share one exchange', async () => {
  const { tabs, exchanges } = browser(1)
  await Promise.all(Array.from({ length: 10 }, () => tabs[0]!.token()))
  expect(exchanges()).toBe(1)
})

test('a token is used until shortly before it expires, then exchanged before the call', async () => {
  const { tabs, exchanges, pass } = browser(1)
  const [tab] = tabs
  expect(await tab!.token()).toBe('token 1')
  pass(15 * minutes - nearExpiry - 1)
  expect(await tab!.token()).toBe('token 1')
  pass(1)
  expect(await tab!.token()).toBe('token 2')
  expect(exchanges()).toBe(2)
})

test('a failed exchange rejects all calls that waited for it, and the next call tries again', async () => {
  let attempts = 0
  const tab = createRefresher({
    exclusively: (task) => task(false),
    exchange: async () => {
      attempts += 1
      if (attempts === 1) throw new Error('no line')
      return { token: 'later', expiresAt: 15 * minutes }
    },
    announce: () => undefined,
    now: () => 0,
    wait: async () => undefined,
  })
  const both = await Promise.allSettled([tab.token(), tab.token()])
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(await tab.token()).toBe('later')
  expect(attempts).toBe(2)
})

test('a tab that has dropped its token exchanges again', async () => {
  const { tabs, exchanges } = browser(1)
  await tabs[0]!.token()
  tabs[0]!.forget()
  await tabs[0]!.token()
  expect(exchanges()).toBe(2)
})

test('a tab that waited for a tab whose exchange failed makes its own exchange', async () => {
  let attempts = 0
  let tail: Promise<unknown> = Promise.resolve()
  const tab = (waited: boolean) =>
    createRefresher({
      exclusively: (task) => {
        const run = tail.then(() => task(waited))
        tail = run.catch(() => undefined)
        return run
      },
      exchange: async () => {
        attempts += 1
        if (attempts === 1) throw new Error('no line')
        return { token: 'mine', expiresAt: 15 * minutes }
      },
      announce: () => undefined,
      now: () => 0,
      wait: async () => undefined,
    })
  const [first, second] = await Promise.allSettled([tab(false).token(), tab(true).token()])
  expect(first.status).toBe('rejected')
  expect(second).toEqual({ status: 'fulfilled', value: 'mine' })
})
