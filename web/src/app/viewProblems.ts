/** What the server says about looking at the portal as another user. Apart from problem.ts, which the sign-in screen loads too. */
import { isProblem, ProblemError } from './problem.ts'

/** Whether the server says that the view of the portal as another user has ended (rules P27). */
export const isViewOver = (error: unknown): boolean => saysView(error, 'ended')

/** Whether a call was refused because it would have changed something. */
export const isOnlyReading = (error: unknown): boolean => saysView(error, 'reading')

const saysView = (error: unknown, view: 'ended' | 'reading') =>
  isProblem(error, 'RQ403') && (error.info as { view?: string } | null)?.view === view

/** The refusal of the server, without asking it. */
export const onlyReading = () =>
  new ProblemError({ code: 'RQ403', status: 403, message: 'A view only reads', info: { view: 'reading' } })
