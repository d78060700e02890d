import { isProblem } from '../../app/problem.ts'

/** For a call whose payload is only one part of the form: prefixes the paths of its issues with the part's name. */
export async function issuesWithin<Answer>(part: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!isProblem(error, 'RQ422')) throw error
    throw { info: { issues: error.issues.map((issue) => ({ ...issue, path: `${part}.${issue.path}` })) } }
  }
}
