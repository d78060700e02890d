import { ProblemError } from './problem.ts'

/** An error that marks each of these fields as changed by somebody else. */
export const changedMeanwhile = (paths: readonly string[]): ProblemError =>
  new ProblemError({
    code: 'RQ409',
    status: 409,
    message: 'Changed by somebody else meanwhile',
    info: { issues: paths.map((path) => ({ path, code: 'custom', message: 'changed_meanwhile' })) },
  })
