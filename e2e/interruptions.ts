import type { Route } from '@playwright/test'

/** What the browser itself says about a connection that the test breaks. */
export const ofTheNetwork = (complaint: string) => /net::ERR_|status of 409/.test(complaint)

/** Lets the server do the call, and breaks the connection before its answer arrives. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}
