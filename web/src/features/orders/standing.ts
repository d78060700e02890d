import { isProblem } from '../../app/problem.ts'

/** The order was changed or deleted by somebody else, or a rule needs somebody else, so the screen is out of date. */
export const isOutdated = (error: unknown): boolean => isProblem(error, 'OC522', 'OC531', 'RQ404', 'RQ403', 'RQ409')
