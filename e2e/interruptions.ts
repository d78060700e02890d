import type { Route } from '@playwright/test'

/** The browser's own console message about a connection that the test breaks. */
export const ofTheNetwork = (complaint: string) => /net::ERR_|status of 409/.test(complaint)

/** Lets the server complete the call, and breaks the connection before its answer arrives. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}
