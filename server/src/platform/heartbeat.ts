const milliseconds = 1000

export interface Heartbeat<Told> {
  tell(news: Partial<Told>): void
  stop(): Promise<void>
}

/**
 * Writes the progress of an import once a second, which also shows that it is still running. Runs outside the import's
 * transaction, so that others can see it.
 */
export function openHeartbeat<Told extends object>(
  start: Told,
  say: (told: Told) => Promise<unknown>,
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
