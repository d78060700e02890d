/** An error that the operator can fix: shown as it is, without a stack trace. */
export class OperatorError extends Error {}
