/** An error that the operator can fix: shown as it is, without a stack trace. */
export class OperatorError extends Error {}

/** What the database says of itself and not of a statement: its connections, its resources, its rights, its disk. */
const ofDatabase = /^(08|53|57|58)...$|^(25006|42501|3D000)$|^28...$/

/**
 * A sentence for what the operator can fix: what they did, what the machine refuses (a folder that is read-only, a full disk, a port)
 * and what the database says of itself. Null for a defect, of which the developers need the stack.
 */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return null
  const { code, syscall, path, message } = error as NodeJS.ErrnoException
  if (code === undefined) return null
  if (ofDatabase.test(code)) return `The database refuses: ${message} (${code}).`
  if (syscall === undefined) return null
  if (syscall === 'listen') return `${message}. Choose another address with PORT and HOST.`
  const reason = /^[A-Z0-9]+: (.+?), /.exec(message)?.[1]
  if (reason === undefined) return `${message}.`
  return path === undefined
    ? `The machine refuses to ${syscall}: ${reason} (${code}).`
    : `${path} cannot be used: ${reason} (${code}, ${syscall}).`
}
