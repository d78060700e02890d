/** Something that whoever runs the installation can put right: shown to them as it is, without a stack. */
export class OperatorError extends Error {}
