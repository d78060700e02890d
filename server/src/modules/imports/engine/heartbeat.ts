const milliseconds = 1000

export interface Heartbeat<Told> {
  tell(news: Partial<Told>): void
  stop(): Promise<void>
}

/** Says once a second how far an import is, and that it is alive: outside of the import's own transaction, so that it is seen. */
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
