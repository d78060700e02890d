export interface Heartbeat<Told> {
  tell(news: Partial<Told>): void
  stop(): Promise<void>
}

/**
 * Writes the progress of long work, once a second unless told otherwise, which also shows that it is still running. Runs outside the work's
 * transaction, so that others can see it.
 */
export function openHeartbeat<Told extends object>(
  start: Told,
  say: (told: Told) => Promise<unknown>,
  milliseconds = 1_000,
): Heartbeat<Told> {
  let told = start
  let saying: Promise<unknown> | null = null
  const timer = setInterval(() => {
    saying ??= say(told)
      .catch(() => undefined)
      .finally(() => {
        saying = null
      })
  }, milliseconds)
  return {
    tell(news) {
      told = { ...told, ...news }
    },
    async stop() {
      clearInterval(timer)
      await saying
    },
  }
}
