/** Whether everything is run at its full size, as each night (CONTRIBUTING, "The full run"). */
export const isFull = process.env.FULL === '1'

/** How often something is repeated: fifty-fold is enough to see most races, and each check pays for it. */
export const often = (usual: number, full: number): number => (isFull ? full : usual)
