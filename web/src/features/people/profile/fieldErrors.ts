import { ProblemError } from '../../../app/problem.ts'

/** A refusal that is about one field: the form shows it there, in the field's words, and takes the focus to it. */
export const wrongField = (field: string, why: 'wrong_code' | 'wrong_password'): ProblemError =>
  new ProblemError({
    code: 'RQ422',
    status: 422,
    message: why,
    info: { issues: [{ path: [field], code: 'custom', message: why }] },
  })
