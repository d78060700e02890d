/** FULL=1 runs everything at its full size: see "The full run" in CONTRIBUTING.md. */
const isFull = process.env.FULL === '1'

/** How often something is repeated: fifty-fold is enough to see most races, and each check pays for it. */
export const often = (usual: number, full: number): number => (isFull ? full : usual)
