import { isProblem } from '../../app/problem.ts'

/** A call whose payload is one part of a form: what it says of its values is about that part. */
export async function issuesWithin<Answer>(part: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!isProblem(error, 'RQ422')) throw error
    throw { info: { issues: error.issues.map((issue) => ({ ...issue, path: `${part}.${issue.path}` })) } }
  }
}
