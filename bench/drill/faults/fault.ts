import type { Stage, StageOptions } from '../stage.ts'
import type { Journal } from '../writers.ts'

/** How often a fault is repeated: `quick` for a short check, `full` for the published figures. */
export type Extent = 'quick' | 'usual' | 'full'

export interface Outcome {
  /** What was measured, as sentences. */
  figures: string[]
  /** Promises that were broken; empty when all were kept. */
  faults: string[]
}

export interface Fault {
  name: string
  /** What the fault does, as a sentence. */
  what: string
  /** What is not installed here and needed, and how it is installed; undefined when all is here. */
  missing?(): string | undefined
  run(extent: Extent): Promise<Outcome>
  /**
   * The negative control: the same check under conditions in which it must find problems. If it finds none, the
   * check proves nothing.
   */
  control(): Promise<{ what: string; found: string[] }>
}

export const times = (extent: Extent, [quick, usual, full]: [number, number, number]): number =>
  ({ quick, usual, full })[extent]

export async function onStage<T>(
  open: (options: StageOptions) => Promise<Stage>,
  options: StageOptions,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const stage = await open(options)
  try {
    return await work(stage)
  } finally {
    await stage.close()
  }
}

export const figuresOf = (journal: Journal, acknowledged: number): string[] => [
  `${acknowledged} acknowledged writes`,
  `${journal.refused503} answers 503, ${journal.cut} calls cut off`,
  `longest pause ${Math.round(journal.longestPause)} ms`,
]
