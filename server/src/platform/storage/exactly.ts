import { Readable } from 'node:stream'

/** The content has fewer or more bytes than were announced. */
export class WrongSize extends Error {}

export interface Exactly {
  /** The same bytes; fails with `WrongSize` at the first byte too many, or at an end that comes too early. */
  content: Readable
  /** Why the content failed; undefined when it did not, so that the failure is the store's. */
  fault(): unknown
}

/** Passes on exactly `size` bytes. Leaves the source open: that of a request must still be answered. */
export function exactly(size: number, source: Readable): Exactly {
  let failure: unknown
  async function* counted() {
    let bytes = 0
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > size) throw new WrongSize(`more than ${size} bytes`)
        yield chunk
      }
      if (bytes < size) throw new WrongSize(`${bytes} bytes of ${size}`)
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { content: Readable.from(counted(), { objectMode: false }), fault: () => failure }
}
