import { expect, test } from 'vitest'
import { readEvents } from './events.ts'

const streamOf = (...pieces: string[]) => {
  const bytes = new TextEncoder().encode(pieces.join(''))
  // In pieces of three bytes, so that events and letters are cut.
  const cut = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, n) => bytes.slice(n * 3, n * 3 + 3))
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of cut) controller.enqueue(piece)
      controller.close()
    },
  })
}

test('events are read whole however they are cut, and comments only keep the stream alive', async () => {
  const heard: string[] = []
  let pieces = 0
  await readEvents(
    streamOf(': open\n\n', 'event: changed\ndata: {"name":"Société"}\n\n', ': heartbeat\n\n', 'event: cut off'),
    () => {
      pieces += 1
    },
    (event, text) => heard.push(`${event} ${text}`),
  )
  expect(heard).toEqual(['changed {"name":"Société"}'])
  expect(pieces).toBeGreaterThan(10)
})
