import { expect, test } from 'vitest'
import { type FeedOptions, readFeed } from './feed.ts'
import { type EventBatch, PortalRefusal, PortalUnreachable } from './index.ts'

type Answer = { items: object[]; next: string } | Error

/** What the feed gives until it ends or has given so many batches, with what it asked and how long it waited. */
async function reading(answers: Answer[], options: FeedOptions = {}, most = 10) {
  const asked: object[] = []
  const waits: number[] = []
  const call = async (_: string, { query }: { query: object }) => {
    asked.push(query)
    const answer = answers[Math.min(asked.length, answers.length) - 1] as Answer
    if (answer instanceof Error) throw answer
    return answer
  }
  const batches: EventBatch[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  for await (const batch of readFeed({ call } as never, wait, options)) {
    batches.push(batch)
    if (batches.length === most) break
  }
  return { asked, waits, batches }
}

const refusal = (code: string, retryAfter: number | null = null) =>
  new PortalRefusal(
    { type: '', title: '', status: 400, detail: '', code: code as never, message: '', info: null, requestId: '' },
    retryAfter,
  )
const [one, two] = [{ id: '1' }, { id: '2' }]

test('the feed is read from the beginning, each batch from where the last one ended, until nothing is new', async () => {
  const { asked, batches, waits } = await reading(
    [
      { items: [one], next: '5-a' },
      { items: [], next: '9-b' },
      { items: [two], next: '12-c' },
      { items: [], next: '12-c' },
    ],
    { once: true, types: ['order.paid', 'order.approved'], entity: 'order', limit: 50 },
  )
  const rest = { types: 'order.paid,order.approved', entity: 'order', limit: 50 }
  expect(asked).toEqual(['0', '5-a', '9-b', '12-c'].map((after) => ({ ...rest, after })))
  expect(batches).toEqual([
    { items: [one], next: '5-a', restarted: false },
    { items: [], next: '9-b', restarted: false },
    { items: [two], next: '12-c', restarted: false },
  ])
  expect(waits).toEqual([])
})

test('at the end it is asked again after some seconds, for ever', async () => {
  const { asked, waits } = await reading(
    [
      { items: [], next: '7-a' },
      { items: [], next: '7-a' },
      { items: [one], next: '8-b' },
    ],
    { after: '7-a', every: 3 },
    1,
  )
  expect(asked).toHaveLength(3)
  expect(waits).toEqual([3000, 3000])
})

test('a portal that is away, or asks for patience, is asked again from the same place', async () => {
  const { asked, waits, batches } = await reading(
    [new PortalUnreachable('away'), refusal('RQ503', 20), refusal('RQ429'), { items: [one], next: '8-b' }],
    { after: '7-a' },
    1,
  )
  expect(asked).toEqual(Array(4).fill({ after: '7-a' }))
  expect(waits).toEqual([5000, 20_000, 5000])
  expect(batches).toEqual([{ items: [one], next: '8-b', restarted: false }])
})

test('after a restored backup the place is not known: the reader is told to forget, and everything comes again', async () => {
  const { asked, batches } = await reading(
    [refusal('EV410'), { items: [one], next: '1-a' }, { items: [], next: '1-a' }],
    { after: '700-x', once: true },
  )
  expect(batches).toEqual([
    { items: [], next: '0', restarted: true },
    { items: [one], next: '1-a', restarted: false },
  ])
  expect(asked).toEqual([{ after: '700-x' }, { after: '0' }, { after: '1-a' }])
})

test('any other refusal ends it', async () => {
  await expect(reading([refusal('RQ401')])).rejects.toMatchObject({ code: 'RQ401' })
})
