import { ProblemError } from '../../../app/problem.ts'

/** Converts an error about one field to an issue, so that the form shows it at the field and focuses it. */
export const wrongField = (field: string, why: 'wrong_code' | 'wrong_password'): ProblemError =>
  new ProblemError({
    code: 'RQ422',
    status: 422,
    message: why,
    info: { issues: [{ path: [field], code: 'custom', message: why }] },
  })
