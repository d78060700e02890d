import type { Reading } from '../../../platform/import/source.ts'

/** Called with the progress of a file. */
export interface Progress {
  read(reading: Reading, size: number): void
  checking(): void
  wrote(done: number, total: number): void
  end(): void
}

export const silent: Progress = {
  read: () => undefined,
  checking: () => undefined,
  wrote: () => undefined,
  end: () => undefined,
}
